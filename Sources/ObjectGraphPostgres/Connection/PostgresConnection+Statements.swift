import MercatorCPostgres
package import ObjectGraph

/// Statements that wait for their response.
extension PostgresConnection {
    /// Executes a statement with parameters, and returns its whole result.
    ///
    /// It takes one round trip, also if the statement is prepared first. Statements with arrays are
    /// not prepared: a plan for an unknown number of elements suits neither few nor many.
    ///
    /// - Throws: ``StoreError``; ``failure`` has the details.
    @discardableResult
    package func query(
        _ sql: String, _ parameters: borrowing PostgresParameters
    ) throws(StoreError) -> PostgresResult {
        try requireIdle(sql)
        let key = PreparedStatements.Key(sql: sql, types: parameters.types)
        let isPrepared = prepares(parameters)
        let name = isPrepared ? prepared.name(of: key) : nil
        if needsSettings || isPrepared && name == nil {
            let results = try pipeline { (pipeline) throws(StoreError) in
                try pipeline.send(sql, parameters)
            }
            return results[0]
        }
        guard try send(sql, parameters, name) else { throw lost(sql) }
        let result = try lastResult(sql) { forget(key, after: $0) }
        changeCount = result.changeCount
        return result
    }

    /// Executes a statement without parameters, and returns its whole result.
    @discardableResult
    package func query(_ sql: String) throws(StoreError) -> PostgresResult {
        try query(sql, PostgresParameters())
    }

    /// Executes one or several statements without parameters, whose results are dropped, such as
    /// `BEGIN`.
    package func execute(_ sql: String) throws(StoreError) {
        guard sql.hasPrefix("BEGIN") else {
            return try withSettings { () throws(StoreError) in try executeText(sql) }
        }
        try executeText(sql)
    }

    private func executeText(_ sql: String) throws(StoreError) {
        try requireIdle(sql)
        noteStart(sql)
        let text =
            needsSettings
            ? (localSettings.map(\.localStatement) + [sql]).joined(separator: "; ") : sql
        poolerLimit = needsSettings ? settings.busyTimeout : nil
        guard unsafe PQsendQuery(handle, text) == 1 else { throw lost(sql) }
        changeCount = try lastResult(sql).changeCount
    }

    /// Executes a statement with parameters, and calls a closure for each row while further rows
    /// arrive: memory does not depend on their number.
    ///
    /// The closure must not use the connection. If it throws, the remaining rows are read and
    /// dropped.
    package func forEachRow(
        _ sql: String, _ parameters: borrowing PostgresParameters,
        _ body: (PostgresRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        try withSettings { () throws(StoreError) in try stream(sql, parameters, body) }
    }

    private func stream(
        _ sql: String, _ parameters: borrowing PostgresParameters,
        _ body: (PostgresRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        try requireIdle(sql)
        guard try send(sql, parameters, nil) else { throw lost(sql) }
        _ = unsafe mercator_read_in_parts(handle, PostgresConnection.rowsInPart)
        isReading = true
        defer { isReading = false }
        var error: StoreError?
        changeCount = 0
        hooks.noteRoundTrip()
        while let result = try nextResult(sql) {
            do throws(StoreError) {
                guard error == nil else { continue }
                try check(result, sql)
                try result.forEachRow(body)
                changeCount += result.count
            } catch let thrown {
                error = thrown
            }
        }
        noteEnd(changeCount)
        if let error { throw error }
        if isLost { throw lost(sql) }
    }

    /// The number of rows that are read at once, if the library can.
    private static let rowsInPart: Int32 = 256
}

/// Sending, and receiving.
extension PostgresConnection {
    /// Indicates whether the settings must be made before a statement, because a session does not
    /// keep them and there is no transaction.
    var needsSettings: Bool { !localSettings.isEmpty && !isInTransaction }

    /// Executes work in a transaction, if the settings need one and none is open.
    func withSettings<Result>(
        _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        // One of the deferred statements may begin a transaction.
        try awaitAnswers()
        guard needsSettings else { return try work() }
        try execute("BEGIN")
        do throws(StoreError) {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            if !isLost { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Indicates whether a statement with these parameters is prepared.
    func prepares(_ parameters: borrowing PostgresParameters) -> Bool {
        settings.preparesStatements && !parameters.hasArrays
    }

    /// Sends a statement, by its name if the server has it; returns `false` if the connection is
    /// lost.
    func send(
        _ sql: String, _ parameters: borrowing PostgresParameters, _ name: String?
    ) throws(StoreError) -> Bool {
        guard !parameters.cells.isTooLarge, parameters.byteCount < CellBuffer.cellLimit else {
            throw note(.tooLarge(sql))
        }
        guard parameters.count <= Int(UInt16.max) else {
            throw note(
                StoreError(
                    .invalidRequest,
                    "a statement has at most 65535 parameters, this one "
                        + "\(parameters.count)", sql: sql))
        }
        noteStart(sql)
        return transmit(sql, parameters, name)
    }

    /// Sends a statement without counting it; returns `false` if the connection is lost.
    func transmit(
        _ sql: String, _ parameters: borrowing PostgresParameters, _ name: String?
    ) -> Bool {
        parameters.withArrays { arrays in
            let sent =
                if let name {
                    unsafe PQsendQueryPrepared(
                        handle, name, arrays.count, arrays.values, arrays.lengths, arrays.formats,
                        1)
                } else {
                    unsafe PQsendQueryParams(
                        handle, sql, arrays.count, arrays.types, arrays.values, arrays.lengths,
                        arrays.formats, 1)
                }
            return sent == 1
        }
    }

    /// Waits for the answer to one statement, or several in one text, and returns the last result.
    func lastResult(
        _ sql: String, failed: (StoreError) -> Void = { _ in }
    ) throws(StoreError) -> PostgresResult {
        hooks.noteRoundTrip()
        var last: PostgresResult?
        var error: StoreError?
        while let result = try nextResult(sql) {
            do throws(StoreError) { try check(result, sql) } catch let thrown {
                if error == nil { error = thrown }
            }
            if unsafe PQstatus(handle) != CONNECTION_OK { break }
            last = result
        }
        noteEnd(last?.changeCount ?? 0)
        if let error {
            failed(error)
            throw error
        }
        guard let last else { throw lost(sql) }
        return last
    }

    /// Throws if a result is an error, or is not one of rows and commands.
    func check(_ result: PostgresResult, _ sql: String?, position: Int = 0) throws(StoreError) {
        switch unsafe PQresultStatus(result.handle) {
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR:
            throw unsafe refused(result.handle, sql, position: position)
        case PGRES_COPY_IN:
            // The server waits for rows until the copy is ended.
            unsafe PQputCopyEnd(handle, "rows are sent by copy(into:columns:)")
        default: break
        }
    }

    /// Removes a prepared statement that the server no longer has, or whose tables have changed.
    func forget(_ key: PreparedStatements.Key, after error: StoreError) {
        if ["26000", "0A000", "42P05"].contains(failure?.sqlState) { prepared.remove(key) }
    }
}

extension StoreError {
    /// The error for values that the protocol cannot transport.
    static func tooLarge(_ sql: String) -> StoreError {
        StoreError(
            .invalidRequest,
            "a text or the bytes of an attribute are larger than "
                + "\(CellBuffer.cellLimit / 1_000_000) MB, the limit of the database", sql: sql)
    }
}
