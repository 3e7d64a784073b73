/// A store of an object graph, such as ``InMemoryStore``, or `SQLiteStore` in ObjectGraphSQLite.
///
/// A store is passed to the initializer of a ``PersistentContainer``, which opens it.
public protocol PersistentStore: Sendable {
    /// Opens the store for a model, and creates or extends its content where necessary.
    ///
    /// - Throws: ``StoreError``, with code `schemaMismatch` if the store was created for a model
    ///   that cannot be migrated to this one.
    func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection
}
