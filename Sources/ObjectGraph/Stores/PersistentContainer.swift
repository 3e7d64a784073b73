/// A model and a store: the door to an object graph.
///
/// Any number of tasks may share it.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: SQLiteStore("articles.sqlite"))
/// let titles = try container.perform { context in
///     try context.fetch(FetchRequest("Article")).map { $0["title"] }
/// }
/// ```
public final class PersistentContainer: Sendable {
    /// The model of the graph.
    public let model: ManagedObjectModel
    package let backend: any StoreBackend

    /// Opens a store for a model.
    ///
    /// - Throws: ``StoreError`` if the store cannot be opened for the model.
    public init(model: ManagedObjectModel, store: any PersistentStore) throws(StoreError) {
        self.model = model
        backend = try store.open(for: model).backend
    }

    /// Runs a unit of work with a context of its own.
    ///
    /// The closure is synchronous and runs at once, in the caller's task. Contexts and objects
    /// cannot leave it: the compiler sees to that. What it does not save is dropped when it ends.
    ///
    /// - Parameter work: Reads, changes and saves.
    /// - Returns: What `work` gives; values and identifiers only.
    /// - Throws: What `work` throws, or the ``StoreError`` of a read in it that could not throw.
    public func perform<Result: Sendable>(
        _ work: sending (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        let context = ManagedObjectContext(model: model, backend: backend)
        let result = try work(context)
        if let failure = context.readFailure { throw failure }
        return result
    }
}
