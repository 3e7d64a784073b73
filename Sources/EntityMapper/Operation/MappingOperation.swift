public import MercatorPayload
public import ObjectGraph
public import OrphanDetection

/// An operation that maps payloads to connected objects according to a plan.
///
/// The plan (``MappingPlan``) has been compiled before. An operation consists of the following
/// stages, in this order: the bytes are parsed (``PayloadDocument``); records are *collected* from
/// the tape; their objects are *identified*; attributes are *assigned*; nested relationships are
/// *linked*; foreign keys are *connected*; attributes of other objects are written through
/// *routes*; *hooks* are called; incomplete objects are *discarded*; deleted objects are *pruned*.
/// Everything is then saved at once, and the result is returned.
///
/// ```swift
/// let operation = MappingOperation(try MappingPlan(mappings, for: model))
/// let result = try operation.run(bytes, in: container)
/// try result.requireNoIssues()
/// ```
public struct MappingOperation: Sendable {
    /// The compiled mappings.
    public let plan: MappingPlan
    /// The treatment of invalid values and records.
    public var options: MappingOptions
    /// The values of paths that begin with `@metadata`, such as the headers of a response.
    ///
    /// The engine adds an object `mapping` with `collectionIndex`, the index of a record in its
    /// array, `rootKeyPath`, and `parentObject`, the values for the attributes of the enclosing
    /// object.
    public var metadata: [String: Value] = [:]
    /// The positions of the records in their source, for `@metadata.position`.
    package var positions: RecordPositions?
    /// The observer, notified of every decision.
    public var observer: (any MappingObserver)?
    /// The deletion, or planned deletion, of objects that are absent from the payload.
    public var orphanDeletion: OrphanDeletion?
    /// The memory of payloads that have changed nothing; `nil` to map every payload.
    ///
    /// Loads of bytes and texts into a container use it.
    public var memory: LoadMemory?
    /// The earlier parts of a load that arrives in several payloads; `nil` if there are none.
    package var parts: LoadParts?
    /// The account of the earlier operations of a load; `nil` if none is kept.
    package var account: LoadAccount?
    /// The edits that the payload answers or may not know.
    package var edits = PayloadEdits()

    /// Creates an operation, which can run any number of times in any number of tasks.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings.
    ///   - options: The treatment of invalid values and records.
    public init(_ plan: MappingPlan, options: MappingOptions = MappingOptions()) {
        self.plan = plan
        self.options = options
    }

    /// Maps a payload in a separate unit of work, and saves it.
    ///
    /// The result contains the issues and should be examined; assign it to `_` if they do not
    /// matter.
    ///
    /// If another context saves in the meantime, the operation is repeated on the new state.
    /// Waiting for other commits blocks the calling thread; tasks use
    /// ``runInBackground(_:in:into:)`` instead.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - container: The container of the objects.
    ///   - target: An object into which a single representation at a root path is mapped,
    ///     regardless of its identification; arrays at root paths are mapped as without a target.
    /// - Returns: The result.
    /// - Throws: `PayloadError` if a string or bytes are not valid JSON, ``MappingError`` if the
    ///   operation fails, `ValidationError` if an object is invalid, `StoreError` if the store
    ///   fails. In these cases nothing is changed.
    public func run(
        _ payload: some PayloadConvertible, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) throws -> MappingResult {
        let recollection = try recollection(of: payload, in: container, into: target)
        if let known = recollection?.result { return known }
        let document = try PayloadDocument(payload)
        return try container.perform(retryLimit: options.retryLimit) { [self] context in
            try runAndSave(document, in: context, into: target, recollection)
        }
    }

