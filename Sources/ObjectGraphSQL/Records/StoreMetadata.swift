package import ObjectGraph

/// Metadata, stored as rows of `mercator_store`, which exists in files of every version.
package struct StoreMetadata {
    static let prefix = "checkpoint:"
    private let session: any SQLSession
    private var records: StoreRecords { StoreRecords(session) }

    package init(_ session: any SQLSession) {
        self.session = session
    }

    /// Returns the text of a metadata entry, or `nil`.
    package func text(of name: String) throws(StoreError) -> String? {
        try records.text(of: Self.prefix + name)
    }

    /// Returns the metadata whose names begin with a prefix, which ends with a colon, in the
    /// order of their names.
    func all(behind prefix: String, withTexts: Bool) throws(StoreError) -> [MetadataEntry] {
        try records.texts(behind: Self.prefix + prefix, withTexts: withTexts).map {
            MetadataEntry(MetadataKey(prefix + $0.name, beside: 0), $0.text)
        }
    }

    /// Returns the last metadata entry whose name begins with a prefix, or `nil`.
    func last(behind prefix: String) throws(StoreError) -> MetadataEntry? {
        try records.texts(behind: Self.prefix + prefix, onlyLast: true).first.map {
            MetadataEntry(MetadataKey(prefix + $0.name, beside: 0), $0.text)
        }
    }

    /// Updates entries that have the expected texts; the caller has opened a transaction.
    ///
    /// Each statement compares and writes, so of two transactions that change the same entry, one
    /// fails, on any level of isolation.
    package func apply(_ changes: [MetadataChange]) throws(StoreError) {
        // Two transactions that change the same entries wait for each other in one direction.
        for change in changes.sorted(by: { $0.key.name < $1.key.name }) {
            let (sql, values) = statement(change)
            guard let sql else {
                try change.check(try text(of: change.key.name))
                continue
            }
            let key = SQLValue.string(Self.prefix + change.key.name)
            try session.changeRow(sql, [key] + values, otherwise: change.conflict)
        }
    }

    /// Returns the statement that changes a metadata entry, with its values; `nil` without texts.
    private func statement(
        _ change: MetadataChange
    ) -> (sql: String?, values: [SQLValue]) {
        let parameters = (1...3).map(session.parameter)
        let matches = "key = \(parameters[0]) AND value = \(parameters[1])"
        switch (change.expected, change.text) {
        case (nil, nil): return (nil, [])
        case (nil, let text?):
            return (
                "INSERT INTO mercator_store VALUES (\(parameters[0]), \(parameters[1])) "
                    + "ON CONFLICT (key) DO NOTHING", [.string(text)]
            )
        case (let old?, nil):
            return ("DELETE FROM mercator_store WHERE \(matches)", [.string(old)])
        case (let old?, let text?):
            return (
                "UPDATE mercator_store SET value = \(parameters[2]) WHERE \(matches)",
                [.string(old), .string(text)]
            )
        }
    }

    /// Copies the metadata of a store; the caller has opened a transaction.
    package func copyAll(from source: any SQLSession) throws(StoreError) {
        try records.copy(from: StoreRecords(source), behind: Self.prefix)
    }

    /// Removes the edits and requests that wait to be sent.
    package func removeUnsentEdits() throws(StoreError) {
        for prefix in [PendingEdit.requestPrefix, PendingEdit.prefix] {
            try records.removeAll(behind: Self.prefix + prefix)
        }
    }

    /// Removes all metadata.
    package func removeAll() throws(StoreError) {
        try records.removeAll(behind: Self.prefix)
    }

    /// The condition for the rows of metadata.
    package static var isMetadata: String { StoreRecords.begins(with: prefix) }
}
