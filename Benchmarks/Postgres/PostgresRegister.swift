import Mercator

/// Entries and accounts in a schema, and the hand-written statement that connects them.
final class PostgresRegister {
    let schema: MeasuredSchema
    private let raw: RawPostgres
    private let count: Int

    /// Creates a number of unconnected entries and a tenth as many accounts, as
    /// ``RawRegister/make(path:count:)`` does in a file.
    init(count: Int) throws {
        self.count = count
        schema = try MeasuredSchema()
        // Mercator creates the tables and indexes, so that both contenders use the same ones.
        let container = try PersistentContainer(model: Register.model(), store: schema.store())
        _ = try Register.operation().run(in: container)
        raw = try schema.connect()
        try raw.execute(
            """
            INSERT INTO "Account" ("_id", "_version", "accountID", "name")
            SELECT i, 1, 1000000 + i, 'Account ' || i FROM generate_series(1, \(accounts)) AS i
            """)
        try raw.execute(#"VACUUM ANALYZE "Account""#)
    }

    private var accounts: Int { max(1, count / 10) }

    /// Makes all entries unconnected.
    func restore() throws {
        try raw.execute(#"TRUNCATE "Entry""#)
        try raw.execute(
            """
            INSERT INTO "Entry" ("_id", "_version", "entryID", "accountID")
            SELECT i, 1, i, CASE WHEN i % 10 = 0 THEN NULL
              ELSE 1000000 + 1 + (i * 7919) % \(accounts) END
            FROM generate_series(1, \(count)::bigint) AS i
            """)
        try raw.execute(#"VACUUM ANALYZE "Entry""#)
    }

    /// Connects every unconnected entry whose account exists, and returns their number.
    func connect() throws -> Int {
        try raw.transaction {
            try raw.execute(
                """
                UPDATE "Entry" AS e SET "account" = a.number, "_version" = e."_version" + 1
                FROM (SELECT "accountID", min("_id") AS number FROM "Account" GROUP BY 1) AS a
                WHERE a."accountID" = e."accountID" AND e."account" IS NULL
                """)
        }
    }
}
