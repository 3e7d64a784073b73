public import ObjectGraph
public import Payload

/// Finding out why plain values come out as they do.
extension ObjectMappingOperation {
    /// Says what the mapping makes of a payload, and why a key would not be mapped.
    ///
    /// The values are made and dropped; ``observer`` is not told.
    ///
    /// ```swift
    /// print(try ObjectMappingOperation(users).explain(payload, at: "users"))
    /// ```
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - path: The way from the top of the payload to a representation or an array of them.
    ///   - recordLimit: How many records are told of one by one; counts are of all.
    /// - Returns: What became of each record and each mapped path; also where the run fails because of
    ///   the payload. Mappings stand for entities.
    /// - Throws: `PayloadError` if a text or bytes are no JSON, ``MappingPlanError`` if the mapping
    ///   cannot work, ``MappingError`` if the task was cancelled or the metadata cannot be read.
    /// - Complexity: O(payload), times the number of mapped properties at most.
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
    /// Says what the mapping makes of a payload, and why a key would not be mapped.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - path: The way from the top of the payload to a representation or an array of them.
    ///   - options: How what does not fit is treated.
    ///   - metadata: What paths that begin with `@metadata` find.
    /// - Returns: What became of each record and each mapped path.
    /// - Throws: As ``ObjectMappingOperation/explain(_:at:showing:)``.
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
    /// Whether it answers the question of an explanation; other failures do not.
    var isAboutPayload: Bool {
        [.recordFailed, .unmappedPayload, .unknownMapping].contains(code)
    }
}
