import MercatorCPostgres
package import ObjectGraph

/// Statements whose columns are not known beforehand.
extension PostgresConnection {
    /// Executes one statement that returns rows, and returns them in the text format.
    ///
    /// The server first describes the result. A statement without rows, such as `COPY`, `SET` or
    /// `COMMIT`, is refused before it is executed.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest`, in the server's words, for an invalid
    ///   statement or one without rows, and `readOnly` for a write in a read-only transaction.
    package func rows(of sql: String) throws(StoreError) -> PostgresResult {
        do throws(StoreError) {
            try requireIdle(sql)
            hooks.note(sql)
            guard unsafe PQsendPrepare(handle, "", sql, 0, nil) == 1 else { throw lost(sql) }
            _ = try lastResult(sql)
            guard unsafe PQsendDescribePrepared(handle, "") == 1 else { throw lost(sql) }
            let description = try lastResult(sql)
            guard !description.columnNames.isEmpty, unsafe PQnparams(description.handle) == 0 else {
                throw StoreError(
                    .invalidRequest, "expected a statement that returns rows, without parameters",
                    sql: sql)
            }
            measure(sql)
            guard unsafe PQsendQueryPrepared(handle, "", 0, nil, nil, nil, 0) == 1 else {
                throw lost(sql)
            }
            return try lastResult(sql)
        } catch {
            throw inServersWords(error)
        }
    }

    /// Returns an error about a statement with the message of the server, which quotes only the
    /// statement.
    private func inServersWords(_ error: StoreError) -> StoreError {
        guard let state = failure?.sqlState, failure?.error.message == error.message else {
            return error
        }
        let line = ConnectionAttempt.firstLine(unsafe String(cString: PQerrorMessage(handle)))
        let message = String(line.trimmingPrefix("ERROR:").trimmingPrefix { $0 == " " })
        return switch state {
        case "25006": StoreError(.readOnly, message, sql: error.sql)
        case "42501": error
        case "42000"..."42ZZZ": StoreError(.invalidRequest, message, sql: error.sql)
        default: error
        }
    }
}

extension PostgresResult {
    /// The names of the columns.
    package var columnNames: [String] {
        unsafe (0..<PQnfields(handle)).map { column in
            unsafe PQfname(handle, column).map { unsafe String(cString: $0) } ?? ""
        }
    }
}
