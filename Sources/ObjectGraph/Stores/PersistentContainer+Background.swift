/// Units of work that wait without blocking anybody.
extension PersistentContainer {
    /// Runs a unit of work on a thread beside those of the tasks, when it is its turn.
    ///
    /// The calling task is suspended meanwhile, so any number of tasks may do this at once: whatever
    /// a unit of work waits for, another one's commit, the disk, or another process, it blocks none of
    /// the few threads that run all tasks.
    ///
    /// ```swift
    /// let result = try await container.performBackgroundTask(retryLimit: 5) { context in
    ///     let result = try operation.run(document, in: context)
    ///     try context.save()
    ///     return result
    /// }
    /// ```
    ///
    /// Units of work begin in the order of the calls, as many at a time as there are cores (two at
    /// least, eight at most), so that one maps while another one commits. They end in any order.
    ///
    /// One that meets somebody else's save is done again as often as `retryLimit` says, as by
    /// ``perform(retryLimit:_:)``, and before all that came later. Its last attempt, and every one
    /// after the second, is alone: the others of this container wait until it is done. So a large unit
    /// of work gets through among many small ones, and with a limit of 1 or more none fails because of
    /// another one of this container's background tasks. Those of ``perform(_:)`` and of other
    /// containers and processes do not wait.
    ///
    /// The closure is part of the calling task, and sees whether that is cancelled.
    ///
    /// - Parameters:
    ///   - retryLimit: How often the work is done again; with 5 it runs at most six times.
    ///   - work: Reads, changes and saves.
    /// - Returns: What `work` gives; values and identifiers only.
    /// - Throws: `CancellationError` if the task is cancelled before it is its turn; nothing has
    ///   changed then. What `work` throws, or the ``StoreError`` of a read in it that could not throw.
    @concurrent
    public func performBackgroundTask<Result: Sendable>(
        retryLimit: Int = 0, _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        precondition(retryLimit >= 0, "the retry limit is \(retryLimit); it counts from zero")
        let ticket = background.takeTicket()
        var retries = 0
        while true {
            let isAlone = retries > 1 || retries > 0 && retries == retryLimit
            let thread = try await background.enter(ticket, isAlone: isAlone)
            do {
                return try await withTaskExecutorPreference(thread) {
                    try await performOnPreferredThread(work) { background.leave(thread) }
                }
            } catch let error as StoreError
                where error.code.isOthersSave && retries < retryLimit && !Task.isCancelled
            {
                retries += 1
            }
        }
    }

    /// Runs a unit of work where its task prefers to run.
    ///
    /// The turn ends there as well, before the task has found a thread of the pool again.
    @concurrent
    private func performOnPreferredThread<Result: Sendable>(
        _ work: @Sendable (ManagedObjectContext) throws -> Result, ending: @Sendable () -> Void
    ) async throws -> Result {
        defer { ending() }
        return try perform { context in try work(context) }
    }
}
