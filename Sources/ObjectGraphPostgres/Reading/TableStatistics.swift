import ObjectGraph
import ObjectGraphSQL

/// The numbers of rows and values by which the server plans its statements.
///
/// The server counts them by itself some time after a table has changed. Until then it plans for a
/// few rows, with which statements over the tables of a first load may take a hundred times as
/// long.
struct TableStatistics {
    private let connection: PostgresConnection
    private let schema: StoreSchema

    init(_ connection: PostgresConnection, _ schema: StoreSchema) {
        self.connection = connection
        self.schema = schema
    }

    /// Counts the tables that have rows, but no statistics or those of a quarter of the size.
    ///
    /// The creation of an index counts rows, but no values.
    ///
    /// Tables that the role may not count are left out by the server, and so are those that another
    /// process counts at this moment.
    func makeMissing() throws(StoreError) {
        let names = try connection.texts(
            """
            SELECT c.relname FROM pg_class AS c
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)
            AND pg_relation_size(c.oid) > 0 AND (
              pg_relation_size(c.oid) > 4 * c.relpages * current_setting('block_size')::bigint
              OR NOT EXISTS (SELECT 1 FROM pg_stats AS s
                WHERE s.schemaname = current_schema() AND s.tablename = c.relname))
            """, [.list(tables.map(Value.string))])
        guard !names.isEmpty else { return }
        try connection.execute(
            "ANALYZE (SKIP_LOCKED) \(names.map(\.quotedName).joined(separator: ", "))")
    }

    private var tables: [String] {
        schema.tables.values.map(\.name) + schema.joinTables.values.map(\.name)
    }
}
