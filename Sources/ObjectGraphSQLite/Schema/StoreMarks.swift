import ObjectGraph

/// The checks that commits have left to be done, stored as rows of `mercator_store`, which exists
/// in files of every version.
struct StoreMarks {
    private static let prefix = "check:"
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Writes the marks of a commit, and removes those whose work is done; the caller has opened
    /// a transaction.
    func apply(_ changes: ChangeSet, at number: Int) throws(StoreError) {
        for (name, text) in changes.marks(at: number) {
            try connection.execute(
                "INSERT OR REPLACE INTO mercator_store VALUES (?, ?)",
                [.string(Self.prefix + name), .string(text)])
        }
        for name in changes.settledMarks {
            try connection.execute(
                "DELETE FROM mercator_store WHERE key = ?", [.string(Self.prefix + name)])
        }
    }

    /// Returns the connections and the marks of a file, with one statement.
    func registeredConnections() throws(StoreError) -> RegisteredConnections {
        let rows = try connection.query(
            "SELECT NULL, description, id FROM mercator_connections "
                + "UNION ALL SELECT key, value, 0 FROM mercator_store "
                + "WHERE key GLOB '\(Self.prefix)*' ORDER BY 3"
        ) { (row) throws(StoreError) in (name: row.text(0), text: row.text(1)) }
        var found = RegisteredConnections(descriptions: [])
        for row in rows {
            if row.name.isEmpty {
                found.descriptions.append(try ConnectionDescription(text: row.text))
            } else {
                found.marks[String(row.name.dropFirst(Self.prefix.count))] = row.text
            }
        }
        return found
    }
}
