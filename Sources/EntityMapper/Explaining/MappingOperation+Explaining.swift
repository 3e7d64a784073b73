public import ObjectGraph
public import Payload

/// Saying what an operation would do, and why.
extension MappingOperation {
    /// Says what the operation would do with a payload, and why a key would not be mapped.
    ///
    /// Nothing is changed and no numbers are used up: the operation runs in a context of its own that
    /// is dropped. ``observer`` is not told.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - container: Where the objects live.
    ///   - target: An object that a single representation at a root path is mapped into.
    ///   - recordLimit: How many records are told of one by one; counts are of all.
    /// - Returns: What would happen; also where a payload would make the operation fail.
    /// - Throws: ``MappingError`` if the store fails, the model or the target does not fit, or the
    ///   task was cancelled; `PayloadError` if a text or bytes are no JSON.
    /// - Complexity: That of the operation, and O(payload) to look for keys that nobody mapped.
    public func explain(
        _ payload: some PayloadConvertible, in container: PersistentContainer,
        into target: ManagedObjectID? = nil, showing recordLimit: Int = 100
    ) throws -> MappingExplanation {
        let document = try PayloadDocument(payload)
        return try container.perform { [self] context in
            try explain(document, in: context, into: target, showing: recordLimit)
        }
    }

    /// Says what the operation would do in a context with a text or bytes.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - context: The unit of work.
    ///   - target: An object that a single representation at a root path is mapped into.
    ///   - recordLimit: How many records are told of one by one; counts are of all.
    /// - Returns: What would happen.
    /// - Throws: As with a document, and `PayloadError` if the payload is no JSON.
    public func explain(
        _ payload: some PayloadConvertible, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil, showing recordLimit: Int = 100
    ) throws -> MappingExplanation {
        try explain(PayloadDocument(payload), in: context, into: target, showing: recordLimit)
    }

    /// Says what the operation would do in a context, whose pending changes are seen and kept.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - context: The unit of work.
    ///   - target: An object that a single representation at a root path is mapped into.
    ///   - recordLimit: How many records are told of one by one; counts are of all.
    /// - Returns: What would happen.
    /// - Throws: As with a container.
    /// - Complexity: As with a container.
    public func explain(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil, showing recordLimit: Int = 100
    ) throws(MappingError) -> MappingExplanation {
        let copy = ManagedObjectContext(
            model: context.model, backend: DryRunBackend(context.backend))
        copy.state = context.state
        let trace = ExplanationObserver(plan, recordLimit: max(0, recordLimit))
        var operation = self
        operation.observer = trace
        var outcome: Result<MappingResult, MappingError>
        do throws(MappingError) {
            outcome = .success(try operation.run(document, in: copy, into: target))
        } catch {
            outcome = .failure(error)
            guard error.isAboutPayload else { throw error }
        }
        return ExplanationBuilder(plan, document, trace.trace, outcome).explanation()
    }
}
