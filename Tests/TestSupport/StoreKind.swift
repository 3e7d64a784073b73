import Foundation
package import ObjectGraph
import ObjectGraphSQLite

/// The kinds of stores; feature tests take one as an argument and so run on each.
package enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case inMemory, sqlite

    /// The name of the case, for the names of test cases.
    package var description: String { rawValue }

    /// Calls a closure with an empty store of this kind, which is removed afterwards.
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

    /// Calls an asynchronous closure with an empty store of this kind, which is removed afterwards.
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

    /// Calls a closure with a container that has an empty store of this kind.
    package func withContainer<Result>(
        _ model: ManagedObjectModel, _ body: (PersistentContainer) throws -> Result
    ) throws -> Result {
        try withStore { store in try body(PersistentContainer(model: model, store: store)) }
    }
}
