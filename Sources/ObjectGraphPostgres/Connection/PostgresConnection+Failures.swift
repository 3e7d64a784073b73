import MercatorCPostgres
import ObjectGraph

/// Errors.
extension PostgresConnection {
    /// Reads deferred responses, and throws if the connection is not ready for a statement.
    func requireIdle(_ sql: String) throws(StoreError) {
        try awaitAnswers()
        guard !isLost else { throw lost(sql) }
        guard !isReading else {
            throw note(
                StoreError(
                    .failure, "the connection is in use: rows of another statement are being read",
                    sql: sql))
        }
    }

    /// Records an error that the server did not report, and returns it.
    func note(_ error: StoreError, position: Int = 0) -> StoreError {
        failure = PostgresFailure(
            sqlState: nil, constraint: nil, table: nil, position: position, sql: error.sql,
            error: error)
        return error
    }

    /// Returns the error of a connection that cannot be used any more, with the library's reason.
    func lost(_ sql: String?, position: Int = 0) -> StoreError {
        isBroken = true
        let message = unsafe String(cString: PQerrorMessage(handle))
        return note(
            StoreError(
                .unreachable,
                "the connection to \(endpoint) was lost (\(ConnectionAttempt.firstLine(message)))",
                sql: sql),
            position: position)
    }

    /// Returns the error of a failed result.
    @unsafe
    func refused(_ result: OpaquePointer, _ sql: String?, position: Int) -> StoreError {
        guard let state = unsafe field(.sqlState, of: result) else {
            return lost(sql, position: position)
        }
        let constraint = unsafe field(.constraint, of: result)
        let message = unsafe field(.message, of: result) ?? ""
        let error =
            standbyError(state, sql)
            ?? StoreError(
                sqlState: state, message, constraint: constraint, at: endpoint,
                waiting: settings.busyTimeout, sql: sql)
        // A pooler ends the connection after its errors, which have a separate code.
        if error.code == .unreachable || state.hasPrefix("08") { isBroken = true }
        failure = unsafe PostgresFailure(
            sqlState: state, constraint: constraint,
            table: field(.table, of: result), position: position, sql: sql,
            error: error)
        return error
    }

    /// Returns the error for a write to a standby, or `nil`.
    ///
    /// The server refuses the beginning of its transaction as a feature that is missing.
    private func standbyError(_ state: String, _ sql: String?) -> StoreError? {
        guard state == "0A000" || state == "25006", parameter("in_hot_standby") == "on" else {
            return nil
        }
        return StoreError(
            .readOnly,
            "\(endpoint) is a standby, which can only be read; name the other hosts as well, with "
                + "target_session_attrs=read-write", sql: sql)
    }

    /// The fields of an error, whose codes are characters that Swift does not import.
    private enum Field: UInt8 {
        case sqlState = 0x43
        case message = 0x4D
        case constraint = 0x6E
        case table = 0x74
    }

    @unsafe
    private func field(_ field: Field, of result: OpaquePointer) -> String? {
        unsafe PQresultErrorField(result, Int32(field.rawValue)).map { unsafe String(cString: $0) }
    }
}