    /// Maps a payload into a context, without saving.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - context: The context to change; its pending changes are taken into account and
    ///     preserved.
    ///   - target: An object into which a single representation at a root path is mapped.
    /// - Returns: The result; its identifiers remain valid after the save.
    /// - Throws: ``MappingError`` if the operation fails. In this case the context is unchanged.
    /// - Complexity: O(payload + rows found). The number of requests to the store depends on the
    ///   plan, not on the payload.
    public func run(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws(MappingError) -> MappingResult {
        try runChecked(document, in: context, into: target).beforeSaving
    }

    /// Maps a payload into a context.
    ///
    /// Also returns the report of connections to be filled by the save.
    package func runChecked(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws(MappingError) -> CheckedResult {
        try runChecked(in: context) {
            (request(document, into: try target.map { try MappingTarget($0, in: context) }), nil)
        }
    }

    /// Maps records that were collected ahead.
    ///
    /// They are used once, and collected again if the mapping is repeated.
    package func runChecked(
        _ collected: CollectedRecords, in context: ManagedObjectContext
    ) throws(MappingError) -> CheckedResult {
        try runChecked(in: context) { (collected.request, collected.take()) }
    }

    private func runChecked(
        in context: ManagedObjectContext,
        _ source: () throws -> (MappingRequest, CollectedRecords.Content?)
    ) throws(MappingError) -> CheckedResult {
        guard plan.model === context.model || plan.model.entities == context.model.entities else {
            throw MappingError(
                .modelMismatch,
                "the plan was made for another model than the context's; "
                    + "make it with container.model")
        }
        let start = context.savepoint()
        do {
            let (request, collected) = try source()
            let input = MappingInput(request, in: context, beside: edits, account: account)
            return try attempt(input, collected)
        } catch {
            context.restore(start)
            throw MappingError(of: error)
        }
    }

    func request(_ document: PayloadDocument, into target: MappingTarget?) -> MappingRequest {
        MappingRequest(
            plan: plan, document: document, metadata: metadata, positions: positions,
            target: target, options: options, observer: observer)
    }

    /// Runs attempts until no further decision is needed.
    private func attempt(
        _ input: MappingInput, _ collected: CollectedRecords.Content?
    ) throws -> CheckedResult {
        var decisions = MappingDecisions()
        var collected = collected
        while true {
            let attempt = MappingAttempt(
                input: input, decisions: decisions, orphanDeletion: orphanDeletion,
                parts: parts)
            switch try attempt.run(collected.take()) {
            case .done(let result): return result
            case .overriding(let overrides):
                guard decisions.add(overrides) else { throw MappingError.undecided }
                try decisions.findRows(in: input.context)
            case .preserving(let rows):
                guard decisions.add(preserving: rows) else { throw MappingError.undecided }
                input.context.state = input.before
                try decisions.findRows(in: input.context)
            }
        }
    }

    /// Parses a payload and maps it into a context, without saving.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string or bytes.
    ///   - context: The context to change; its pending changes are taken into account and
    ///     preserved.
    ///   - target: An object into which a single representation at a root path is mapped.
    /// - Returns: The result; its identifiers remain valid after the save.
    /// - Throws: `PayloadError` if the payload is not valid JSON, or the errors of the variant with
    ///   a document.
    public func run(
        _ payload: some PayloadConvertible, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws -> MappingResult {
        try run(PayloadDocument(payload), in: context, into: target)
    }

    /// Maps a payload into an object of a context, without saving.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - context: The context to change; its pending changes are taken into account and
    ///     preserved.
    ///   - target: The object of the context into which a single representation at a root path is
    ///     mapped.
    /// - Returns: The result; its identifiers remain valid after the save.
    /// - Throws: `PayloadError` if a string or bytes are not valid JSON, or the errors of the
    ///   variant with a document.
    public func run(
        _ payload: some PayloadConvertible, in context: ManagedObjectContext,
        into target: some ObjectHandle
    ) throws -> MappingResult {
        try run(PayloadDocument(payload), in: context, into: target.managedObject.objectID)
    }
}

extension MappingError {
    /// The error of an attempt that requires only decisions that have been made.
    fileprivate static var undecided: MappingError {
        MappingError(
            .undecided,
            "the mappings of existing objects could not be decided; this is a defect of Mercator")
    }
}
