/// The engine that implements PostgreSQL's protocol, which determines a store's statements.
///
/// ```swift
/// let store = PostgresStore(
///     "postgresql://app@db.example.com:26257/library", options: .init(engine: .portable))
/// ```
public enum PostgresEngine: Sendable, Hashable, CaseIterable {
    /// PostgreSQL itself, and services that run it, such as Amazon Aurora, AlloyDB and Neon.
    case postgreSQL
    /// An engine that lacks locks of tables and names, temporary tables, collations of columns and
    /// weaker locks of rows, such as CockroachDB and YugabyteDB.
    ///
    /// Commits are serializable, and retried on request of the engine. Connections are made by
    /// contexts, row by row, and a repeated unit of work does not exclude other processes.
    case portable

    /// Indicates whether tables and names can be locked until the end of a transaction.
    var hasLocks: Bool { self == .postgreSQL }

    /// Indicates whether sets can be kept in temporary tables.
    package var hasTemporaryTables: Bool { self == .postgreSQL }

    /// The collation of texts that are sorted by their bytes, as the clause of a column.
    var byteOrder: String { self == .postgreSQL ? #" COLLATE "C""# : "" }

    /// The mode of transactions that write.
    var writing: String {
        self == .postgreSQL ? "READ COMMITTED READ WRITE" : "SERIALIZABLE READ WRITE"
    }

    /// The clause that keeps rows from being changed or deleted concurrently.
    var updateLock: String { self == .postgreSQL ? "FOR NO KEY UPDATE" : "FOR UPDATE" }

    /// The clause that keeps rows from being deleted concurrently.
    var existenceLock: String { self == .postgreSQL ? "FOR KEY SHARE" : "FOR SHARE" }

    /// The session settings that only some engines support.
    var settings: [(name: String, value: String)] {
        guard self == .postgreSQL else { return [] }
        return [
            ("jit", "off"), ("cursor_tuple_fraction", "1"),
            ("default_transaction_isolation", "read committed"),
        ]
    }
}
