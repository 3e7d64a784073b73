package import ObjectGraph

/// Statements whose answers are read later.
extension PostgresConnection {
    /// Executes work whose statements are sent without waiting for each response.
    ///
    /// Statements of ``send(_:_:reading:)`` are deferred. Every other statement, and the end of the
    /// work, wait for all pending responses, and throw the first error.
    package func deferring<Result>(
        _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        precondition(!defers, "statements are deferred already")
        defers = true
        let result: Result
        do throws(StoreError) {
            result = try work()
        } catch {
            defers = false
            try? awaitAnswers()
            throw error
        }
        defers = false
        try awaitAnswers()
        return result
    }

    /// Sends a statement, whose answer is read by a closure: later if statements are deferred.
    ///
    /// - Throws: ``StoreError``, the first error of an earlier deferred statement included.
    package func send(
        _ sql: String, _ parameters: borrowing PostgresParameters,
        reading: @escaping PostgresPipeline.Reading
    ) throws(StoreError) {
        guard defers else { return try reading(query(sql, parameters)) }
        if deferred == nil {
            try requireIdle(sql)
            deferred = try PostgresPipeline(self)
        }
        try deferred?.send(sql, parameters, reading: reading)
    }

    /// Reads the answers of the deferred statements.
    ///
    /// - Throws: The first error of the server or of a closure that reads an answer.
    package func awaitAnswers() throws(StoreError) {
        guard let pipeline = deferred else { return }
        deferred = nil
        try pipeline.finish()
    }
}
