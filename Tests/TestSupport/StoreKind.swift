package import ObjectGraph

/// Every kind of store; a feature test takes it as an argument and so runs on each.
package enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case inMemory

    /// The name of the case, for the names of test cases.
    package var description: String { rawValue }

    /// An empty store of this kind.
    package func makeStore() -> any PersistentStore {
        switch self {
        case .inMemory: InMemoryStore()
        }
    }

    /// A container around an empty store of this kind.
    package func makeContainer(_ model: ManagedObjectModel) throws -> PersistentContainer {
        try PersistentContainer(model: model, store: makeStore())
    }
}
