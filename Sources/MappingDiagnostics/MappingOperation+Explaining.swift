public import EntityMapper
public import MercatorPayload
public import ObjectGraph

/// Explaining the effect of an operation.
extension MappingOperation {
    /// Explains the effect of the operation on a payload, including why keys are not mapped.
    ///
    /// Nothing is changed and no numbers are reserved: the operation runs in a separate context
    /// that is discarded. The ``observer`` is not notified.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - container: The container of the objects.
    ///   - target: An object into which a single representation at a root path is mapped.
    ///   - recordLimit: The number of records shown individually; counts include all records.
    /// - Returns: The explanation, also for a payload that makes the operation fail.
    /// - Throws: ``MappingError`` if the store fails, if the model or the target does not match, or
    ///   if the task is cancelled; `PayloadError` if a string or bytes are not valid JSON.
    /// - Complexity: The complexity of the operation, plus O(payload) to find unmapped keys.
    public func explain(
        _ payload: some PayloadConvertible, in container: PersistentContainer,
        into target: ManagedObjectID? = nil, showing recordLimit: Int = 100
    ) throws -> MappingExplanation {
        let document = try PayloadDocument(payload)
        return try container.perform { [self] context in
            try explain(document, in: context, into: target, showing: recordLimit)
        }
    }

    /// Explains the effect of the operation in a context on a string or bytes.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - context: The context, which is not changed.
    ///   - target: An object into which a single representation at a root path is mapped.
    ///   - recordLimit: The number of records shown individually; counts include all records.
    /// - Returns: The explanation.
    /// - Throws: The errors of the variant with a document, and `PayloadError` if the payload is
    ///   not valid JSON.
    public func explain(
        _ payload: some PayloadConvertible, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil, showing recordLimit: Int = 100
    ) throws -> MappingExplanation {
        try explain(PayloadDocument(payload), in: context, into: target, showing: recordLimit)
    }

    /// Explains the effect of the operation in a context.
    ///
    /// Pending changes of the context are included and preserved.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - context: The context, which is not changed.
    ///   - target: An object into which a single representation at a root path is mapped.
    ///   - recordLimit: The number of records shown individually; counts include all records.
    /// - Returns: The explanation.
    /// - Throws: The errors of the variant with a container.
    /// - Complexity: Same as the variant with a container.
    public func explain(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil, showing recordLimit: Int = 100
    ) throws(MappingError) -> MappingExplanation {
        try explain(document, in: context, into: target, showing: recordLimit) { $1 }
    }

    /// Explains the effect of the operation in a context, with identities and keys replaced.
    ///
    /// The replacements appear in the explanation instead of the actual values of identities and
    /// foreign keys.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - context: The context, which is not changed.
    ///   - target: An object into which a single representation at a root path is mapped.
    ///   - recordLimit: The number of records shown individually; counts include all records.
    ///   - replacement: Returns the value that is shown for the value of an attribute.
    /// - Returns: The explanation.
    /// - Throws: The errors of the variant with a container.
    package func explain(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil, showing recordLimit: Int = 100,
        replacingValues replacement: (_ name: String, _ value: Value) -> Value
    ) throws(MappingError) -> MappingExplanation {
        let copy = context.dryRunCopy()
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
        return withoutActuallyEscaping(replacement) { replacement in
            let values = ShownValues(replacement: replacement)
            return ExplanationBuilder(plan, document, trace.trace, outcome, values).explanation()
        }
    }
}
