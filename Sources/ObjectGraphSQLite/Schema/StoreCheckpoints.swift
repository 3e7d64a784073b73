import ObjectGraph

/// Checkpoints, stored as rows of `mercator_store`, which exists in files of every version.
struct StoreCheckpoints {
    private static let prefix = "checkpoint:"
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Returns the text of a checkpoint; `nil` if there is none.
    func text(of name: String) throws(StoreError) -> String? {
        try connection.query(
            "SELECT value FROM mercator_store WHERE key = ?", [.string(Self.prefix + name)]
        ) { (row) throws(StoreError) in row.text(0) }.first
    }

    /// Updates checkpoints; the caller has opened a transaction.
    func apply(_ changes: [CheckpointChange]) throws(StoreError) {
        for change in changes {
            try change.check(try text(of: change.key.name))
            let key = Value.string(Self.prefix + change.key.name)
            if let text = change.text {
                try connection.execute(
                    "INSERT OR REPLACE INTO mercator_store VALUES (?, ?)", [key, .string(text)])
            } else {
                try connection.execute("DELETE FROM mercator_store WHERE key = ?", [key])
            }
        }
    }

    /// Removes all checkpoints.
    func removeAll() throws(StoreError) {
        try connection.execute("DELETE FROM mercator_store WHERE \(Self.areCheckpoints)")
    }

    /// Copies the checkpoints of an attached store.
    func copy(from database: String) throws(StoreError) {
        try connection.prepare(
            "INSERT INTO main.mercator_store (key, value) SELECT key, value "
                + "FROM \(database).mercator_store WHERE \(Self.areCheckpoints)"
        ).run()
    }

    private static let areCheckpoints = "key GLOB '\(prefix)*'"
}
