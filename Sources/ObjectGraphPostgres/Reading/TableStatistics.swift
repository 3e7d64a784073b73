import ObjectGraph
import ObjectGraphSQL

/// The statistics for the server's query plans.
///
/// The server computes them some time after a table has changed. Until then it plans for few rows,
/// which may make statements on the tables of a first load a hundred times slower.
struct TableStatistics {
    let connection: PostgresConnection
    let schema: StoreSchema

    /// Computes the statistics of tables without any, or from a quarter of the rows at most.
    ///
    /// The creation of an index counts rows, but no values. The server skips tables that the role
    /// may not analyze, or that a concurrent process analyzes.
    func makeMissing() throws(StoreError) {
        let names = try connection.texts(
            """
            SELECT c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relname = ANY($1)
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
