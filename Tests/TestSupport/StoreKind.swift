import Foundation
package import ObjectGraph
import ObjectGraphSQLite

/// Every kind of store; a feature test takes it as an argument and so runs on each.
package enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case inMemory, sqlite

    /// The name of the case, for the names of test cases.
    package var description: String { rawValue }

    /// Hands out an empty store of this kind that is gone afterwards.
    package func withStore<Result>(
        _ body: (any PersistentStore) throws -> Result
    ) throws -> Result {
        switch self {
        case .inMemory: return try body(InMemoryStore())
        case .sqlite:
            let directory = try Self.makeDirectory()
            defer { try? FileManager.default.removeItem(at: directory) }
            return try body(SQLiteStore(directory.appendingPathComponent("graph.sqlite").path))
        }
    }

    /// Hands out an empty store of this kind to work that waits.
    package func withStoreAwaiting<Result>(
        _ body: (any PersistentStore) async throws -> Result
    ) async throws -> Result {
        switch self {
        case .inMemory: return try await body(InMemoryStore())
        case .sqlite:
            let directory = try Self.makeDirectory()
            defer { try? FileManager.default.removeItem(at: directory) }
            return try await body(
                SQLiteStore(directory.appendingPathComponent("graph.sqlite").path))
        }
    }

    private static func makeDirectory() throws -> URL {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory
    }

    /// Hands out a container around an empty store of this kind.
    package func withContainer<Result>(
        _ model: ManagedObjectModel, _ body: (PersistentContainer) throws -> Result
    ) throws -> Result {
        try withStore { store in try body(PersistentContainer(model: model, store: store)) }
    }
}
