package import ObjectGraph

/// The rows of `mercator_store`, which exists in stores of every version: texts by name.
package struct StoreRecords {
    private let session: any SQLSession

    package init(_ session: any SQLSession) {
        self.session = session
    }

    /// Returns the text of a name, or `nil`.
    package func text(of key: String) throws(StoreError) -> String? {
        try session.texts(
            "SELECT value FROM mercator_store WHERE key = \(session.parameter(1))", [.string(key)]
        ).first
    }

    /// Returns the texts whose names begin with a prefix, or the last of them, in the order of
    /// their names, which are returned without it; the texts are empty unless they are wanted.
    package func texts(
        behind prefix: String, withTexts: Bool = true, onlyLast: Bool = false,
        where condition: String? = nil
    ) throws(StoreError) -> [(name: String, text: String)] {
        try session.query(
            "SELECT key, \(withTexts ? "value" : "''") FROM mercator_store "
                + "WHERE \(Self.begins(with: prefix))\(condition.map { " AND \($0)" } ?? "") "
                + "ORDER BY key"
                + (onlyLast ? " DESC LIMIT 1" : "")
        ) { (row) throws(StoreError) in
            (name: String(row.text(0).dropFirst(prefix.count)), text: row.text(1))
        }
    }

    /// Writes the text of a name; the caller has opened a transaction.
    package func write(_ text: String, of key: String) throws(StoreError) {
        try session.execute(
            "INSERT INTO mercator_store VALUES (\(session.parameter(1)), \(session.parameter(2))) "
                + "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [.string(key), .string(text)])
    }

    /// Removes the text of a name; the caller has opened a transaction.
    package func remove(_ key: String) throws(StoreError) {
        try session.execute(
            "DELETE FROM mercator_store WHERE key = \(session.parameter(1))", [.string(key)])
    }

    /// Removes all texts whose names begin with a prefix; the caller has opened a transaction.
    package func removeAll(behind prefix: String) throws(StoreError) {
        try session.execute("DELETE FROM mercator_store WHERE \(Self.begins(with: prefix))")
    }

    /// Copies the content texts of a store: metadata, marks and annotations.
    ///
    /// The caller has opened a transaction.
    package func copyContent(from other: StoreRecords) throws(StoreError) {
        for prefix in [StoreMetadata.prefix, StoreMarks.prefix, StoreAnnotations.prefix] {
            try copy(from: other, behind: prefix)
        }
    }

    /// Copies texts of a store whose names begin with a prefix.
    func copy(from other: StoreRecords, behind prefix: String) throws(StoreError) {
        for row in try other.texts(behind: prefix) {
            try write(row.text, of: prefix + row.name)
        }
    }

    /// Returns the condition for names that begin with a prefix, which ends with a colon.
    package static func begins(with prefix: String) -> String {
        "key >= \(prefix.quotedText) AND key < \((prefix.dropLast() + ";").quotedText)"
    }
}
