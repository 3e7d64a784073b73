import Foundation
package import ObjectGraph

/// The kinds of stores; feature tests take one as an argument and so run on each.
package enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case inMemory, sqlite, postgres

    /// The kinds on which feature tests run: PostgreSQL is among them on request, because it takes
    /// most of the time.
    package static let allCases: [StoreKind] =
        ProcessInfo.processInfo.environment["MERCATOR_TEST_ALL_STORES"] == "1"
        ? everyKind : [.inMemory, .sqlite]

    /// All kinds for which there is a server, for tests that are few.
    package static let everyKind: [StoreKind] =
        TemporaryStore.hasPostgres ? [.inMemory, .sqlite, .postgres] : [.inMemory, .sqlite]

    /// The name of the case, for the names of test cases.
    package var description: String { rawValue }

    /// Calls a closure with an empty store of this kind, which is removed afterwards.
    package func withStore<Result>(
        _ body: (any PersistentStore) throws -> Result
    ) throws -> Result {
        let temporary = try TemporaryStore(self)
        defer { temporary.remove() }
        return try body(temporary.store)
    }

    /// Calls an asynchronous closure with an empty store of this kind, which is removed afterwards.
    package func withStoreAwaiting<Result>(
        _ body: (any PersistentStore) async throws -> Result
    ) async throws -> Result {
        let temporary = try TemporaryStore(self)
        defer { temporary.remove() }
        return try await body(temporary.store)
    }

    /// Calls a closure with a container that has an empty store of this kind.
    package func withContainer<Result>(
        _ model: ManagedObjectModel, _ body: (PersistentContainer) throws -> Result
    ) throws -> Result {
        try withStore { store in try body(PersistentContainer(model: model, store: store)) }
    }
}
