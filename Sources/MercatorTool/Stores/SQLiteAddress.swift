import Mercator

/// A store in an SQLite file.
struct SQLiteAddress: StoreAddress {
    private let path: String

    init(_ path: String) { self.path = path }

    var description: String { "'\(path)'" }
    var resultLine: String { "SQLite file: \(path)" }
    var title: String { path.split(separator: "/").last.map(String.init) ?? path }

    private var file: SQLiteStore { SQLiteStore(path, options: .init(isReadOnly: true)) }

    func requireStorable() throws {
        guard path != ":memory:" else {
            throw CommandError(
                "':memory:' would be gone with the command; expected the path of a file",
                status: .usage)
        }
        guard let problem = FileLocation(path).problem else { return }
        throw CommandError("'\(path)' cannot be opened or created: \(problem)")
    }

    func requirePresent() throws { try InputFile(path: path).requireReadable() }

    func isVacant() -> Bool { SQLiteStore.isVacant(path) }

    func readOnly() -> any PersistentStore { file }

    func writable(keeping annotations: [String: String]) -> any PersistentStore {
        SQLiteStore(path, options: .init(annotations: annotations, views: .create))
    }

    /// Returns the store in the file; a new file begins as a copy of the seed.
    func writable(
        keeping annotations: [String: String], seed: String?
    ) -> any PersistentStore {
        SQLiteStore(path, options: .init(seed: seed, annotations: annotations, views: .create))
    }

    func storedDescription() throws -> StoredDescription { try file.storedDescription() }

    func annotations() throws -> [String: String] { try SQLiteStore.annotations(at: path) }

    func read(_ sql: String) throws(StoreError) -> StatementRows { try file.read(sql) }

    func tableNames() throws -> [String] {
        try read("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").rows
            .map { CSVText.field($0[0]) }
    }

    /// Returns the statements, tables before their indexes and views last.
    func creationStatements() throws -> [String] {
        try read(
            """
            SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL
            ORDER BY CASE type WHEN 'view' THEN 1 ELSE 0 END, tbl_name, type DESC, name
            """
        ).rows.map { CSVText.field($0[0]) }
    }

    func content(at temporary: String) -> String { path }

    func remove() throws { try SQLiteStore(path).deleteFiles() }
}
