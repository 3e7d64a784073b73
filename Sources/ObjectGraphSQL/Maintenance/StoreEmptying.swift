package import ObjectGraph

extension StoreSchema {
    /// Removes all objects, links and checkpoints; the caller has opened a transaction.
    ///
    /// Sequences are not reset, so that no number is used again.
    package func removeAll(_ session: any SQLSession) throws(StoreError) {
        for links in joinTables.values { try session.execute("DELETE FROM \(links.sql)") }
        for table in tables.values { try session.execute("DELETE FROM \(table.sql)") }
        try StoreCheckpoints(session).removeAll()
    }
}
