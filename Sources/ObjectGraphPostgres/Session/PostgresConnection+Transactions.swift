import ObjectGraph
import ObjectGraphSQL

extension PostgresConnection {
    /// Begins a transaction, and checks that the schema has not changed since the store was opened.
    ///
    /// The statements can be deferred.
    ///
    /// The lock is acquired before the transaction has a state: a migration that waits for it would
    /// otherwise leave tables that appear empty to this transaction. Writers and readers lock
    /// different tables: a unit of work that has read, and commits while a migration waits for its
    /// end, would otherwise wait for the migration. Engines without such locks migrate by additions
    /// only, and keep the fingerprint from changing until the commit.
    func begin(
        _ mode: String, locking lock: String, _ watch: SchemaWatch
    ) throws(StoreError) {
        try execute("BEGIN ISOLATION LEVEL \(mode)", [])
        if settings.engine.hasLocks { try execute("LOCK TABLE \(lock) MODE", []) }
        try send(
            "SELECT (\(StoreSchema.fingerprintQuestion)), current_schema()", PostgresParameters()
        ) { [settings, endpoint] (found) throws(StoreError) in
            let row = found.map { row in (row.text(0), row.text(1)) }.first
            guard row?.1 == settings.schema else {
                throw StoreError.otherSchema(row?.1 ?? "", than: settings.schema, at: endpoint)
            }
            try watch.check(found: row?.0)
        }
    }

    /// Begins a transaction that reads one state, in one round trip.
    func beginReading(_ watch: SchemaWatch) throws(StoreError) {
        try deferring { () throws(StoreError) in
            try begin(
                "REPEATABLE READ READ ONLY", locking: "mercator_schema IN ACCESS SHARE", watch)
        }
    }

    /// Executes work in a transaction that sees concurrent commits.
    func transaction<Result>(
        _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try execute("BEGIN ISOLATION LEVEL \(settings.engine.writing)")
        do throws(StoreError) {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            if !isLost, isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}

extension StoreError {
    /// Returns the error for a transaction in a different schema.
    fileprivate static func otherSchema(
        _ found: String, than wanted: String, at endpoint: String
    ) -> StoreError {
        StoreError(
            .unsupported,
            "the session of \(endpoint) has the schema '\(found)' instead of '\(wanted)', as behind "
                + "a pooler that shares sessions; set preparesStatements to false")
    }
}
