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
        let recorded = try recorded()
        guard !recorded.isEmpty else { return [] }
        let triggers = Set(try session.texts(session.dialect.triggers))
        return recorded.filter { index in
            index.triggers.allSatisfy { triggers.contains("\(index.table).\($0)") }
        }
    }

    /// Indicates whether the store has no index, not even an incomplete one.
    package var areNone: Bool {
        get throws(StoreError) {
            try StoreRecords(session).texts(behind: Self.prefix, withTexts: false).isEmpty
        }
    }

    /// Returns those of some indexes that have logged rows, with the columns that they have now.
    ///
    /// Others may have asked for more columns after the store was opened.
    package func logged(among indexes: [SearchIndex]) throws(StoreError) -> [SearchIndex] {
        guard !indexes.isEmpty else { return [] }
        let cases = indexes.map { "WHEN \(Self.key(of: $0)) THEN EXISTS (\($0.logged))" }
        return try recorded(where: "CASE key \(cases.joined(separator: " ")) END")
    }

    private func recorded(where condition: String? = nil) throws(StoreError) -> [SearchIndex] {
        try StoreRecords(session).texts(behind: Self.prefix, where: condition).compactMap {
            Self.index(of: $0.name, $0.text, session.dialect)
        }
    }

    /// The expression for the record of an index.
    package static func record(of index: SearchIndex) -> String {
        "(SELECT value FROM mercator_store WHERE key = \(key(of: index)))"
    }

    private static func key(of index: SearchIndex) -> String { (prefix + index.table).quotedText }

    /// Returns the index with a record; `nil` if it is one of another version.
    package static func index(
        of table: String, _ record: String, _ dialect: any SQLDialect
    ) -> SearchIndex? {
        let parts = record.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0] == version else { return nil }
        let columns = parts[1].split(separator: ",").map(String.init)
        return SearchIndex(table: table, columns: columns, dialect)
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
