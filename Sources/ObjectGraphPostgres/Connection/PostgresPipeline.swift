import MercatorCPostgres
package import ObjectGraph

/// Statements that are sent one after the other, and answered together.
package struct PostgresPipeline: ~Copyable {
    /// A command whose answer is to be read.
    private enum Expected {
        /// The preparation of a statement, which is known by its name if it succeeds.
        case preparation(PreparedStatements.Key, name: String)
        case removal
        /// A setting for one transaction.
        case setting
        case statement(PreparedStatements.Key)

        var sql: String? {
            switch self {
            case .preparation(let key, _), .statement(let key): key.sql
            case .removal, .setting: nil
            }
        }
    }

    private let connection: PostgresConnection
    private var expected: [Expected] = []
    /// The statements that were prepared by this pipeline, whose answers have not been read.
    private var preparing: [PreparedStatements.Key: String] = [:]

    fileprivate init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// The number of statements that were sent.
    package private(set) var count = 0

    /// Sends a statement with parameters.
    ///
    /// - Throws: ``StoreError`` with code `unreachable`, or `invalidRequest` if a value is too
    ///   large.
    package mutating func send(
        _ sql: String, _ parameters: borrowing PostgresParameters
    ) throws(StoreError) {
        let key = PreparedStatements.Key(sql: sql, types: parameters.types)
        let needsSettings = expected.isEmpty && connection.needsSettings
        let begins = sql.hasPrefix("BEGIN")
        if needsSettings, !begins {
            let (sql, values) = connection.settings.localQuery
            try send(setting: sql, PostgresParameters(values))
        }
        let name = connection.prepares(parameters) ? try name(of: key) : nil
        guard try connection.send(sql, parameters, name) else {
            throw connection.lost(sql, position: count)
        }
        expected.append(.statement(key))
        count += 1
        if needsSettings, begins {
            for sql in connection.settings.localStatements {
                try send(setting: sql, PostgresParameters())
            }
        }
    }

    private mutating func send(
        setting sql: String, _ parameters: borrowing PostgresParameters
    ) throws(StoreError) {
        guard try connection.send(sql, parameters, nil) else {
            throw connection.lost(sql, position: count)
        }
        expected.append(.setting)
    }

    /// Sends a statement without parameters, such as `BEGIN`.
    package mutating func send(_ sql: String) throws(StoreError) {
        try send(sql, PostgresParameters())
    }

    /// Returns the name of a prepared statement, which is prepared if the server does not have it.
    private mutating func name(of key: PreparedStatements.Key) throws(StoreError) -> String {
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

    /// Reads the answers of all statements.
    ///
    /// - Returns: The results, or the first error.
    fileprivate consuming func finish() -> Result<[PostgresResult], StoreError> {
        var results: [PostgresResult] = []
        var error: StoreError?
        connection.hooks.noteRoundTrip()
        for command in expected {
            guard let result = connection.nextResult() else {
                return .failure(error ?? connection.lost(nil, position: results.count))
            }
            let position = results.count
            if unsafe PQresultStatus(result.handle) != PGRES_PIPELINE_ABORTED, error == nil {
                do throws(StoreError) {
                    try connection.check(result, command.sql, position: position)
                } catch let thrown {
                    error = thrown
                }
            }
            switch command {
            case .preparation(let key, let name):
                if error == nil { connection.prepared.add(key, name) }
            case .removal, .setting: break
            case .statement(let key):
                if let error, results.count == position { connection.forget(key, after: error) }
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
    /// If a statement fails, those behind it are not executed, and its error is thrown;
    /// ``PostgresFailure/position`` tells which it was. Outside of a transaction, none of them has
    /// an effect. The connection can be used afterwards.
    ///
    /// If the closure throws, what was sent is executed, and its results are dropped.
    package func pipeline(
        _ send: (inout PostgresPipeline) throws(StoreError) -> Void
    ) throws(StoreError) -> [PostgresResult] {
        try requireIdle("")
        guard unsafe PQenterPipelineMode(handle) == 1 else { throw lost(nil) }
        isReading = true
        defer {
            unsafe PQexitPipelineMode(handle)
            isReading = false
        }
        var pipeline = PostgresPipeline(self)
        var refusal: StoreError?
        do throws(StoreError) { try send(&pipeline) } catch { refusal = error }
        guard unsafe PQpipelineSync(handle) == 1 else { throw refusal ?? lost(nil) }
        let results = pipeline.finish()
        // The answer to the end of the pipeline.
        if !isLost, let end = unsafe PQgetResult(handle) { unsafe PQclear(end) }
        if let refusal { throw refusal }
        let all = try results.get()
        changeCount = all.last?.changeCount ?? 0
        return all
    }

    /// Reads the result of one command of a pipeline; `nil` if the connection is lost.
    fileprivate func nextResult() -> PostgresResult? {
        guard let first = unsafe PQgetResult(handle) else { return nil }
        let result = unsafe PostgresResult(owning: first)
        // A null result separates the commands.
        while !isLost, let next = unsafe PQgetResult(handle) { unsafe PQclear(next) }
        return result
    }
}
