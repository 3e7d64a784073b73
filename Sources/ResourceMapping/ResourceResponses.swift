public import EntityMapper
import MappingConventions
public import MercatorPayload
public import ObjectGraph
import RepresentationWriting

/// A handler of responses, which maps payloads, assigns identifiers, and deletes objects.
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
    /// The operation that maps payloads.
    public var operation: MappingOperation

    /// Creates a handler of responses.
    ///
    /// - Parameter operation: The operation that maps payloads.
    public init(_ operation: MappingOperation) {
        self.operation = operation
    }

    /// Handles the response to a request about an object, and saves the result.
    ///
    /// A response to ``ResourceOperation/save`` assigns an identifier to an object without one: if
    /// the array at the root path of its entity contains exactly one representation, it belongs to
    /// the object. The object is marked as clean first, so that the response is mapped to it. An
    /// object that has received the identifier since the sent object was created, such as an object
    /// of a list, is joined with the sent object: references to it become references to the sent
    /// object, which receives its values, since they are at least as new as the response.
    ///
    /// - Parameters:
    ///   - kind: The purpose of the request.
    ///   - status: The status of the response.
    ///   - body: The payload, if any.
    ///   - object: The object of the request.
    ///   - container: The container of the object.
    /// - Returns: The outcome.
    /// - Throws: ``MappingError`` if the payload cannot be mapped, `ValidationError` or
    ///   `StoreError` if the result cannot be saved. In these cases nothing is changed.
    public func handle(
        _ kind: ResourceOperation, status: Int, body: PayloadDocument?,
        for object: ManagedObjectID, in container: PersistentContainer
    ) throws -> ResponseOutcome {
        try container.perform(retryLimit: operation.options.retryLimit) { [self] context in
            try operation.commit(in: context) {
                try handle(kind, status: status, body: body, for: object, in: context)
            }
        }
    }

    /// Handles the response to a request about an object, without saving.
    ///
    /// - Parameters:
    ///   - kind: The purpose of the request.
    ///   - status: The status of the response.
    ///   - body: The payload, if any.
    ///   - object: The object of the request; it may have been deleted in the meantime.
    ///   - context: The context to change.
    /// - Returns: The outcome.
    /// - Throws: ``MappingError`` if the payload cannot be mapped. In this case the context is
    ///   unchanged.
    public func handle(
        _ kind: ResourceOperation, status: Int, body: PayloadDocument?,
        for object: ManagedObjectID, in context: ManagedObjectContext
    ) throws(MappingError) -> ResponseOutcome {
        try handle(kind, status: status, body: body, for: [object], in: context)
    }

    /// Handles the response to a request that sent several objects, without saving.
    ///
    /// If a saved object has no identifier, the payload must have as many representations at the
    /// root paths of its mapping as objects of that mapping were sent, in the same order.
    ///
    /// - Parameters:
    ///   - kind: The purpose of the request.
    ///   - status: The status of the response.
    ///   - body: The payload, if any.
    ///   - objects: The objects of the request; they may have been deleted in the meantime.
    ///   - context: The context to change.
    /// - Returns: The outcome.
    /// - Throws: ``MappingError`` if the payload cannot be mapped. In this case the context is
    ///   unchanged.
    public func handle(
        _ kind: ResourceOperation, status: Int, body: PayloadDocument?,
        for objects: [ManagedObjectID], in context: ManagedObjectContext
    ) throws(MappingError) -> ResponseOutcome {
        let action = kind.action(forStatus: status)
        switch action {
        case .authenticate, .fail: return ResponseOutcome(action: action)
        case .deleteLocally:
            context.delete(try existing(objects, in: context))
            return ResponseOutcome(action: action)
        case .apply: return try apply(body, of: kind, to: objects, in: context)
        }
    }

    /// Applies a success, whose status was judged before, without saving.
    ///
    /// - Parameters:
    ///   - body: The payload, if any.
    ///   - kind: The purpose of the request.
    ///   - objects: The objects of the request; they may have been deleted in the meantime.
    ///   - context: The context to change.
    /// - Returns: The outcome.
    /// - Throws: ``MappingError`` if the payload cannot be mapped. In this case the context is
    ///   unchanged.
    package func apply(
        _ body: PayloadDocument?, of kind: ResourceOperation, to objects: [ManagedObjectID],
        in context: ManagedObjectContext
    ) throws(MappingError) -> ResponseOutcome {
        let found = try existing(objects, in: context)
        let before = context.savepoint()
        do throws(MappingError) {
            return try apply(body, kind, to: found, in: context)
        } catch {
            context.rollback(to: before)
            throw error
        }
    }

    private func existing(
        _ objects: [ManagedObjectID], in context: ManagedObjectContext
    ) throws(MappingError) -> [ManagedObject] {
        try MappingError.wrapping { () throws(StoreError) in
            var found: [ManagedObject] = []
            for object in objects {
                if let object = try context.object(with: object) { found.append(object) }
            }
            return found
        }
    }

    /// Handles a response with a string or bytes, and saves the result.
    ///
    /// - Parameters:
    ///   - kind: The purpose of the request.
    ///   - status: The status of the response.
    ///   - body: The payload.
    ///   - object: The object of the request.
    ///   - container: The container of the object.
    /// - Returns: The outcome.
    /// - Throws: The errors of the variant with a document; `PayloadError` if a payload to be
    ///   applied is not valid JSON.
    public func handle(
        _ kind: ResourceOperation, status: Int, body: some PayloadConvertible,
        for object: ManagedObjectID, in container: PersistentContainer
    ) throws -> ResponseOutcome {
        try handle(
            kind, status: status, body: document(of: body, kind, status), for: object,
            in: container)
    }

    /// Handles a response with a string or bytes, without saving.
    ///
    /// - Parameters:
    ///   - kind: The purpose of the request.
    ///   - status: The status of the response.
    ///   - body: The payload.
    ///   - object: The object of the request; it may have been deleted in the meantime.
    ///   - context: The context to change.
    /// - Returns: The outcome.
    /// - Throws: The errors of the variant with a document; `PayloadError` if a payload to be
    ///   applied is not valid JSON.
    public func handle(
        _ kind: ResourceOperation, status: Int, body: some PayloadConvertible,
        for object: ManagedObjectID, in context: ManagedObjectContext
    ) throws -> ResponseOutcome {
        try handle(
            kind, status: status, body: document(of: body, kind, status), for: object,
            in: context)
    }

    /// Parses the body if it is needed; the body of a failed request need not be JSON.
    private func document(
        of body: some PayloadConvertible, _ kind: ResourceOperation, _ status: Int
    ) throws(PayloadError) -> PayloadDocument? {
        kind.action(forStatus: status) == .apply ? try PayloadDocument(body) : nil
    }

    private func apply(
        _ body: PayloadDocument?, _ kind: ResourceOperation, to objects: [ManagedObject],
        in context: ManagedObjectContext
    ) throws(MappingError) -> ResponseOutcome {
        var outcome = ResponseOutcome(action: .apply)
        if kind == .save {
            for object in objects { mark(object, .clean) }
            if let body { outcome.bindings = try bind(objects, by: body, &outcome.joined) }
        }
        if let body { outcome.result = try operation.run(body, in: context) }
        for pair in outcome.joined {
            try MappingError.wrapping { () throws(StoreError) in
                guard let object = try context.object(with: pair.object) else { return }
                try pair.values.apply(to: object)
            }
        }
        if kind == .save {
            for object in objects where try isEdited(object) { mark(object, .edited) }
        }
        return outcome
    }

    private func mark(_ object: ManagedObject, _ state: SynchronizationState) {
        guard let attribute = mapping(of: object)?.synchronizationAttribute else { return }
        object[attribute] = state.attributeValue
    }

    /// Tests whether an object has edits that the response does not answer.
    private func isEdited(_ object: ManagedObject) throws(MappingError) -> Bool {
        let edits = try MappingError.wrapping { () throws(StoreError) in
            try object.context.pendingEdits(root: object.layout.root, [object.number])
        }
        return edits.values.joined().contains { !operation.edits.answered.contains($0.id) }
    }

    /// Returns the mapping of an object's entity, or of its nearest ancestor with a mapping.
    func mapping(of object: ManagedObject) -> EntityMapping? {
        let plan = operation.plan
        return plan.remoteMapping(of: object.entity).map { plan.mappings.mappings[$0] }
    }
}

/// The outcome of handling a response.
///
/// ```swift
/// switch outcome.action {
/// case .apply, .deleteLocally: try outcome.result?.requireNoIssues()
/// case .authenticate: queue.append(request)      // until the user has logged in
/// case .fail(let status): throw ServerFailure(status)
/// }
/// ```
public struct ResponseOutcome: Sendable {
    /// The action that the status required and that was taken.
    public let action: ResponseAction
    /// The results of assigning identifiers to sent objects, in their order.
    ///
    /// They are empty unless a payload answered a request to save, and if its mappings describe
    /// none of the objects.
    public internal(set) var bindings: [ObjectBinding] = []
    /// The result of assigning an identifier to the first or only object.
    public var binding: ObjectBinding? { bindings.first }
    /// The objects that were joined with sent objects, because they had received their identifiers.
    package internal(set) var joined: [JoinedObject] = []
    /// The result of mapping the payload; `nil` if there was none.
    public internal(set) var result: MappingResult?
}
