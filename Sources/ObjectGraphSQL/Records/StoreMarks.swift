package import ObjectGraph

/// The checks that commits have left to be done, stored as rows of `mercator_store`, which exists
/// in files of every version.
package struct StoreMarks {
    static let prefix = "check:"
    private let session: any SQLSession

    package init(_ session: any SQLSession) {
        self.session = session
    }

    /// Writes the marks of a commit, and removes completed ones.
    ///
    /// The caller has opened a transaction.
    package func apply(_ changes: ChangeSet, at number: Int) throws(StoreError) {
        let records = StoreRecords(session)
        let marks = try changes.marks(at: number) { () throws(StoreError) in
            try session.number("SELECT EXISTS (SELECT 1 FROM mercator_connections)") == 1
        }
        for (name, text) in marks {
            try records.write(text, of: Self.prefix + name)
        }
        for name in changes.settledMarks { try records.remove(Self.prefix + name) }
    }

    /// Returns the connections and the marks of a file, and whether it has substitutes and edits
    /// that wait, with one statement.
    package func registeredConnections() throws(StoreError) -> RegisteredConnections {
        let flag = StoreMetadata.prefix + SubstituteKey.flag
        let edits = StoreMetadata.prefix + PendingEdit.prefix
        let rows = try session.query(
            "SELECT NULL, description, id FROM mercator_connections "
                + "UNION ALL SELECT key, value, 0 FROM mercator_store "
                + "WHERE \(StoreRecords.begins(with: Self.prefix)) OR key = \(flag.quotedText) "
                + "UNION ALL SELECT p.key, '', 0 FROM (SELECT key FROM mercator_store "
                + "WHERE \(StoreRecords.begins(with: edits)) LIMIT 1) AS p ORDER BY 3"
        ) { (row) throws(StoreError) in (name: row.text(0), text: row.text(1)) }
        var found = RegisteredConnections(descriptions: [])
        for row in rows {
            if row.name.isEmpty {
                found.descriptions.append(try ConnectionDescription(text: row.text))
            } else if row.name == flag {
                found.hasSubstitutes = true
            } else if row.name.hasPrefix(edits) {
                found.hasPendingEdits = true
            } else {
                found.marks[String(row.name.dropFirst(Self.prefix.count))] = row.text
            }
        }
        return found
    }
}
