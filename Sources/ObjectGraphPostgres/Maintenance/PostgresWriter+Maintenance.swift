import ObjectGraph
import ObjectGraphSQL

/// Operations on the store as a whole, during which no other transaction writes.
extension PostgresWriter {
    /// Removes all objects.
    ///
    /// Units of work that read go on with their state: `TRUNCATE` would show them empty tables.
    func reset() throws(StoreError) {
        try transaction(TransactionSteps(excludesWriters: true)) {
            (connection) throws(StoreError) in
            try schema.removeAll(connection)
        }
        commits.increase()
    }

    /// Makes all repairs in one transaction, and returns what was done.
    func repairLinks() throws(StoreError) -> [RepairReport.Step] {
        try transaction(TransactionSteps(excludesWriters: true)) {
            (connection) throws(StoreError) in
            try StoreRepair(connection, schema).run()
        }
    }
}
