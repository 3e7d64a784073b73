public import EntityMapper
public import MercatorPayload
public import ObjectGraph
public import PlainValueMapping

/// Explaining the results of mapping to plain values.
extension ObjectMappingOperation {
    /// Explains the effect of the mapping on a payload, including why keys are not mapped.
    ///
    /// The created values are discarded. The ``observer`` is not notified.
    ///
    /// ```swift
    /// print(try ObjectMappingOperation(users).explain(payload, at: "users"))
    /// ```
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - path: The path from the top of the payload to a representation or an array of them.
    ///   - recordLimit: The number of records shown individually; counts include all records.
    /// - Returns: The outcome for each record and each mapped path, also for a payload that makes
    ///   the run fail. Entity names are names of mappings.
    /// - Throws: `PayloadError` if a string or bytes are not valid JSON, ``MappingPlanError`` if
    ///   the mapping is invalid, ``MappingError`` if the task is cancelled or the metadata is
    ///   invalid.
    /// - Complexity: O(payload × mapped properties) at most.
    public func explain(
        _ payload: some PayloadConvertible,
        at path: some PayloadPathConvertible = PayloadPath.root, showing recordLimit: Int = 100
    ) throws -> MappingExplanation {
        let document = try PayloadDocument(payload)
        let path = PayloadPath(declared: path)
        let observer = ObjectExplanationObserver()
        var operation = self
        operation.observer = observer
        let builder = ObjectExplanationBuilder(
            document: document, root: (path, mapping.name), observer: observer)
        do {
            let result = try operation.run(document, at: path)
            return builder.explanation(
                result.issues, of: result.issueCount, nil, recordLimit: max(0, recordLimit))
        } catch let error as MappingError where error.isAboutPayload {
            return builder.explanation([], of: 0, error, recordLimit: max(0, recordLimit))
        }
    }
}

extension PlainMapping {
    /// Explains the effect of the mapping on a payload, including why keys are not mapped.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - path: The path from the top of the payload to a representation or an array of them.
    ///   - options: The treatment of invalid values and records.
    ///   - metadata: The values of paths that begin with `@metadata`.
    /// - Returns: The outcome for each record and each mapped path.
    /// - Throws: The errors of ``ObjectMappingOperation/explain(_:at:showing:)``.
    public func explain(
        _ payload: some PayloadConvertible,
        at path: some PayloadPathConvertible = PayloadPath.root,
        options: MappingOptions = MappingOptions(), metadata: [String: Value] = [:]
    ) throws -> MappingExplanation {
        var operation = ObjectMappingOperation(self, options: options)
        operation.metadata = metadata
        return try operation.explain(payload, at: path)
    }
}

extension MappingError {
    /// Indicates whether the error is caused by the payload and therefore part of an explanation.
    var isAboutPayload: Bool {
        [.recordFailed, .unmappedPayload, .unknownMapping].contains(code)
    }
}
