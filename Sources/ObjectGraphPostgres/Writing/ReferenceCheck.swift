import ObjectGraph
import ObjectGraphSQL

/// Checks of references and links against the tables they lead to, with one statement for each
/// table, which may be deferred.
///
/// There are no declared foreign keys: they check each row by itself, which took four times as
/// long.
struct ReferenceCheck {
    private let connection: PostgresConnection
    private let schema: StoreSchema
    private var model: ManagedObjectModel { schema.model }

    init(_ connection: PostgresConnection, _ schema: StoreSchema) {
        self.connection = connection
        self.schema = schema
    }

    /// Locks the objects to which written references and links lead, so that no other transaction
    /// deletes them before this one ends, and checks that they exist.
    ///
    /// - Throws: ``StoreError`` with code `brokenReference`.
    func requireEnds(of changes: ChangeSet, _ created: CreatedRows) throws(StoreError) {
        let ends = WrittenEnds(changes, created, schema)
        for (root, numbers) in ends.numbers.sorted(by: { $0.key < $1.key }) {
            let table = try schema.table(of: root)
            try connection.send(
                "SELECT \(id) FROM \(table.sql) WHERE \(id) = ANY($1) ORDER BY \(id) "
                    + connection.settings.engine.existenceLock, parameters(numbers.sorted())
            ) { (found) throws(StoreError) in
                guard found.count < numbers.count else { return }
                let missing = numbers.subtracting(found.map { row in row.integer(0) })
                throw ends.brokenReference(to: missing, of: root)
            }
        }
    }

    /// Removes the links of deleted objects, and checks that no reference leads to one.
    ///
    /// - Throws: ``StoreError`` with code `brokenReference`.
    func release(_ deletions: [RowDeletion]) throws(StoreError) {
        let deleted = Dictionary(grouping: deletions) { model.layouts[$0.entity].root }
            .mapValues { $0.map(\.number).sorted() }
        for links in schema.joinTables.values.sorted(by: { $0.relationship < $1.relationship }) {
            for (root, end) in [
                (links.sourceRoot, "source"), (links.destinationRoot, "destination"),
            ] {
                guard let numbers = deleted[root] else { continue }
                try connection.execute(
                    "DELETE FROM \(links.sql) WHERE \(end) = ANY($1)", [.numbers(numbers)])
            }
        }
        for (table, column) in references {
            guard let root = column.destinationRoot, let numbers = deleted[root] else { continue }
            try connection.send(
                "SELECT \(id) FROM \(table.sql) WHERE \(column.sql) = ANY($1) LIMIT 1",
                parameters(numbers)
            ) { [schema] (found) throws(StoreError) in
                guard let referrer = found.map({ row in row.integer(0) }).first else { return }
                throw schema.brokenReference(column, of: referrer, in: table)
            }
        }
    }

    /// Returns the error for a reference or link in any table that leads to no object; `nil` if
    /// there is none.
    func brokenReference() throws(StoreError) -> StoreError? {
        for (table, column) in references {
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

    /// The columns with references, in the order of their tables.
    private var references: [(table: StoreTable, column: StoreColumn)] {
        schema.tables.values.sorted { $0.root < $1.root }.flatMap { table in
            table.columns.filter { $0.destinationRoot != nil }.map { (table, $0) }
        }
    }

    private func parameters(_ numbers: [Int64]) -> PostgresParameters {
        var parameters = PostgresParameters()
        parameters.append(numbers)
        return parameters
    }
}
