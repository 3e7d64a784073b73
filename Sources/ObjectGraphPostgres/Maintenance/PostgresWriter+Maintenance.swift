import ObjectGraph
import ObjectGraphSQL

/// Operations on the store as a whole, during which no other transaction writes.
extension PostgresWriter {
    /// Removes or replaces all objects.
    ///
    /// Units of work that read go on with their state: `TRUNCATE` would show them empty tables.
    func reset(
        hasTurn: Bool, _ replace: (PostgresConnection) throws(StoreError) -> Void
    ) throws(StoreError) {
        try transaction(TransactionSteps(excludesWriters: true, hasTurn: hasTurn)) {
            (connection) throws(StoreError) in
            try replace(connection)
        }
        commits.increase()
    }

    /// Makes all repairs in one transaction, and returns the steps.
    func repairLinks(hasTurn: Bool) throws(StoreError) -> [RepairReport.Step] {
        try transaction(TransactionSteps(excludesWriters: true, hasTurn: hasTurn)) {
            (connection) throws(StoreError) in
            try StoreRepair(connection, schema).run() + PostgresSearch(connection).repair(schema)
        }
    }
}
