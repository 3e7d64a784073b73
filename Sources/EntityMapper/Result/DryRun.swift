public import ObjectGraph

/// What an operation would do, found out without doing it.
///
/// ```swift
/// let dryRun = try operation.dryRun(bytes, in: container)
/// guard dryRun.changes.count(.deleted) == 0 else { throw TooMuch() }
/// print(dryRun.changes)
/// ```
///
/// Store and context are as before, with the numbers that they give to new objects. Objects that
/// would be new have identifiers that are ``ManagedObjectID/isProvisional`` here and nowhere else.
public struct DryRun<Outcome: Sendable>: Sendable {
    /// What the operation would give.
    public let result: Outcome
    /// What it would change.
    public let changes: ChangeReport
}

extension ManagedObjectContext {
    /// Does work in a copy of the context that cannot save, and says what it changed.
    ///
    /// - Parameters:
    ///   - identities: Which attributes tell objects apart.
    ///   - checksObjects: Whether objects must be complete afterwards, as before a save.
    ///   - work: The operation.
    /// - Returns: What the work gives, and what it changes.
    /// - Throws: What the work throws, `ValidationError`, or `StoreError`.
    func dryRun<Outcome: Sendable>(
        identities: [IndexDescription], checksObjects: Bool = false,
        _ work: (ManagedObjectContext) throws -> Outcome
    ) throws -> DryRun<Outcome> {
        let copy = ManagedObjectContext(model: model, backend: DryRunBackend(backend))
        copy.state = state
        let result = try work(copy)
        if let failure = copy.readFailure { throw failure }
        if checksObjects { try copy.requireValid() }
        return DryRun(
            result: result, changes: try copy.changes(since: state, identities: identities))
    }
}
