import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite

/// The initial content of a new schema, from a file; reset restores it.
struct SeedContent {
    private let exchange: SQLiteExchange
    private let migration: StoreMigration

    /// Creates the content of a seed; `nil` without one.
    init?(_ options: PostgresStore.Options, _ model: ManagedObjectModel) {
        guard let path = options.seed else { return nil }
        exchange = SQLiteExchange(path, model, trace: options.trace, profile: options.profile)
        migration = options.migration
    }

    /// Calls a closure with the content, which is migrated to the model.
    func read<Result>(
        _ body: (any ExchangeSession, StoreSchema) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try exchange.read(migration, body)
    }

    /// Copies the content into new tables; the caller has opened a transaction.
    static func copy(
        _ source: any ExchangeSession, _ old: StoreSchema, to connection: PostgresConnection,
        _ schema: StoreSchema
    ) throws(StoreError) {
        try StoreTransfer(from: source, old, to: connection, schema).run()
        try count(schema, connection)
    }

    /// Replaces all objects by the content, with unused numbers, so that no old identifier is
    /// reused.
    static func replace(
        _ source: any ExchangeSession, _ old: StoreSchema, in connection: PostgresConnection,
        _ schema: StoreSchema
    ) throws(StoreError) {
        try schema.removeAll(connection)
        var offsets: [Int: Int64] = [:]
        for root in schema.tables.keys {
            // No other backend reserves numbers in the meantime, the first ones of a tree included.
            let name = schema.model.layouts[root].name
            try connection.execute(
                "INSERT INTO mercator_sequence AS s VALUES ($1, 1) "
                    + "ON CONFLICT (entity) DO UPDATE SET next = s.next", [.string(name)])
            offsets[root] = try SequenceNumber.next(of: name, connection) - 1
        }
        let transfer = StoreTransfer(from: source, old, to: connection, schema, offsets: offsets)
        try transfer.copyObjects()
        try StoreMetadata(connection).copyAll(from: source)
        try count(schema, connection)
    }

    /// Computes the statistics for the server's query plans.
    private static func count(
        _ schema: StoreSchema, _ connection: PostgresConnection
    ) throws(StoreError) {
        for table in schema.tables.values { try connection.execute("ANALYZE \(table.sql)") }
        for links in schema.joinTables.values { try connection.execute("ANALYZE \(links.sql)") }
    }
}
