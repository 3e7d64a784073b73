/// The pending changes of a context at some moment, to go back to.
///
/// ```swift
/// let savepoint = context.savepoint()
/// article.title = "Draft"
/// context.rollback(to: savepoint)      // as if nothing had happened
/// ```
///
/// It serves any number of times, until the context is saved: what is in the store cannot be undone.
/// It keeps its context alive, and like it stays in the unit of work.
public struct Savepoint {
    let context: ManagedObjectContext
    let state: GraphState
    let readFailure: StoreError?
    let unreadableValue: StoreError?
    /// How often the context had been saved.
    let saves: Int
    /// How often the context had turned to a newer state of the store.
    let views: Int
}

extension ManagedObjectContext {
    /// Remembers the pending changes as they are now.
    ///
    /// - Complexity: O(1). The next change of an inheritance tree or of a relationship copies what is
    ///   known of it, once, as long as the savepoint is kept: O(*n*) in its objects.
    public func savepoint() -> Savepoint {
        Savepoint(
            context: self, state: state, readFailure: readFailure,
            unreadableValue: unreadableValue, saves: saves, views: views)
    }

    /// Drops every change made since a savepoint; earlier ones stay pending.
    ///
    /// Objects that were inserted since do not exist any more, and their numbers are not given again.
    /// If the context was refreshed in between, it reads again what it had read before.
    ///
    /// A savepoint of another context, or of before a ``save()``, is a programming error.
    public func rollback(to savepoint: Savepoint) {
        precondition(
            savepoint.context === self,
            "the savepoint belongs to another context; roll that one back")
        precondition(
            savepoint.saves == saves,
            "the context was saved after the savepoint was made; what is in the store cannot be "
                + "rolled back, so make another savepoint after each save")
        state = savepoint.state
        readFailure = savepoint.readFailure
        unreadableValue = savepoint.unreadableValue
        // What was read then must not mix with what a newer reader sees.
        if savepoint.views != views { state.forgetRead() }
    }

    /// Runs a nested unit of work: its changes join the pending ones, or none of them does.
    ///
    /// ```swift
    /// for line in lines {
    ///     do {
    ///         try context.perform { context in try read(line, into: context) }
    ///     } catch let error as LineError {
    ///         refused.append(error)        // nothing of this line is left, everything of the others
    ///     }
    /// }
    /// try context.save()
    /// ```
    ///
    /// The closure gets the same context: it sees the changes around it, and objects and handles go
    /// in and out freely. Nested units nest to any depth. In one, ``rollback()`` drops what it did
    /// itself; ``save()`` is a programming error, since only the outermost unit can say that
    /// everything is complete.
    ///
    /// - Parameter work: Reads and changes. If it throws, what it did is dropped.
    /// - Returns: What `work` gives.
    /// - Throws: What `work` throws, or the ``StoreError`` of a read in it that could not throw. The
    ///   pending changes are then as before.
    /// - Complexity: As ``savepoint()``.
    public func perform<Result>(_ work: (ManagedObjectContext) throws -> Result) throws -> Result {
        let start = savepoint()
        nestedStarts.append(start)
        // Failures from before belong to the units around.
        readFailure = nil
        defer { nestedStarts.removeLast() }
        do {
            let result = try work(self)
            if let readFailure { throw readFailure }
            readFailure = start.readFailure
            return result
        } catch {
            rollback(to: start)
            throw error
        }
    }
}
