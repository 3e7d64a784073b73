import ObjectGraph
import ObjectGraphSQL

/// Locks the checkpoints that a commit moves, and compares them.
struct CheckpointLocks {
    private let connection: PostgresConnection
    private let schemaName: String

    init(_ connection: PostgresConnection, _ schemaName: String) {
        self.connection = connection
        self.schemaName = schemaName
    }

    /// Waits for other transactions that move the same checkpoints, and compares the texts: two
    /// that read one at the same time would both find it where they expect it.
    ///
    /// The locks are on names, because a checkpoint may have no row yet. The statements may be
    /// deferred.
    ///
    /// - Throws: ``StoreError`` with code `conflict`.
    func lock(_ changes: ChangeSet) throws(StoreError) {
        for change in changes.checkpoints.sorted(by: { $0.key.name < $1.key.name }) {
            let name = change.key.name
            try connection.execute(
                "SELECT pg_advisory_xact_lock(hashtext('mercator checkpoint'), hashtext($1))",
                [.string(schemaName + name)])
            try connection.send(
                "SELECT value FROM mercator_store WHERE key = $1",
                PostgresParameters([StoreCheckpoints.key(of: name)])
            ) { (rows) throws(StoreError) in
                let text = rows.map { row in row.text(0) }.first
                try change.check(changes.emptiesStore ? nil : text)
            }
        }
    }
}
