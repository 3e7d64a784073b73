import ObjectGraph
import ObjectGraphSQL

/// The search indexes of a file.
struct StoreSearch {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Creates the indexes that a schema's model asks for and the file lacks, with all rows.
    ///
    /// - Throws: ``StoreError`` with code `cannotOpen` if SQLite was built without FTS5.
    func createMissing(_ schema: StoreSchema, _ path: String) throws(StoreError) {
        let stored = try stored()
        guard !SearchIndexes.cover(schema, with: stored) else {
            guard try !SearchIndexes(connection).logged(among: stored).isEmpty else { return }
            // Not worth waiting for others, or failing: a search reads the rows until then.
            return try connection.withoutWaiting { () throws(StoreError) in
                try? connection.transaction { () throws(StoreError) in try update(stored) }
            }
        }
        // Another process may create them while this one waits.
        try connection.transaction { () throws(StoreError) in
            try createMissingNow(schema, path)
        }
    }

    /// Creates missing indexes; the caller has opened a transaction.
    func createMissingNow(_ schema: StoreSchema, _ path: String) throws(StoreError) {
        guard !schema.wantedSearchIndexes.isEmpty else { return }
        guard try hasFullTextSearch else {
            throw StoreError(
                .cannotOpen,
                "'\(path)': the model has searchable attributes, for which this SQLite library "
                    + "lacks FTS5; use one with FTS5, or declare no attribute searchable")
        }
        try SearchIndexes(connection).createMissing(schema)
        try update(try stored())
    }

    /// Returns the indexes of the file that can be used: none if SQLite was built without FTS5.
    func stored() throws(StoreError) -> [SearchIndex] {
        let indexes = try SearchIndexes(connection).stored()
        guard !indexes.isEmpty, try hasFullTextSearch else { return [] }
        return indexes
    }

    private var hasFullTextSearch: Bool {
        get throws(StoreError) {
            try connection.number(
                "SELECT count(*) FROM pragma_module_list WHERE name = 'fts5'") > 0
        }
    }

    /// Indexes the logged rows; the caller has opened a transaction.
    func update(_ indexes: [SearchIndex]) throws(StoreError) {
        for index in try SearchIndexes(connection).logged(among: indexes) {
            for statement in statements(updating: index) {
                try connection.execute(statement)
            }
        }
    }

    private func statements(updating index: SearchIndex) -> [String] {
        let (name, table, id) = (index.name.quotedName, index.table.quotedName, SystemColumn.id)
        let columns = index.columns.map { SQLiteDialect.words(of: $0).quotedName }
        let words = index.columns.map { "mercator_words(t.\($0.quotedName))" }
        // The table of sizes has a row for each row of the index, and is faster to ask.
        let sizes = (index.name + "_docsize").quotedName
        return [
            "DELETE FROM \(name) WHERE rowid IN "
                + "(SELECT id FROM \(sizes) WHERE id IN (\(index.logged)))",
            "INSERT INTO \(name) (rowid, \(columns.joined(separator: ", "))) "
                + "SELECT t.\(id.quotedName), \(words.joined(separator: ", ")) FROM \(table) AS t "
                + "WHERE t.\(id.quotedName) IN (\(index.logged)) AND (\(index.hasText("t"))) "
                + "ORDER BY t.\(id.quotedName)",
            "DELETE FROM \(index.log.quotedName)",
        ]
    }

    /// Copies the words of an index from another file, which is attached under a name.
    func copy(_ name: String, from database: String) throws(StoreError) {
        let columns = try connection.texts(
            "SELECT name FROM pragma_table_info(?1)", [.string(name)])
        let names = (["rowid"] + columns.map(\.quotedName)).joined(separator: ", ")
        try connection.execute(
            "INSERT INTO main.\(name.quotedName) (\(names)) "
                + "SELECT \(names) FROM \(database).\(name.quotedName)")
    }

    // MARK: Checking

    /// Returns the query for the numbers of rows whose words in the index differ from their
    /// texts, and of rows in the index that are not in the table.
    private func stale(_ index: SearchIndex) -> String {
        let id = SystemColumn.id.quotedName
        let differences = index.columns.map { column in
            "mercator_words(t.\(column.quotedName)) "
                + "IS NOT f.\(SQLiteDialect.words(of: column).quotedName)"
        }
        return """
            SELECT t.\(id) FROM \(index.table.quotedName) AS t LEFT JOIN \(index.name.quotedName) AS f
            ON f.rowid = t.\(id) WHERE (\(differences.joined(separator: " OR ")))
            AND t.\(id) NOT IN (\(index.logged))
            UNION SELECT rowid FROM \(index.name.quotedName) WHERE rowid NOT IN
            (SELECT \(id) FROM \(index.table.quotedName)) AND rowid NOT IN (\(index.logged))
            """
    }

    /// Checks that the indexes have the words of all texts, and that they are intact.
    func check(_ check: IntegrityCheck) throws(StoreError) {
        for index in check.schema.sortedSearchIndexes {
            try check.attempt(index.name) { () throws(StoreError) in
                check.addStale(try check.numbers(stale(index)), in: index)
            }
        }
    }

    /// Logs the rows whose words differ from their texts; the caller has opened a transaction,
    /// and indexes the logged rows afterwards.
    func repair(_ schema: StoreSchema) throws(StoreError) -> [RepairReport.Step] {
        var steps: [RepairReport.Step] = []
        for index in schema.sortedSearchIndexes {
            try connection.execute("INSERT INTO \(index.log.quotedName) \(stale(index))")
            guard connection.changeCount > 0 else { continue }
            steps.append(
                RepairReport.Step(
                    .staleSearchIndex, index.table, count: connection.changeCount))
        }
        return steps
    }
}
