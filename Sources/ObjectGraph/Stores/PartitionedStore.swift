/// Several stores behind one container, each with inheritance trees of its own.
///
/// ```swift
/// let store = PartitionedStore(
///     otherwise: SQLiteStore("content.sqlite"),
///     parts: [.init(["Session", "Draft"], in: InMemoryStore())])
/// let container = try PersistentContainer(model: model, store: store)
/// ```
///
/// A relationship cannot lead from one store into another: neither could keep it unbroken when the
/// other changes. Keep the key of the object instead, and fetch by it.
///
/// A save may touch one file and any number of stores in memory: either all of it happens, or
/// nothing. A save that would write objects to two files is refused, because no order of two commits
/// survives a crash between them. A unit of work sees one state of each store, and each from the
/// moment of its first question to that store. The checkpoint of an import is kept by the store of the
/// entity that the import is about, so that it is written with its objects.
public struct PartitionedStore: PersistentStore {
    /// Inheritance trees and the store that keeps them.
    public struct Part: Sendable {
        /// The entities at the top of the trees; what inherits from them comes along.
        public let entities: [String]
        /// Where they are kept.
        public let store: any PersistentStore

        /// Names trees and their store.
        public init(_ entities: [String], in store: any PersistentStore) {
            self.entities = entities
            self.store = store
        }
    }

    private let parts: [Part]
    private let rest: any PersistentStore

    /// Names the stores; nothing happens before they are opened.
    ///
    /// - Parameters:
    ///   - rest: The store of every tree that no part names.
    ///   - parts: The others; each store once.
    public init(otherwise rest: any PersistentStore, parts: [Part]) {
        self.rest = rest
        self.parts = parts
    }

    /// Opens every store for its part of the model.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest`, and everything that does not fit: parts
    ///   that name what is no tree of the model, and relationships between stores; or what a store
    ///   throws.
    public func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        let partition = try StorePartition(model, parts.map(\.entities))
        var backends: [any StoreBackend] = []
        for (store, model) in zip(parts.map(\.store) + [rest], partition.models) {
            backends.append(try store.open(for: model).backend)
        }
        return StoreConnection(PartitionedBackend(partition, backends, of: model))
    }
}

extension PartitionedStore: CustomStringConvertible {
    /// The stores, the one of all other trees last.
    public var description: String {
        "PartitionedStore(\(TextLines((parts.map(\.store) + [rest]).map { "\($0)" }).joined))"
    }
}
