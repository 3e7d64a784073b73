/// A store that distributes inheritance trees over several stores.
///
/// ```swift
/// let store = PartitionedStore(
///     otherwise: SQLiteStore("content.sqlite"),
///     parts: [.init(["Session", "Draft"], in: InMemoryStore())])
/// let container = try PersistentContainer(model: model, store: store)
/// ```
///
/// A relationship cannot reference objects in another store, because neither store could keep it
/// intact when the other changes. Store the key of the object instead, and fetch by it.
///
/// A save may write to one file and any number of stores in memory, all of it or nothing. A save
/// that would write objects to two files is rejected, because no order of two commits survives a
/// crash between them. A unit of work reads one state of each store, each from the moment of its
/// first request to that store. The checkpoint of an import is kept by the store of the imported
/// entity, so that it is written together with its objects.
public struct PartitionedStore: PersistentStore {
    /// Inheritance trees with the store that keeps them.
    public struct Part: Sendable {
        /// The root entities of the trees, which include all their descendants.
        public let entities: [String]
        /// The store that keeps the trees.
        public let store: any PersistentStore

        /// Creates a part from trees and their store.
        public init(_ entities: [String], in store: any PersistentStore) {
            self.entities = entities
            self.store = store
        }
    }

    private let parts: [Part]
    private let rest: any PersistentStore

    /// Creates a store from several others, without opening them.
    ///
    /// - Parameters:
    ///   - rest: The store of every tree that is not in a part.
    ///   - parts: The other stores, each at most once.
    public init(otherwise rest: any PersistentStore, parts: [Part]) {
        self.rest = rest
        self.parts = parts
    }

    /// Opens every store for its part of the model.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` and all reasons: parts with
    ///   entities that are not roots of the model, and relationships between stores; or the
    ///   error of a store.
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
    /// The stores; the store of all other trees comes last.
    public var description: String {
        "PartitionedStore(\(TextLines((parts.map(\.store) + [rest]).map { "\($0)" }).joined))"
    }
}
