import ObjectGraph

/// Named texts kept with a store, as rows of `mercator_store`, which exists in files of every
/// version.
struct StoreAnnotations {
    private static let prefix = "annotation:"
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Returns the texts by name.
    func texts() throws(StoreError) -> [String: String] {
        let rows = try connection.query(
            "SELECT key, value FROM mercator_store WHERE key GLOB '\(Self.prefix)*'"
        ) { (row) throws(StoreError) in
            (name: String(row.text(0).dropFirst(Self.prefix.count)), text: row.text(1))
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    /// Tests whether the file has all of these texts.
    func contain(_ texts: [String: String]) throws(StoreError) -> Bool {
        guard !texts.isEmpty else { return true }
        let stored = try self.texts()
        return texts.allSatisfy { stored[$0.key] == $0.value }
    }

    /// Writes texts, and keeps those of other names; the caller has opened a transaction.
    func write(_ texts: [String: String]) throws(StoreError) {
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            try connection.execute(
                "INSERT OR REPLACE INTO mercator_store VALUES (?, ?)",
                [.string(Self.prefix + name), .string(text)])
        }
    }
}
