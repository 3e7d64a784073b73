public import ObjectGraph
public import Payload

/// Maps payloads by one plan: from bytes to connected objects.
///
/// The walk, in order, one pass each: bytes are checked (``PayloadDocument``); the plan was compiled
/// before (``MappingPlan``); records are *collected* from the tape; their objects *identified*;
/// attributes *assigned*; nested relationships *linked*; foreign keys *connected*; attributes of other
/// objects written through *routes*; *hooks* called; what is
/// incomplete *discarded*; what is gone *pruned*; everything saved at once; the result reported.
///
/// ```swift
/// let operation = MappingOperation(try MappingPlan(mappings, for: model))
/// let result = try operation.run(bytes, in: container)
/// try result.requireNoIssues()
/// ```
public struct MappingOperation: Sendable {
    /// The compiled mappings.
    public let plan: MappingPlan
    /// How what does not fit is treated.
    public var options: MappingOptions
    /// What paths that begin with `@metadata` find, such as the headers of a response.
    ///
    /// The engine adds an object `mapping` to it: `collectionIndex`, the place of a record in its list,
    /// `rootKeyPath`, and `parentObject`, with the values that go to the attributes of the object
    /// around.
    public var metadata: [String: Value] = [:]
    /// Who is told of every decision.
    public var observer: (any MappingObserver)?
    /// Which objects are deleted, or planned to be, when the payload does not name them.
    public var orphanDeletion: OrphanDeletion?

    /// Makes an operation; it can run any number of times, in any number of tasks.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings.
    ///   - options: How what does not fit is treated.
    public init(_ plan: MappingPlan, options: MappingOptions = MappingOptions()) {
        self.plan = plan
        self.options = options
    }

    /// Maps a payload in a unit of work of its own, and saves it.
    ///
    /// Look at the result: what did not fit is in it. Where nothing of it matters, write `_ =`.
    ///
    /// When somebody else saved in between, the work is done again on what is there now. It waits for
    /// commits of others in the calling thread; a task calls ``runInBackground(_:in:into:)``.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - container: Where the objects live.
    ///   - target: An object that a single representation at a root path is mapped into, whatever its
    ///     identification says; lists at root paths are mapped as without it.
    /// - Returns: What came of it.
    /// - Throws: `PayloadError` if a text or bytes are no JSON, ``MappingError`` if the operation
    ///   cannot go on, `ValidationError` if an object is not complete, `StoreError` if the store fails.
    ///   Nothing has changed then.
    public func run(
        _ payload: some PayloadConvertible, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) throws -> MappingResult {
        let document = try PayloadDocument(payload)
        return try container.perform(retryLimit: options.retryLimit) { [self] context in
            try runAndSave(document, in: context, into: target)
        }
    }

    /// Maps a payload into a context, and leaves saving to the caller.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - context: The unit of work; its pending changes are seen and kept.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: What came of it; the identifiers are valid after the save as well.
    /// - Throws: ``MappingError`` if the operation cannot go on. The context is as before then.
    /// - Complexity: O(payload + rows found). The number of requests to the store depends on the
    ///   plan, not on the payload.
    public func run(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws(MappingError) -> MappingResult {
        try runChecked(document, in: context, into: target).beforeSaving
    }

    /// The same, with what will be known of connections once the context is saved.
    package func runChecked(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws(MappingError) -> CheckedResult {
        guard plan.model === context.model || plan.model.entities == context.model.entities else {
            throw MappingError(
                .modelMismatch,
                "the plan was made for another model than the context's; "
                    + "make it with container.model")
        }
        let before = context.state
        var spared: Set<ObjectPlace> = []
        var refinements: [RefinedPlace: Refinement] = [:]
        do throws(MappingError) {
            while true {
                switch try map(
                    document, in: context, into: target, sparing: spared, refining: refinements)
                {
                case .done(let result): return result
                case .refining(let others):
                    // Rows were read, and nothing else: they are where they were found.
                    refinements.merge(others) { known, _ in known }
                case .sparing(let others):
                    spared.formUnion(others)
                    refinements = [:]
                    context.state = before
                }
            }
        } catch {
            context.state = before
            throw error
        }
    }

    /// Parses a payload and maps it into a context, and leaves saving to the caller.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text or bytes.
    ///   - context: The unit of work; its pending changes are seen and kept.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: What came of it; the identifiers are valid after the save as well.
    /// - Throws: `PayloadError` if the payload is no JSON, otherwise as with a document.
    public func run(
        _ payload: some PayloadConvertible, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws -> MappingResult {
        try run(PayloadDocument(payload), in: context, into: target)
    }

    /// Maps a payload into an object of a context, and leaves saving to the caller.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - context: The unit of work; its pending changes are seen and kept.
    ///   - target: The object of the context that a single representation at a root path is mapped
    ///     into.
    /// - Returns: What came of it; the identifiers are valid after the save as well.
    /// - Throws: `PayloadError` if a text or bytes are no JSON, otherwise as with a document.
    public func run(
        _ payload: some PayloadConvertible, in context: ManagedObjectContext,
        into target: some ObjectHandle
    ) throws -> MappingResult {
        try run(PayloadDocument(payload), in: context, into: target.managedObject.objectID)
    }

    private func map(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID?, sparing spared: Set<ObjectPlace>,
        refining refinements: [RefinedPlace: Refinement]
    ) throws(MappingError) -> Outcome {
        let deletions = DeletionCount(context)
        let scopes = try orphanDeletion?.resolvedScopes(in: context.model)
        var named: MappingTarget?
        if let target { named = try MappingTarget(target, in: context) }
        var session = MappingSession(self, document, context, into: named)
        session.spared = spared
        session.refinements = refinements
        session.notify(.willMap)
        var collect = try CollectPass(&session)
        try collect.run(&session)
        let found = try IdentifyPass().run(&session)
        guard found.isEmpty else { return .refining(found) }
        var assign = AssignPass(session)
        try assign.run(&session)
        try LinkPass().run(&session, &assign)
        try ConnectPass().run(&session)
        try RoutePass().run(&session)
        if !session.routedRows.isEmpty { try ConnectPass().run(&session) }
        try HookPass().run(&session)
        try DiscardPass().run(&session)
        let failed = session.failedSuccessors
        guard failed.isEmpty else { return .sparing(failed) }
        try PrunePass().run(&session)
        if let orphanDeletion, let scopes {
            try OrphanPass(orphanDeletion, scopes).run(&session)
        }
        // What was deleted may have been a destination, or on the way to one.
        if session.hasPruned { try ConnectPass().run(&session) }
        session.connected = try MappingError.wrapping { () throws(StoreError) in
            try session.tally.counts(in: context)
        }
        session.ambiguities.forEach { session.issues.add($0) }
        try session.reportMisfitKeys()
        context.register(plan, session.connections)
        let report = try session.prepareCheck()
        session.noteProgress(1)
        session.notify(.didMap)
        return .done(CheckedResult(session.result(deletions), report))
    }

    /// How a walk ends.
    private enum Outcome {
        case done(CheckedResult)
        /// Objects that were found need other mappings than were chosen: it has to begin again with
        /// these.
        case refining([RefinedPlace: Refinement])
        /// Objects were deleted for others that then did not fit: it has to begin again without.
        case sparing(Set<ObjectPlace>)
    }
}
