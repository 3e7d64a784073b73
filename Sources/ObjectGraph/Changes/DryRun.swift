/// The result and the changes of an operation that was executed without effect.
///
/// ```swift
/// let dryRun = try operation.dryRun(bytes, in: container)
/// guard dryRun.changes.count(.deleted) == 0 else { throw TooMuch() }
/// print(dryRun.changes)
/// ```
///
/// The store and the context are unchanged, including their counters for new objects. Objects that
/// would be inserted have identifiers that are ``ManagedObjectID/isProvisional`` and valid only
/// here.
public struct DryRun<Outcome: Sendable>: Sendable {
    /// The result that the operation would return.
    public let result: Outcome
    /// The changes that the operation would make.
    public let changes: ChangeReport
}

extension ManagedObjectContext {
    /// Performs work in a copy of the context that cannot save, and reports its changes.
    ///
    /// - Parameters:
    ///   - identities: The attributes that identify objects in the report.
    ///   - checksObjects: Whether to validate all objects afterwards, as before a save.
    ///   - work: The operation.
    /// - Returns: The result of the work and its changes.
    /// - Throws: Any error of the work, `ValidationError`, or `StoreError`.
    package func dryRun<Outcome: Sendable>(
        identities: [IndexDescription], checksObjects: Bool = false,
        _ work: (ManagedObjectContext) throws -> Outcome
    ) throws -> DryRun<Outcome> {
        let copy = dryRunCopy()
        let result = try work(copy)
        if let failure = copy.readFailure { throw failure }
        if checksObjects { try copy.requireValid() }
        return DryRun(
            result: result, changes: try copy.changes(since: state, identities: identities))
    }
}

extension DryRun: CustomStringConvertible {
    /// The result, followed by the changes.
    public var description: String { "\(result)\n\(changes)" }
}
