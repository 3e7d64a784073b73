import ObjectGraph
import ObjectGraphSQL

/// The references and links of a whole database that lead to no object, with one statement for each
/// column.
struct BrokenReferences {
    private let connection: PostgresConnection
    private let schema: StoreSchema

    init(_ connection: PostgresConnection, _ schema: StoreSchema) {
        self.connection = connection
        self.schema = schema
    }

    /// Returns the error for the first one, or `nil`.
    func first() throws(StoreError) -> StoreError? {
        for (table, column) in schema.references {
            guard let root = column.destinationRoot else { continue }
            let referrer = try first(
                id, in: table.sql, where: column.sql, leadsNowhereIn: try schema.table(of: root))
            if let referrer { return schema.brokenReference(column, of: referrer, in: table) }
        }
        for links in schema.joinTables.values.sorted(by: { $0.relationship < $1.relationship }) {
            for (root, end) in [
                (links.sourceRoot, "source"), (links.destinationRoot, "destination"),
            ] {
                let broken = try first(
                    end, in: links.sql, where: end, leadsNowhereIn: try schema.table(of: root))
                if broken != nil { return schema.brokenLink(of: links) }
            }
        }
        return nil
    }

    private func first(
        _ result: String, in table: String, where column: String,
        leadsNowhereIn destination: StoreTable
    ) throws(StoreError) -> Int64? {
        try connection.query(
            "SELECT r.\(result) FROM \(table) AS r WHERE r.\(column) IS NOT NULL AND NOT EXISTS "
                + "(SELECT 1 FROM \(destination.sql) AS d WHERE d.\(id) = r.\(column)) LIMIT 1",
            PostgresParameters()
        ).map { row in row.integer(0) }.first
    }

    private var id: String { SystemColumn.id.quotedName }
}

extension StoreSchema {
    /// The columns with references, in the order of their tables.
    var references: [(table: StoreTable, column: StoreColumn)] {
        tables.values.sorted { $0.root < $1.root }.flatMap { table in
            table.columns.filter { $0.destinationRoot != nil }.map { (table, $0) }
        }
    }
}
