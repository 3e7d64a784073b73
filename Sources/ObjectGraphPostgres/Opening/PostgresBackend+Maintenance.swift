package import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// Operations on the store as a whole.
extension PostgresBackend {
    /// Removes all objects.
    package func reset() throws(StoreError) {
        try requireWritable()
        try Turn.wait(busyTimeout) { () throws(StoreError) in
            try writer.withLock { (writer) throws(StoreError) in
                try writer.reset()
                var changes = ChangeSet()
                changes.emptiesStore = true
                commits.notify(changes, of: schema.model)
            }
        }
    }

    /// Checks all tables, in one state of them.
    package func checkIntegrity(limit: Int) throws(StoreError) -> IntegrityReport {
        try readAll { (connection) throws(StoreError) in
            try IntegrityCheck(connection, schema, limit: limit)
                .report(DatabaseCheck(connection: connection))
        }
    }

    /// Makes all repairs that do not lose an object, in one transaction.
    package func repairLinks(limit: Int) throws(StoreError) -> RepairReport {
        try requireWritable()
        return try RepairReport.repairing {
            () throws(StoreError) in
            try Turn.wait(busyTimeout) { () throws(StoreError) in
                try writer.withLock { (writer) throws(StoreError) in try writer.repairLinks() }
            }
        } check: {
            () throws(StoreError) in
            try checkIntegrity(limit: limit)
        }
    }

    /// Executes work that reads one state.
    private func readAll<Result: Sendable>(
        _ work: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let (pool, watch) = (pool, watch)
        let pooled = try pool.take()
        defer { pool.giveBack(pooled) }
        return try pooled.connection.withLock { (connection) throws(StoreError) in
            try pool.begin(&connection, watch)
            return try work(connection)
        }
    }
}
