public import EntityMapper
public import MercatorPayload
public import ObjectGraph

extension PlainMapping {
    /// Maps a payload.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - path: The path from the top of the payload to a representation or an array of them.
    ///   - options: The treatment of invalid values and records.
    ///   - metadata: The values of paths that begin with `@metadata`.
    /// - Returns: The values and the issues.
    /// - Throws: `PayloadError` if a string or bytes are not valid JSON, ``MappingPlanError`` if
    ///   the mapping is invalid, ``MappingError`` if the path is absent or the failure policy
    ///   requires it.
    public func run(
        _ payload: some PayloadConvertible,
        at path: some PayloadPathConvertible = PayloadPath.root,
        options: MappingOptions = MappingOptions(), metadata: [String: Value] = [:]
    ) throws -> ObjectMappingResult<Mapped> {
        var operation = ObjectMappingOperation(self, options: options)
        operation.metadata = metadata
        return try operation.run(payload, at: path)
    }

    /// Updates a value from the single representation at a path.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - path: The path from the top of the payload to the representation.
    ///   - target: The initial value. A class instance is updated in place and returned.
    /// - Returns: The updated value.
    /// - Throws: ``MappingError`` if anything is invalid, if the path denotes an array, or if a
    ///   dynamic mapping declines the representation; ``MappingPlanError`` if the mapping is
    ///   invalid; `PayloadError` if a string or bytes are not valid JSON. In these cases the target
    ///   is unchanged.
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
