package import Synchronization

/// A model with a store: the entry point to an object graph.
///
/// A container can be shared by any number of tasks.
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
    let state: ContainerState
    /// The mappings of its loads, which a target above keeps with the container.
    package let companion = Mutex<(any Sendable)?>(nil)
    /// The queue of units of work in the background.
    package let background = BackgroundQueue(width: BackgroundThread.usefulCount)

    /// Opens a store for a model.
    ///
    /// - Throws: ``StoreError`` if the store cannot be opened for the model.
    public init(model: ManagedObjectModel, store: any PersistentStore) throws(StoreError) {
        self.model = model
        state = ContainerState(storeName: "\(store)".shortened(to: 200))
        backend = try store.open(for: model).backend
    }

    /// Runs a unit of work with a new context.
    ///
    /// The closure is synchronous and runs immediately, in the caller's task. The compiler ensures
    /// that contexts and objects do not leave it. Changes that it does not save are discarded when
    /// it ends. While another commit is in progress, a save waits and blocks the thread; if many
    /// tasks save, use ``performBackgroundTask(retryLimit:_:)``.
    ///
    /// - Parameter work: Reads, changes and saves.
    /// - Returns: The result of `work`; values and identifiers only.
    /// - Throws: The error of `work`, or the ``StoreError`` of a read in it that could not throw.
    public func perform<Result: Sendable>(
        _ work: sending (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        // An exclusive unit of work includes the units of work that are nested in it.
        try state.requireOpen()
        let turn = PersistentContainer.turns[ObjectIdentifier(self)]
        let context = ManagedObjectContext(model: model, backend: turn ?? backend)
        let result = try work(context)
        if let failure = context.readFailure { throw failure }
        return result
    }

    /// Closes the store: its files may be moved or deleted afterwards, and an app may be suspended.
    ///
    /// Waits for a commit that is in progress. Units of work that are reading continue to their
    /// end, and then close their connections; later units, and saves, throw ``StoreError`` with
    /// code `closed`, and so do sequences of changes. An unused container closes itself. Other
    /// containers of the same store remain open, and so does a store in memory, whose objects
    /// belong to the ``InMemoryStore`` and not to a container.
    ///
    /// ```swift
    /// container.close()
    /// try SQLiteStore(path).deleteFiles()
    /// ```
    public func close() {
        state.close()
        backend.close()
        backend.commits.noteClose()
    }

    /// Runs one attempt of a unit of work that is repeated after conflicts.
    ///
    /// `isAlone` indicates that it excludes all other commits of this process, and those of other
    /// processes as far as the store can.
    func attempt<Result: Sendable>(
        isAlone: Bool, _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        guard isAlone else { return try perform { context in try work(context) } }
        return try backend.commits.gate.exclude {
            var turns = PersistentContainer.turns
            turns[ObjectIdentifier(self)] = try turns[ObjectIdentifier(self)] ?? backend.alone()
            return try PersistentContainer.$turns.withValue(turns) {
                try perform { context in try work(context) }
            }
        }
    }

    /// The backends of this task's units of work that exclude all other commits, by container.
    @TaskLocal private static var turns: [ObjectIdentifier: any StoreBackend] = [:]

    /// Runs a unit of work, and repeats it with a new context after a conflict with another save.
    ///
    /// The closure may run several times, each time with a new context that reads the state saved
    /// by then. Any other side effects of the closure are repeated as well.
    ///
    /// ```swift
    /// try container.perform(retryLimit: 5) { context in
    ///     guard let counter = try context.fetch(Counter.self).first else { return }
    ///     counter.count += 1
    ///     try context.save()
    /// }
    /// ```
    ///
    /// The work is retried immediately after a ``StoreError`` with code `conflict`, `uniqueness` or
    /// `brokenReference`: these errors mean that another save came first, and the next attempt
    /// reads its changes. The work is not retried after other errors, including `busy`, because the
    /// store has already waited, nor after the task is cancelled. The saves of all others wait, for
    /// up to five seconds, while the third attempt and all later ones run, or the last: those of
    /// this process, and in a database for several processes those of the others.
    ///
    /// - Parameters:
    ///   - retryLimit: The greatest number of repetitions; with 5 the work runs at most six times.
    ///   - work: Reads, changes and saves.
    /// - Returns: The result of `work`.
    /// - Throws: The errors of ``perform(_:)``, in the last attempt.
    public func perform<Result: Sendable>(
        retryLimit: Int, _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        precondition(retryLimit >= 0, "the retry limit is \(retryLimit); it counts from zero")
        var retries = 0
        while true {
            do {
                return try attempt(isAlone: Self.isAlone(retries, of: retryLimit), work)
            } catch  where error.isOthersSave && retries < retryLimit && !Task.isCancelled {
                retries += 1
            }
        }
    }

    /// Returns whether an attempt excludes all other commits, so that it succeeds.
    ///
    /// The third attempt and all later ones do so, or the last one.
    static func isAlone(_ retries: Int, of retryLimit: Int) -> Bool {
        retries > 1 || retries > 0 && retries == retryLimit
    }
}

extension StoreError.Code {
    /// Indicates whether another save can be the cause, so that a repetition may succeed.
    package var isOthersSave: Bool {
        [.conflict, .uniqueness, .brokenReference].contains(self)
    }
}

extension Error {
    /// Indicates whether another save can be the cause of this error.
    ///
    /// A mapping that can no longer read its state reports the conflict as the cause of its error;
    /// its reports of other store failures are final.
    package var isOthersSave: Bool {
        guard let error = self as? StoreError else { return StoreError.Code.conflict ~= self }
        return error.code.isOthersSave
    }
}
