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
    /// What descriptions call the store.
    let storeName: String
    /// The order of those who work in the background.
    package let background = BackgroundQueue(width: BackgroundThread.usefulCount)

    /// Opens a store for a model.
    ///
    /// - Throws: ``StoreError`` if the store cannot be opened for the model.
    public init(model: ManagedObjectModel, store: any PersistentStore) throws(StoreError) {
        self.model = model
        storeName = "\(store)".shortened(to: 200)
        backend = try store.open(for: model).backend
    }

    /// Runs a unit of work with a context of its own.
    ///
    /// The closure is synchronous and runs at once, in the caller's task. Contexts and objects
    /// cannot leave it: the compiler sees to that. What it does not save is dropped when it ends.
    /// While somebody else commits, a save waits and blocks the thread; where many tasks save, use
    /// ``performBackgroundTask(retryLimit:_:)``.
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

    /// Runs a unit of work, and runs it again on fresh ground when somebody else saved in between.
    ///
    /// The closure may run several times, each time with a new context that sees what is saved by
    /// then: whatever it does besides reading, changing and saving objects, it does as often.
    ///
    /// ```swift
    /// try container.perform(retryLimit: 5) { context in
    ///     guard let counter = try context.fetch(Counter.self).first else { return }
    ///     counter.count += 1
    ///     try context.save()
    /// }
    /// ```
    ///
    /// It runs again after a ``StoreError`` with code `conflict`, `uniqueness` or `brokenReference`,
    /// at once: such an error says that somebody else was faster, and the next attempt sees what they
    /// did. It does not after others, `busy` among them, for which the store has waited already, nor
    /// once the task is cancelled.
    ///
    /// - Parameters:
    ///   - retryLimit: How often the work is done again; with 5 it runs at most six times.
    ///   - work: Reads, changes and saves.
    /// - Returns: What `work` gives.
    /// - Throws: As ``perform(_:)`` does; the error of the last attempt.
    public func perform<Result: Sendable>(
        retryLimit: Int, _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        precondition(retryLimit >= 0, "the retry limit is \(retryLimit); it counts from zero")
        var retries = 0
        while true {
            do {
                return try perform { context in try work(context) }
            } catch let error as StoreError
                where error.code.isOthersSave && retries < retryLimit && !Task.isCancelled
            {
                retries += 1
            }
        }
    }
}

extension StoreError.Code {
    /// Whether a save of somebody else may be the reason, so that another attempt may succeed.
    package var isOthersSave: Bool {
        [.conflict, .uniqueness, .brokenReference].contains(self)
    }
}
