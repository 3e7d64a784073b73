import MercatorCPostgres
package import ObjectGraph

/// Statements that are sent in sequence and answered together.
///
/// The responses are read in the order of the statements; each can be checked by a closure. The
/// first error of the server or a closure is thrown.
package final class PostgresPipeline {
    /// A closure that reads the answer to a statement; it must not use the connection.
    package typealias Reading = (PostgresResult) throws(StoreError) -> Void

    /// A command whose answer is to be read.
    private enum Expected {
        /// The preparation of a statement, which is known by its name if it succeeds.
        case preparation(PreparedStatements.Key, name: String)
        case removal
        /// A setting for one transaction.
        case setting
        case statement(PreparedStatements.Key, reading: Reading?)

        var sql: String? {
            switch self {
            case .preparation(let key, _), .statement(let key, _): key.sql
            case .removal, .setting: nil
            }
        }
    }

    private unowned let connection: PostgresConnection
    private var expected: [Expected] = []
    /// The statements that were prepared by this pipeline, whose answers have not been read.
    private var preparing: [PreparedStatements.Key: String] = [:]

    /// Begins a pipeline, which ends with ``finish()``; other statements must wait until then.
    ///
    /// - Throws: ``StoreError`` with code `unreachable`.
    init(_ connection: PostgresConnection) throws(StoreError) {
        self.connection = connection
        guard unsafe PQenterPipelineMode(connection.handle) == 1 else { throw connection.lost(nil) }
        connection.isReading = true
    }

    /// The size in bytes of the parameters that are sent before the first answer.
    private static let sizeBeforeAnswer = 1 << 14
    private var sentSize = 0

    /// The number of statements that were sent.
    package private(set) var count = 0

    /// Sends a statement with parameters, whose answer is read by a closure.
    ///
    /// - Throws: ``StoreError`` with code `unreachable`, or `invalidRequest` if a value is too
    ///   large.
    package func send(
        _ sql: String, _ parameters: borrowing PostgresParameters, reading: Reading? = nil
    ) throws(StoreError) {
        let key = PreparedStatements.Key(sql: sql, types: parameters.types)
        let needsSettings = expected.isEmpty && connection.needsSettings
        if needsSettings { connection.poolerLimit = connection.settings.busyTimeout }
        let begins = sql.hasPrefix("BEGIN")
        if needsSettings, !begins {
            let (sql, values) = connection.localQuery
            try send(setting: sql, PostgresParameters(values))
        }
        let name = connection.prepares(parameters) ? try name(of: key) : nil
        try awaitPooler(before: parameters.byteCount)
        guard try connection.send(sql, parameters, name) else {
            throw connection.lost(sql, position: count)
        }
        expected.append(.statement(key, reading: reading))
        count += 1
        if needsSettings { try askForFirstAnswer() }
        if needsSettings, begins {
            for setting in connection.localSettings {
                try send(setting: setting.localStatement, PostgresParameters())
            }
        }
    }

    /// Requests an early response, which shows that a pooler has a connection to the server.
    private func askForFirstAnswer() throws(StoreError) {
        guard unsafe PQsendFlushRequest(connection.handle) == 1 else {
            throw connection.lost(nil, position: count)
        }
    }

    /// Waits for the first answer before much is sent, which a pooler without a connection to the
    /// server would not take.
    private func awaitPooler(before size: Int) throws(StoreError) {
        sentSize += size
        guard connection.poolerLimit != nil, sentSize > Self.sizeBeforeAnswer, count > 0 else {
            return
        }
        guard unsafe PQflush(connection.handle) == 0 else {
            throw connection.lost(nil, position: count)
        }
        try connection.awaitInput(nil)
    }

    private func send(
        setting sql: String, _ parameters: borrowing PostgresParameters
    ) throws(StoreError) {
        guard try connection.send(sql, parameters, nil) else {
            throw connection.lost(sql, position: count)
        }
        expected.append(.setting)
    }

    /// Sends a statement without parameters, such as `BEGIN`.
    package func send(_ sql: String) throws(StoreError) {
        try send(sql, PostgresParameters())
    }

    /// Returns the name of a prepared statement, which is prepared if the server does not have it.
    private func name(of key: PreparedStatements.Key) throws(StoreError) -> String {
        if let known = preparing[key] ?? connection.prepared.name(of: key) { return known }
        if let oldest = connection.prepared.makeRoom() {
            guard try connection.send("DEALLOCATE \(oldest)", PostgresParameters(), nil) else {
                throw connection.lost(key.sql, position: count)
            }
            expected.append(.removal)
        }
        let name = connection.prepared.newName()
        let types = key.types.map(\.oid) + [0]
        let isSent = unsafe types.withUnsafeBufferPointer { types in
            unsafe PQsendPrepare(
                connection.handle, name, key.sql, Int32(clamping: key.types.count),
                types.baseAddress) == 1
        }
        guard isSent else { throw connection.lost(key.sql, position: count) }
        expected.append(.preparation(key, name: name))
        preparing[key] = name
        return name
    }

    /// Reads the answers of all statements, and ends the pipeline.
    ///
    /// - Throws: The first error of the server or of a closure that reads an answer.
    @discardableResult
    func finish() throws(StoreError) -> [PostgresResult] {
        defer {
            unsafe PQexitPipelineMode(connection.handle)
            connection.isReading = false
        }
        guard !connection.isBroken, unsafe PQpipelineSync(connection.handle) == 1 else {
            throw connection.lost(nil)
        }
        let results = answers()
        // The answer to the end of the pipeline.
        if !connection.isLost, let end = unsafe PQgetResult(connection.handle) {
            unsafe PQclear(end)
        }
        let all = try results.get()
        connection.changeCount = all.last?.changeCount ?? 0
        return all
    }

    private func answers() -> Result<[PostgresResult], StoreError> {
        var results: [PostgresResult] = []
        var error: StoreError?
        connection.hooks.noteRoundTrip()
        for command in expected {
            let next: PostgresResult?
            do throws(StoreError) { next = try connection.nextAnswer() } catch let thrown {
                return .failure(error ?? thrown)
            }
            guard let result = next else {
                return .failure(error ?? connection.lost(nil, position: results.count))
            }
            let position = results.count
            let isExecuted = unsafe PQresultStatus(result.handle) != PGRES_PIPELINE_ABORTED
            if isExecuted, error == nil {
                do throws(StoreError) {
                    try connection.check(result, command.sql, position: position)
                } catch let thrown {
                    error = thrown
                }
            }
            switch command {
            case .preparation(let key, let name):
                // The server keeps it, even if the pipeline fails.
                if unsafe PQresultStatus(result.handle) == PGRES_COMMAND_OK {
                    connection.prepared.add(key, name)
                }
            case .removal, .setting: connection.noteEnd(isExecuted ? 0 : nil)
            case .statement(let key, let reading):
                connection.noteEnd(isExecuted ? result.changeCount : nil)
                if let error {
                    if results.count == position { connection.forget(key, after: error) }
                } else if let reading {
                    do throws(StoreError) { try reading(result) } catch let thrown {
                        error = thrown
                    }
                }
                results.append(result)
            }
        }
        if let error { return .failure(error) }
        return .success(results)
    }
}

extension PostgresConnection {
    /// Sends the statements of a closure, and returns the result of each, with one round trip.
    ///
    /// If a statement fails, the following ones are not executed, and its error is thrown;
    /// ``PostgresFailure/position`` is its index. Outside of a transaction, none of them has an
    /// effect. The connection can be used afterwards.
    ///
    /// If the closure throws, the statements sent so far are executed, and their results are
    /// dropped.
    @discardableResult
    package func pipeline(
        _ send: (PostgresPipeline) throws(StoreError) -> Void
    ) throws(StoreError) -> [PostgresResult] {
        try requireIdle("")
        let pipeline = try PostgresPipeline(self)
        do throws(StoreError) { try send(pipeline) } catch {
            _ = try? pipeline.finish()
            throw error
        }
        return try pipeline.finish()
    }

    /// Reads the result of one command of a pipeline; `nil` if the connection is lost.
    fileprivate func nextAnswer() throws(StoreError) -> PostgresResult? {
        guard let result = try nextResult(nil) else { return nil }
        // A null result separates the commands.
        while !isLost, let next = unsafe PQgetResult(handle) { unsafe PQclear(next) }
        return result
    }
}
