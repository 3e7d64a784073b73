public import ObjectGraph
public import Payload

extension PlainMapping {
    /// Maps a payload.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - path: The way from the top of the payload to a representation or an array of them.
    ///   - options: How what does not fit is treated.
    ///   - metadata: What paths that begin with `@metadata` find.
    /// - Returns: The values, and what did not fit.
    /// - Throws: `PayloadError` if a text or bytes are no JSON, ``MappingPlanError`` if the mapping
    ///   cannot work, ``MappingError`` if nothing is at the path or the failure policy says so.
    public func run(
        _ payload: some PayloadConvertible,
        at path: some PayloadPathConvertible = PayloadPath.root,
        options: MappingOptions = MappingOptions(), metadata: [String: Value] = [:]
    ) throws -> ObjectMappingResult<Mapped> {
        var operation = ObjectMappingOperation(self, options: options)
        operation.metadata = metadata
        return try operation.run(payload, at: path)
    }

    /// Updates a value from the one representation at a path.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - path: The way from the top of the payload to the representation.
    ///   - target: The value to begin with. An instance of a class is updated and returned.
    /// - Returns: The value with everything applied.
    /// - Throws: ``MappingError`` if anything does not fit, if the path leads to a list, or if a
    ///   dynamic mapping declines; ``MappingPlanError`` if the mapping cannot work; `PayloadError` if a
    ///   text or bytes are no JSON. The target is as before then.
    public func map(
        _ payload: some PayloadConvertible,
        at path: some PayloadPathConvertible = PayloadPath.root, into target: Mapped
    ) throws -> Mapped {
        let options = MappingOptions(failurePolicy: .fail)
        let result = try ObjectMappingOperation(self, options: options)
            .run(payload, at: path, into: target)
        guard let value = result.first, result.isSingle else {
            throw MappingError(
                .targetMismatch,
                "expected one representation at '\(result.rootPath)' to map into a value, found "
                    + (result.isSingle ? "none" : "a list") + "; use run(_:at:) for lists")
        }
        return value
    }
}
