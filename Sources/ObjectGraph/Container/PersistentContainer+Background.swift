/// Units of work that wait without blocking a thread.
extension PersistentContainer {
    /// Runs a unit of work on a thread outside the cooperative pool, in the order of the queue.
    ///
    /// The calling task is suspended while it waits, so any number of tasks can call this function
    /// at once: waiting for another commit, the disk, or another process does not block the few
    /// threads that run all tasks.
    ///
    /// ```swift
    /// let result = try await container.performBackgroundTask(retryLimit: 5) { context in
    ///     let result = try operation.run(document, in: context)
    ///     try context.save()
    ///     return result
    /// }
    /// ```
    ///
    /// Units of work start in the order of the calls. As many units run at the same time as the
    /// machine has cores (at least two, at most eight), so that one can map while another commits.
    /// They end in any order.
    ///
    /// A unit that conflicts with another save is repeated up to `retryLimit` times, like in
    /// ``perform(retryLimit:_:)``, and before all units that arrived later. Its last attempt, and
    /// every one after the second, runs exclusively: the other units of this container wait until
    /// it is done. A large unit of work is therefore completed among many small ones, and with a
    /// limit of 1 or more none fails because of another background task of this container. Units of
    /// ``perform(_:)`` do not wait, but their saves do. So do those of other containers of the same
    /// store value, and, in a database for several processes, those of other processes.
    ///
    /// The closure is part of the calling task, so it can test whether the task is cancelled.
    ///
    /// - Parameters:
    ///   - retryLimit: The greatest number of repetitions; with 5 the work runs at most six times.
    ///   - work: Reads, changes and saves.
    /// - Returns: The result of `work`; values and identifiers only.
    /// - Throws: `CancellationError` if the task is cancelled before its turn; nothing has
    ///   changed then. Otherwise the error of `work`, or the ``StoreError`` of a read in it that
    ///   could not throw.
    @concurrent
    public func performBackgroundTask<Result: Sendable>(
        retryLimit: Int = 0, _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        precondition(retryLimit >= 0, "the retry limit is \(retryLimit); it counts from zero")
        let ticket = background.takeTicket()
        var retries = 0
        while true {
            let isAlone = Self.isAlone(retries, of: retryLimit)
            let thread = try await background.enter(ticket, isAlone: isAlone)
            do {
                return try await withTaskExecutorPreference(thread) {
                    try await performOnPreferredThread(isAlone, work) { background.leave(thread) }
                }
            } catch  where error.isOthersSave && retries < retryLimit && !Task.isCancelled {
                retries += 1
            }
        }
    }

    /// Runs a unit of work on the executor that its task prefers.
    ///
    /// The turn also ends there, before the task continues on a thread of the pool.
    @concurrent
    private func performOnPreferredThread<Result: Sendable>(
        _ isAlone: Bool, _ work: @Sendable (ManagedObjectContext) throws -> Result,
        ending: @Sendable () -> Void
    ) async throws -> Result {
        defer { ending() }
        return try attempt(isAlone: isAlone, work)
    }
}
