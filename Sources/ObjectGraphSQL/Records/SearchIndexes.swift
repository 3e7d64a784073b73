package import ObjectGraph

/// The search indexes of a store, which are kept for the models of all programs that open it.
///
/// `mercator_store` records the columns of each: `search:Article` is `1 title,body`. The number
/// counts the versions of ``ObjectGraph/SearchTokenizer``, whose words the index has.
package struct SearchIndexes {
    private let session: any SQLSession

    private static let prefix = "search:"
    private static let version = "1"

    package init(_ session: any SQLSession) {
        self.session = session
    }

    /// Returns the indexes of the store that are complete with their triggers.
    ///
    /// An earlier version of this framework, or another program, may have made a table anew.
    package func stored() throws(StoreError) -> [SearchIndex] {
        var indexes: [SearchIndex] = []
        for index in try recorded() {
            let triggers = try session.number(session.dialect.triggerCount(of: index))
            if triggers == index.triggers.count { indexes.append(index) }
        }
        return indexes
    }

    private func recorded() throws(StoreError) -> [SearchIndex] {
        try StoreRecords(session).texts(behind: Self.prefix).compactMap { name, text in
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2, parts[0] == Self.version else { return nil }
            let columns = parts[1].split(separator: ",").map(String.init)
            return SearchIndex(table: name, columns: columns, session.dialect)
        }
    }

    /// Tests whether indexes contain all columns of a schema's searchable attributes.
    package static func cover(_ schema: StoreSchema, with indexes: [SearchIndex]) -> Bool {
        missing(schema, besides: indexes).isEmpty
    }

    /// Returns the indexes to create, which keep the columns that other models have asked for.
    private static func missing(
        _ schema: StoreSchema, besides indexes: [SearchIndex]
    ) -> [SearchIndex] {
        let tables = Dictionary(
            schema.tables.values.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return schema.wantedSearchIndexes.compactMap { wanted in
            let known = indexes.first { $0.table == wanted.table }?.columns ?? []
            let existing = known.filter { name in
                tables[wanted.table]?.columns.contains { $0.name == name } == true
            }
            let new = wanted.columns.filter { !existing.contains($0) }
            guard !new.isEmpty else { return nil }
            return SearchIndex(
                table: wanted.table, columns: existing + new, schema.dialect)
        }
    }

    /// Creates the missing indexes, and logs all rows for them; the caller has opened a
    /// transaction, and indexes the logged rows afterwards.
    package func createMissing(_ schema: StoreSchema) throws(StoreError) {
        for index in Self.missing(schema, besides: try stored()) {
            try remove(index)
            for statement in session.dialect.creation(of: index) {
                try session.executeOnce(statement)
            }
            try session.executeOnce(index.logging)
            try StoreRecords(session).write(
                "\(Self.version) \(index.columns.joined(separator: ","))",
                of: Self.prefix + index.table)
        }
    }

    /// Removes all indexes, before tables are made anew; the caller has opened a transaction.
    package func removeAll() throws(StoreError) {
        for (name, _) in try StoreRecords(session).texts(behind: Self.prefix) {
            try remove(SearchIndex(table: name, columns: [], session.dialect))
            try StoreRecords(session).remove(Self.prefix + name)
        }
    }

    private func remove(_ index: SearchIndex) throws(StoreError) {
        for statement in session.dialect.removal(of: index) {
            try session.executeOnce(statement)
        }
    }
}
