/// The pending changes of a context at some moment, as the target of a rollback.
///
/// ```swift
/// let savepoint = context.savepoint()
/// article.title = "Draft"
/// context.rollback(to: savepoint)      // as if nothing had happened
/// ```
///
/// A savepoint can be used any number of times, until the context is saved: a save cannot be
/// undone. It retains its context, and like the context belongs to the unit of work.
public struct Savepoint {
    let context: ManagedObjectContext
    let state: GraphState
    let readFailure: StoreError?
    let unreadableValue: StoreError?
    /// The number of saves of the context so far.
    let saves: Int
    /// The number of times the context has switched to a newer state of the store so far.
    let views: Int
}

extension ManagedObjectContext {
    /// Returns a savepoint with the current pending changes.
    ///
    /// - Complexity: O(1). While the savepoint is alive, the first change of an inheritance tree or
    ///   a relationship copies its rows or links once: O(*n*) in their number.
    public func savepoint() -> Savepoint {
        Savepoint(
            context: self, state: state, readFailure: readFailure,
            unreadableValue: unreadableValue, saves: saves, views: views)
    }

    /// Discards every change since a savepoint; earlier ones remain pending.
    ///
    /// Objects that were inserted since then no longer exist, and their numbers are not reused. If
    /// the context was refreshed in between, the objects that it had read before the savepoint are
    /// read again.
    ///
    /// A savepoint of another context, or from before a ``save()``, is a programming error.
    public func rollback(to savepoint: Savepoint) {
        precondition(
            savepoint.context === self,
            "the savepoint belongs to another context; roll that one back")
        precondition(
            savepoint.saves == saves,
            "the context was saved after the savepoint was made; what is in the store cannot be "
                + "rolled back, so make another savepoint after each save")
        restore(savepoint)
    }

    /// Restores the pending changes of a savepoint of this context for a failed operation.
    ///
    /// A save in between by a closure of the author does not prevent this.
    package func restore(_ savepoint: Savepoint) {
        state = savepoint.state
        readFailure = savepoint.readFailure
        unreadableValue = savepoint.unreadableValue
        // Rows of an earlier reader must not be mixed with rows of a newer reader.
        if savepoint.views != views { state.forgetRead() }
    }

    /// Runs a nested unit of work, and keeps either all of its changes or none.
    ///
    /// ```swift
    /// for line in lines {
    ///     do {
    ///         try context.perform { context in try read(line, into: context) }
    ///     } catch let error as LineError {
    ///         refused.append(error)        // only the changes of this line are discarded
    ///     }
    /// }
    /// try context.save()
    /// ```
    ///
    /// The closure gets the same context: it includes the changes of enclosing units, and can use
    /// their objects and handles. Units nest to any depth. In a nested unit, ``rollback()``
    /// discards only its own changes; ``save()`` is a programming error, because only the outermost
    /// unit can determine that the changes are complete.
    ///
    /// - Parameter work: Reads and changes. If it throws, its changes are discarded.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`, or the ``StoreError`` of a read in it that could not throw.
    ///   The pending changes are then restored.
    /// - Complexity: Like ``savepoint()``.
    public func perform<Result>(_ work: (ManagedObjectContext) throws -> Result) throws -> Result {
        let start = savepoint()
        nestedStarts.append(start)
        // Errors from before belong to the enclosing units.
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
