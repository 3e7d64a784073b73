package import ObjectGraph

/// Checkpoints, stored as rows of `mercator_store`, which exists in files of every version.
package struct StoreCheckpoints {
    static let prefix = "checkpoint:"
    private let session: any SQLSession
    private var records: StoreRecords { StoreRecords(session) }

    package init(_ session: any SQLSession) {
        self.session = session
    }

    /// Returns the text of a checkpoint, or `nil`.
    package func text(of name: String) throws(StoreError) -> String? {
        try records.text(of: Self.prefix + name)
    }

    /// Returns the checkpoints whose names begin with a prefix, which ends with a colon, in the
    /// order of their names.
    func all(behind prefix: String, withTexts: Bool) throws(StoreError) -> [StoredCheckpoint] {
        try records.texts(behind: Self.prefix + prefix, withTexts: withTexts).map {
            StoredCheckpoint(CheckpointKey(prefix + $0.name, beside: 0), $0.text)
        }
    }

    /// Returns the last checkpoint whose name begins with a prefix, or `nil`.
    func last(behind prefix: String) throws(StoreError) -> StoredCheckpoint? {
        try records.texts(behind: Self.prefix + prefix, onlyLast: true).first.map {
            StoredCheckpoint(CheckpointKey(prefix + $0.name, beside: 0), $0.text)
        }
    }

    /// Updates checkpoints that have the expected texts; the caller has opened a transaction.
    ///
    /// Each statement compares and writes, so of two transactions that move the same checkpoint one
    /// fails, on any level of isolation.
    package func apply(_ changes: [CheckpointChange]) throws(StoreError) {
        // Two transactions that move the same checkpoints wait for each other in one direction.
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

    /// Returns the statement that moves a checkpoint, with its values; `nil` without texts.
    private func statement(
        _ change: CheckpointChange
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

    /// Copies the checkpoints of a store; the caller has opened a transaction.
    package func copyAll(from source: any SQLSession) throws(StoreError) {
        try records.copy(from: StoreRecords(source), behind: Self.prefix)
    }

    /// Removes the edits that wait for being sent to a server, and that `RemoteGraph` keeps.
    package func removeUnsentEdits() throws(StoreError) {
        for prefix in ["remote-outbox:", PendingEdit.prefix] {
            try records.removeAll(behind: Self.prefix + prefix)
        }
    }

    /// Removes all checkpoints.
    package func removeAll() throws(StoreError) {
        try records.removeAll(behind: Self.prefix)
    }

    /// The condition for the rows of checkpoints.
    package static var areCheckpoints: String { StoreRecords.begins(with: prefix) }
}
