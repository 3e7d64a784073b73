import Mercator

/// Hand-written connection of entries to accounts in an SQLite file.
struct RawRegister {
    private let database: RawDatabase

    /// Opens a file created by ``make(path:count:)``.
    init(path: String) throws {
        database = try RawDatabase(path: path)
    }

    /// Creates a file with a number of unconnected entries and a tenth as many accounts.
    ///
    /// Nine in ten entries reference an account. The indexes for look-ups exist.
    static func make(path: String, count: Int) throws {
        // Mercator creates the tables, so that both contenders use the same ones.
        do {
            let container = try PersistentContainer(
                model: Register.model(), store: SQLiteStore(path))
            _ = try Register.operation().run(in: container)
        }
        let database = try RawDatabase(path: path)
        let accounts = max(1, count / 10)
        try database.execute(
            """
            BEGIN IMMEDIATE;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(accounts))
            INSERT INTO "Account" ("_id", "_version", "accountID", "name")
            SELECT i, 1, 1000000 + i, 'Account ' || i FROM n;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO "Entry" ("_id", "_version", "entryID", "accountID")
            SELECT i, 1, i, CASE WHEN i % 10 = 0 THEN NULL
              ELSE 1000000 + 1 + (i * 7919) % \(accounts) END FROM n;
            COMMIT;
            PRAGMA wal_checkpoint(TRUNCATE);
            """)
    }

    /// The number of rows written since the file was opened.
    var changeCount: Int { database.changeCount }

    /// Connects every unconnected entry whose account exists.
    func connect() throws {
        try database.transaction {
            try database.execute(
                """
                UPDATE "Entry" SET "account" = a.number, "_version" = "_version" + 1
                FROM (SELECT "accountID", min("_id") AS number FROM "Account" GROUP BY 1) AS a
                WHERE a."accountID" = "Entry"."accountID" AND "Entry"."account" IS NULL
                """)
        }
    }
}
