import ObjectGraph

/// Indexes that a load does without until it ends, as the file knows them.
///
/// Each is a row of `mercator_store` with the statement that makes it, written by the transaction
/// that took it away. So whoever opens a file whose load was killed finds them, and files of any age
/// have that table.
struct PostponedIndexes {
    private static let prefix = "index:"
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// The names of those that the file lacks.
    func names() throws(StoreError) -> Set<String> {
        Set(try rows().map(\.name))
    }

    /// Notes an index that is away; the caller has opened a transaction.
    func note(_ name: String, _ statement: String) throws(StoreError) {
        try connection.execute(
            "INSERT OR REPLACE INTO mercator_store VALUES (?, ?)",
            [.string(Self.prefix + name), .string(statement)])
    }

    /// Makes those that are away, of some or of all; the caller has opened a transaction.
    ///
    /// - Returns: Whether there was one to make.
    @discardableResult
    func make(_ names: Set<String>? = nil) throws(StoreError) -> Bool {
        let wanted = try rows().filter { names?.contains($0.name) ?? true }
        for row in wanted {
            try make(row.name, row.statement)
            try connection.execute(
                "DELETE FROM mercator_store WHERE key = ?", [.string(Self.prefix + row.name)])
        }
        return !wanted.isEmpty
    }

    private func make(_ name: String, _ statement: String) throws(StoreError) {
        // A row of a table is no reason to execute whatever it says.
        guard PostponedIndexes.isCreation(statement) else {
            throw StoreError(
                .corrupt,
                "the file names an index '\(name)' to make, and does not say how; remove the row "
                    + "'\(Self.prefix)\(name)' of mercator_store")
        }
        // Somebody may have made it by hand.
        let existing = "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name = ?"
        guard try connection.number(existing, [.string(name)]) == 0 else { return }
        try connection.prepare(statement).run()
    }

    /// The names of those that the file does not say how to make.
    func unreadable() throws(StoreError) -> [String] {
        try rows().filter { !PostponedIndexes.isCreation($0.statement) }.map(\.name)
    }

    private static func isCreation(_ statement: String) -> Bool {
        statement.hasPrefix("CREATE INDEX ")
    }

    private func rows() throws(StoreError) -> [(name: String, statement: String)] {
        try connection.query(
            "SELECT key, value FROM mercator_store WHERE key GLOB 'index:*' ORDER BY key"
        ) { (row) throws(StoreError) in
            (name: String(row.text(0).dropFirst(Self.prefix.count)), statement: row.text(1))
        }
    }
}
