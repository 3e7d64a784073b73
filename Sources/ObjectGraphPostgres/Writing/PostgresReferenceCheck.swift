import ObjectGraph
import ObjectGraphSQL

/// Checks of references and links against the tables they lead to, with one statement for each
/// table, which may be deferred.
///
/// There are no declared foreign keys: they check each row by itself, which took four times as
/// long.
struct PostgresReferenceCheck {
    private let connection: PostgresConnection
    private let schema: StoreSchema
    private var model: ManagedObjectModel { schema.model }

    init(_ connection: PostgresConnection, _ schema: StoreSchema) {
        self.connection = connection
        self.schema = schema
    }

    /// Locks the destinations of written references and links, and checks that they exist.
    ///
    /// Concurrent transactions then cannot delete them before this one ends.
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
        for (table, column) in schema.references {
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

    private var id: String { SystemColumn.id.quotedName }

    private func parameters(_ numbers: [Int64]) -> PostgresParameters {
        var parameters = PostgresParameters()
        parameters.append(numbers)
        return parameters
    }
}
