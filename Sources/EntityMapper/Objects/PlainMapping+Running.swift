public import Payload

extension PlainMapping {
    /// Maps the bytes of a JSON payload.
    ///
    /// - Parameters:
    ///   - bytes: The payload.
    ///   - path: The way from the top of the payload to a representation or an array of them.
    ///   - options: How what does not fit is treated.
    /// - Returns: The values, and what did not fit.
    /// - Throws: `PayloadError` if the bytes are no payload, ``MappingPlanError`` if the mapping cannot
    ///   work, ``MappingError`` if nothing is at the path or the failure policy says so.
    public func run(
        _ bytes: some Sequence<UInt8>, at path: PayloadPath = .root,
        options: MappingOptions = MappingOptions()
    ) throws -> ObjectMappingResult<Mapped> {
        try ObjectMappingOperation(self, options: options).run(bytes, at: path)
    }

    /// Maps a payload.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - path: The way from the top of the payload to a representation or an array of them.
    ///   - options: How what does not fit is treated.
    /// - Returns: The values, and what did not fit.
    /// - Throws: ``MappingPlanError`` if the mapping cannot work, ``MappingError`` if nothing is at the
    ///   path or the failure policy says so.
    public func run(
        _ document: PayloadDocument, at path: PayloadPath = .root,
        options: MappingOptions = MappingOptions()
    ) throws -> ObjectMappingResult<Mapped> {
        try ObjectMappingOperation(self, options: options).run(document, at: path)
    }

    /// Updates a value from the one representation at a path.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - path: The way from the top of the payload to the representation.
    ///   - target: The value to begin with. An instance of a class is updated and returned.
    /// - Returns: The value with everything applied.
    /// - Throws: ``MappingError`` if anything does not fit, if the path leads to a list, or if a
    ///   dynamic mapping declines; ``MappingPlanError`` if the mapping cannot work. The target is as
    ///   before then.
    public func map(
        _ document: PayloadDocument, at path: PayloadPath = .root, into target: Mapped
    ) throws -> Mapped {
        let options = MappingOptions(failurePolicy: .fail)
        let result = try ObjectMappingOperation(self, options: options)
            .run(document, at: path, into: target)
        guard let value = result.first, result.isSingle else {
            throw MappingError(
                .targetMismatch,
                "expected one representation at '\(path)' to map into a value, found "
                    + (result.isSingle ? "none" : "a list") + "; use run(_:at:) for lists")
        }
        return value
    }
}
