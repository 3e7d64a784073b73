import Foundation
package import ObjectGraph
import ObjectGraphSQLite

#if canImport(PostgresTestSupport)
    import ObjectGraphPostgres
    import PostgresTestSupport
#endif

/// An empty store for a test.
package struct TemporaryStore: Sendable {
    package let store: any PersistentStore
    private let removal: @Sendable () -> Void

    /// Creates a store; call ``remove()`` after its use.
    package init(_ kind: StoreKind, trace: (@Sendable (String) -> Void)? = nil) throws {
        switch kind {
        case .inMemory:
            store = InMemoryStore()
            removal = {}
        case .sqlite:
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("mercator-" + UUID().uuidString)
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            store = SQLiteStore(
                folder.appendingPathComponent("graph.sqlite").path, options: .init(trace: trace))
            removal = { try? FileManager.default.removeItem(at: folder) }
        case .postgres:
            #if canImport(PostgresTestSupport)
                let schema = try PostgresSchema()
                store = PostgresStore(
                    schema.connectionString, options: .init(schema: schema.name, trace: trace))
                removal = { schema.drop() }
            #else
                throw StoreError(.unsupported, "the package was built without PostgreSQL")
            #endif
        }
    }

    /// Removes the file or the schema of the store.
    package func remove() { removal() }

    /// Indicates whether this machine has a PostgreSQL server.
    package static var hasPostgres: Bool {
        #if canImport(PostgresTestSupport)
            PostgresTestServer.isUsable
        #else
            false
        #endif
    }
}
