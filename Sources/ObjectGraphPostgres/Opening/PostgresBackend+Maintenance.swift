package import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import Synchronization

/// Operations on the store as a whole.
extension PostgresBackend {
    /// Removes all objects, or restores the objects of the seed.
    package func reset() throws(StoreError) {
        try requireWritable()
        guard let seed else {
            return try reset { (writer, hasTurn) throws(StoreError) in
                try writer.reset(hasTurn: hasTurn) { (connection) throws(StoreError) in
                    try schema.removeAll(connection)
                }
            }
        }
        try seed.read { (source, old) throws(StoreError) in
            try reset { (writer, hasTurn) throws(StoreError) in
                try writer.reset(hasTurn: hasTurn) { (connection) throws(StoreError) in
                    try SeedContent.replace(source, old, in: connection, schema)
                }
            }
        }
    }

    private func reset(
        _ replace: (PostgresWriter, _ hasTurn: Bool) throws(StoreError) -> Void
    ) throws(StoreError) {
        try withTurn(false) { (hasTurn) throws(StoreError) in
            try commits.reporting { () throws(StoreError) in
                try writer.withLock { (writer) throws(StoreError) in
                    try replace(writer, hasTurn)
                    var changes = ChangeSet()
                    changes.emptiesStore = true
                    commits.notify(commitCount.report(changes), of: schema.model)
                }
            }
        }
    }

    /// Writes one state to a new file, which is an SQLite store.
    package func backUp(to path: String) throws(StoreError) {
        let schema = schema
        let target = SQLiteExchange(
            path, schema.model, trace: hooks.trace, profile: hooks.profile)
        try readAll { (connection) throws(StoreError) in
            try target.create { (file, new) throws(StoreError) in
                try StoreTransfer(from: connection, schema, to: file, new).run()
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
            try withTurn(false) { (hasTurn) throws(StoreError) in
                try writer.withLock { (writer) throws(StoreError) in
                    try writer.repairLinks(hasTurn: hasTurn)
                }
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
