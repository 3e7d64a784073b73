import ObjectGraph
import ObjectGraphSQL

/// The indexes that a load has postponed, as recorded in the file.
///
/// Each is a row of `mercator_store` with the statement that creates the index, written by the
/// transaction that dropped it. They are therefore found by any process that opens the file after a
/// load was killed, and the table exists in files of every version.
struct PostponedIndexes {
    private static let prefix = "index:"
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Returns the names of the postponed indexes.
    func names() throws(StoreError) -> Set<String> {
        Set(try rows().map(\.name))
    }

    /// Records a postponed index; the caller has opened a transaction.
    func note(_ name: String, _ statement: String) throws(StoreError) {
        try StoreRecords(connection).write(statement, of: Self.prefix + name)
    }

    /// Creates some or all of the postponed indexes; the caller has opened a transaction.
    ///
    /// - Returns: Whether there was one to create.
    @discardableResult
    func make(_ names: Set<String>? = nil) throws(StoreError) -> Bool {
        let wanted = try rows().filter { names?.contains($0.name) ?? true }
        for row in wanted {
            try make(row.name, row.text)
            try StoreRecords(connection).remove(Self.prefix + row.name)
        }
        return !wanted.isEmpty
    }

    private func make(_ name: String, _ statement: String) throws(StoreError) {
        // The text of a row is not executed unless it creates an index.
        guard PostponedIndexes.isCreation(statement) else {
            throw StoreError(
                .corrupt,
                "the file names an index '\(name)' to make, and does not say how; remove the row "
                    + "'\(Self.prefix)\(name)' of mercator_store")
        }
        // The index may have been created by hand.
        let existing = "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name = ?"
        guard try connection.number(existing, [.string(name)]) == 0 else { return }
        try connection.makeIndex(statement)
    }

    /// Returns the names of postponed indexes without a valid statement.
    func unreadable() throws(StoreError) -> [String] {
        try rows().filter { !PostponedIndexes.isCreation($0.text) }.map(\.name)
    }

    private static func isCreation(_ statement: String) -> Bool {
        statement.hasPrefix("CREATE INDEX ")
    }

    private func rows() throws(StoreError) -> [(name: String, text: String)] {
        try StoreRecords(connection).texts(behind: Self.prefix)
    }
}
