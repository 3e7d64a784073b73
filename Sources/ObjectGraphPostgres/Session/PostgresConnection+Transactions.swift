import ObjectGraph
import ObjectGraphSQL

extension PostgresConnection {
    /// Begins a transaction, and checks that the store still has the schema with which it was
    /// opened, in one round trip.
    ///
    /// The lock is acquired before the transaction has a state: a migration that waits for it would
    /// otherwise leave tables that appear empty to this transaction.
    ///
    /// - Returns: The answers to further statements.
    func begin(
        _ mode: String, locking lock: String, _ watch: SchemaWatch,
        _ send: (inout PostgresPipeline) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) -> ArraySlice<PostgresResult> {
        let results = try pipeline { (pipeline) throws(StoreError) in
            try pipeline.send("BEGIN ISOLATION LEVEL \(mode)")
            try pipeline.send("LOCK TABLE mercator_schema IN \(lock) MODE")
            try pipeline.send(StoreSchema.fingerprintQuestion)
            try send(&pipeline)
        }.dropFirst(2)
        try watch.check(found: results.first?.map { row in row.text(0) }.first)
        return results.dropFirst()
    }

    /// Begins a transaction that reads one state.
    func beginReading(_ watch: SchemaWatch) throws(StoreError) {
        _ = try begin("REPEATABLE READ READ ONLY", locking: "ACCESS SHARE", watch)
    }

    /// Executes work in one transaction, which sees what others commit in the meantime.
    func transaction<Result>(
        _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        do throws(StoreError) {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            if !isLost, isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}
