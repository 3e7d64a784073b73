import Mercator

/// The entries and accounts in a SQLite file, and their connection in SQL as a person would write it.
struct RawRegister {
    private let database: RawDatabase

    /// Opens a file that ``make(path:count:)`` has made.
    init(path: String) throws {
        database = try RawDatabase(path: path)
    }

    /// Makes a file with so many entries, nine in ten of which name one of a tenth as many accounts,
    /// and with the indexes that look-ups want; nothing is connected.
    static func make(path: String, count: Int) throws {
        // Mercator makes the tables, so that both contenders work on the same.
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

    /// How many rows were written since the file was opened.
    var changeCount: Int { database.changeCount }

    /// Connects every open entry that names an account which is there.
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
