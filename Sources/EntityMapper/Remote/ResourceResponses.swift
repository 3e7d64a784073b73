public import ObjectGraph
public import Payload

/// Does what responses ask for: maps them, tells an object its identification, deletes what is gone.
///
/// ```swift
/// let responses = ResourceResponses(MappingOperation(plan))
/// let outcome = try responses.handle(
///     .save, status: 201, body: document, for: product, in: container)
/// outcome.binding      // bound to 9: the product that was sent is now the server's product 9
/// ```
///
/// Source: TSNREST's saving and deletion categories.
public struct ResourceResponses: Sendable {
    /// How payloads are mapped.
    public var operation: MappingOperation

    /// Handles responses by an operation.
    ///
    /// - Parameter operation: How payloads are mapped.
    public init(_ operation: MappingOperation) {
        self.operation = operation
    }

    /// Does what the response to a request about an object asks for, and saves it.
    ///
    /// A response to ``ResourceOperation/save`` tells an object without identification which one it
    /// has: where the list at the root path of its entity has exactly one representation, that is the
    /// object's. The object counts as clean again, so that the response is mapped to it.
    ///
    /// - Parameters:
    ///   - kind: What the request was for.
    ///   - status: The status of the response.
    ///   - body: The payload, if there is one.
    ///   - object: The object that the request was about.
    ///   - container: Where it lives.
    /// - Returns: What was done.
    /// - Throws: ``MappingError`` if the payload cannot be mapped, `ValidationError` or `StoreError` if
    ///   the result cannot be saved. Nothing has changed then.
    public func handle(
        _ kind: ResourceOperation, status: Int, body: PayloadDocument?,
        for object: ManagedObjectID, in container: PersistentContainer
    ) throws -> ResponseOutcome {
        try container.perform(retryLimit: operation.options.retryLimit) { [self] context in
            let outcome = try handle(
                kind, status: status, body: body, for: object, in: context)
            try operation.options.identityLookup.save(context)
            return outcome
        }
    }

    /// Does what the response to a request about an object asks for, and leaves saving to the caller.
    ///
    /// - Parameters:
    ///   - kind: What the request was for.
    ///   - status: The status of the response.
    ///   - body: The payload, if there is one.
    ///   - object: The object that the request was about; one that is gone meanwhile is no error.
    ///   - context: The unit of work.
    /// - Returns: What was done.
    /// - Throws: ``MappingError`` if the payload cannot be mapped. The context is as before then.
    public func handle(
        _ kind: ResourceOperation, status: Int, body: PayloadDocument?,
        for object: ManagedObjectID, in context: ManagedObjectContext
    ) throws(MappingError) -> ResponseOutcome {
        let action = kind.action(forStatus: status)
        let found = try MappingError.wrapping { () throws(StoreError) in
            try context.object(with: object)
        }
        switch action {
        case .authenticate, .fail: return ResponseOutcome(action: action)
        case .deleteLocally:
            if let found { context.delete(found) }
            return ResponseOutcome(action: action)
        case .apply:
            let before = context.savepoint()
            do throws(MappingError) {
                return try apply(body, kind, to: found, in: context)
            } catch {
                context.rollback(to: before)
                throw error
            }
        }
    }

    /// Does what the response with a text or bytes asks for, and saves it.
    ///
    /// - Parameters:
    ///   - kind: What the request was for.
    ///   - status: The status of the response.
    ///   - body: The payload.
    ///   - object: The object that the request was about.
    ///   - container: Where it lives.
    /// - Returns: What was done.
    /// - Throws: As with a document; `PayloadError` if a body that is to be applied is no JSON.
    public func handle(
        _ kind: ResourceOperation, status: Int, body: some PayloadConvertible,
        for object: ManagedObjectID, in container: PersistentContainer
    ) throws -> ResponseOutcome {
        try handle(
            kind, status: status, body: document(of: body, kind, status), for: object,
            in: container)
    }

    /// Does what the response with a text or bytes asks for, and leaves saving to the caller.
    ///
    /// - Parameters:
    ///   - kind: What the request was for.
    ///   - status: The status of the response.
    ///   - body: The payload.
    ///   - object: The object that the request was about; one that is gone meanwhile is no error.
    ///   - context: The unit of work.
    /// - Returns: What was done.
    /// - Throws: As with a document; `PayloadError` if a body that is to be applied is no JSON.
    public func handle(
        _ kind: ResourceOperation, status: Int, body: some PayloadConvertible,
        for object: ManagedObjectID, in context: ManagedObjectContext
    ) throws -> ResponseOutcome {
        try handle(
            kind, status: status, body: document(of: body, kind, status), for: object,
            in: context)
    }

    /// Parses a body that is looked at: that of a refusal need not be JSON.
    private func document(
        of body: some PayloadConvertible, _ kind: ResourceOperation, _ status: Int
    ) throws(PayloadError) -> PayloadDocument? {
        kind.action(forStatus: status) == .apply ? try PayloadDocument(body) : nil
    }

    private func apply(
        _ body: PayloadDocument?, _ kind: ResourceOperation, to object: ManagedObject?,
        in context: ManagedObjectContext
    ) throws(MappingError) -> ResponseOutcome {
        var outcome = ResponseOutcome(action: .apply)
        if kind == .save, let object {
            markClean(object)
            if let body { outcome.binding = try bind(object, by: body) }
        }
        if let body { outcome.result = try operation.run(body, in: context) }
        return outcome
    }

    /// Has an object that was sent count as one that is as on the server.
    private func markClean(_ object: ManagedObject) {
        let mapping = mapping(of: object)
        guard let state = mapping?.synchronizationAttribute else { return }
        object[state] = SynchronizationState.clean.attributeValue
    }

    /// The mapping for the entity of an object, or for its nearest ancestor that has one.
    func mapping(of object: ManagedObject) -> EntityMapping? {
        let plan = operation.plan
        return plan.remoteMapping(of: object.entity).map { plan.mappings.mappings[$0] }
    }
}

/// What became of a response.
///
/// ```swift
/// switch outcome.action {
/// case .apply, .deleteLocally: try outcome.result?.requireNoIssues()
/// case .authenticate: queue.append(request)      // until the user has logged in
/// case .fail(let status): throw ServerFailure(status)
/// }
/// ```
public struct ResponseOutcome: Sendable {
    /// What its status asked for, and was done.
    public let action: ResponseAction
    /// Whether the object that was sent knows now which one it is on the server; `nil` unless a payload
    /// answered a request to save.
    public internal(set) var binding: ObjectBinding?
    /// What came of mapping the payload; `nil` without one.
    public internal(set) var result: MappingResult?
}
