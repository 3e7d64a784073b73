package import ObjectGraph

/// Checkpoints, stored as rows of `mercator_store`, which exists in files of every version.
package struct StoreCheckpoints {
    private static let prefix = "checkpoint:"
    private let records: StoreRecords

    package init(_ session: any SQLSession) {
        records = StoreRecords(session)
    }

    /// Returns the key of the row of a checkpoint.
    package static func key(of name: String) -> Value { .string(prefix + name) }

    /// Returns the text of a checkpoint; `nil` if there is none.
    package func text(of name: String) throws(StoreError) -> String? {
        try records.text(of: Self.prefix + name)
    }

    /// Updates checkpoints that have the expected texts; the caller has opened a transaction.
    package func apply(_ changes: [CheckpointChange]) throws(StoreError) {
        for change in changes { try change.check(try text(of: change.key.name)) }
        try write(changes)
    }

    /// Writes the texts of checkpoints that were compared before.
    package func write(_ changes: [CheckpointChange]) throws(StoreError) {
        for change in changes {
            let key = Self.prefix + change.key.name
            if let text = change.text {
                try records.write(text, of: key)
            } else {
                try records.remove(key)
            }
        }
    }

    /// Removes all checkpoints.
    package func removeAll() throws(StoreError) {
        try records.removeAll(behind: Self.prefix)
    }

    /// The condition for the rows of checkpoints.
    package static var areCheckpoints: String { StoreRecords.begins(with: prefix) }
}
