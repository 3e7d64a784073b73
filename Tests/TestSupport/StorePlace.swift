import Foundation
package import ObjectGraph
package import ObjectGraphSQL
import ObjectGraphSQLite

#if canImport(PostgresTestSupport)
    import ObjectGraphPostgres
    package import PostgresTestSupport
#endif

/// A file or a schema for a test, in which it opens stores for several models, one after the other.
package struct StorePlace: Sendable {
    package let kind: StoreKind
    private let open: @Sendable (StoreMigration, (@Sendable (String) -> Void)?) -> PersistentStore
    private let read: @Sendable (String) throws -> [[Value]]

    private typealias PersistentStore = any ObjectGraph.PersistentStore

    /// Creates a place for stores in a file.
    package init(file path: String) {
        kind = .sqlite
        open = { SQLiteStore(path, options: .init(trace: $1, migration: $0)) }
        read = { try SQLiteStore(path).read($0).rows }
    }

    #if canImport(PostgresTestSupport)
        /// Creates a place for stores in a schema.
        package init(_ schema: PostgresSchema) {
            kind = .postgres
            open = {
                PostgresStore(
                    schema.connectionString,
                    options: .init(schema: schema.name, trace: $1, migration: $0))
            }
            read = { sql in
                try schema.connect().query(sql).map { row in
                    (0..<row.columnCount).map { column in
                        switch row.type(column) {
                        case _ where row.isNull(column): .null
                        // A boolean is a number in a file.
                        case 16, 20: .integer(row.integer(column))
                        default: .string(row.text(column))
                        }
                    }
                }
            }
        }
    #endif

    /// Returns the store with options.
    package func store(
        _ migration: StoreMigration = .additive, trace: (@Sendable (String) -> Void)? = nil
    ) -> any ObjectGraph.PersistentStore { open(migration, trace) }

    /// Returns the backend of the store for a model.
    package func backend(
        _ model: ManagedObjectModel, _ migration: StoreMigration = .additive
    ) throws -> any StoreBackend { try store(migration).open(for: model).backend }

    /// Returns the rows of a query; booleans as in a file.
    package func query(_ sql: String) throws -> [[Value]] { try read(sql) }

    /// Returns everything that the store contains for a model, except its internal records.
    package func content(_ model: ManagedObjectModel) throws -> PlaceContent {
        var records: [String: [[Value]]] = [:]
        for question in StorePlace.questions { records[question] = try read(question) }
        return PlaceContent(
            objects: try StoreFixture(store(), model).content(), records: records)
    }

    /// The queries for the tables of the store itself.
    private static let questions = [
        "SELECT entity, property, name, definition FROM mercator_schema ORDER BY 1, 2",
        // A database keeps the numbers that it has reserved.
        "SELECT entity FROM mercator_sequence ORDER BY 1",
        "SELECT description FROM mercator_connections ORDER BY id",
        "SELECT name, entity, attributes, wanted_unique, origin FROM mercator_indexes ORDER BY 1",
        "SELECT key, value FROM mercator_store WHERE key NOT IN ('turn', 'fingerprint') "
            + "ORDER BY 1",
    ]
}

/// Everything that a store contains, for comparing stores of different kinds.
package struct PlaceContent: Sendable, Hashable {
    package var objects: StoreContent
    /// The rows of the store's own tables, by query.
    package var records: [String: [[Value]]]

    /// Returns what only one of two stores contains.
    package func differences(from other: PlaceContent) -> [String] {
        func lines(_ content: PlaceContent) -> Set<String> {
            Set(
                content.objects.rows.map { row in
                    "\(row.entity)/\(row.number) v\(row.version): \(row.row.values)"
                }
                    + content.objects.links.enumerated().flatMap { place, links in
                        links.map { "\(place): \($0)" }
                    }
                    + content.objects.connections.enumerated().map { "\($0): \($1)" }
                    + content.records.flatMap { question, rows in
                        rows.enumerated().map { "\(question): \($0): \($1)" }
                    })
        }
        let lines = lines(self).symmetricDifference(lines(other)).sorted()
        return lines.isEmpty && self != other ? ["the order of rows"] : lines
    }
}
