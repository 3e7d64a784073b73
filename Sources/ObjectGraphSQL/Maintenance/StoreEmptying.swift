package import ObjectGraph

extension StoreSchema {
    /// Removes all objects, links and metadata; the caller has opened a transaction.
    ///
    /// Sequences are not reset, so that no number is used again.
    package func removeAll(_ session: any SQLSession) throws(StoreError) {
        for links in joinTables.values { try session.execute("DELETE FROM \(links.sql)") }
        for table in tables.values { try session.execute("DELETE FROM \(table.sql)") }
        try StoreMetadata(session).removeAll()
    }
}
