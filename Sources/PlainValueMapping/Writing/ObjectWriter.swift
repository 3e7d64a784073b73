public import EntityMapper
public import MercatorPayload
public import ObjectGraph
public import RepresentationWriting

/// A writer of plain Swift values as payloads, which applies an ``ObjectMapping`` in reverse.
///
/// Every value is written to its source path in the mapping, using the same transform. The rules
/// are the same as for ``RepresentationWriter``, with key paths instead of properties of the object
/// graph.
///
/// ```swift
/// let writer = try ObjectWriter(User.mapping, profile: .create, root: "user")
/// let body = try writer.jsonBytes(for: user)   // {"user":{"id":7,"address":{"city":"Carrboro"}}}
/// ```
///
/// | in the mapping | in the payload |
/// |---|---|
/// | a path of keys, `address.city` | nested objects |
/// | a path with operators, or from `@parent`, `@record`, `@root`, `@metadata` | nothing |
/// | the key of the representation, and `{name}` | the key |
/// | the representation itself as an attribute | that value if it is the only part; else nothing |
/// | the representation itself as a nested value | the members of the nested value, if any |
/// | several properties from the same path | one value; an error if the values differ |
/// | an array | an array in the same order |
/// | a set | an array ordered by the JSON of the elements |
/// | `isReadOnly` | nothing |
/// | a ``DynamicObjectMapping`` | the result of the mapping for the nearest type |
/// Members are written in the order of the mapping: attributes, then relationships. Plain values
/// have no identity to reference them by, so an instance nested in itself is an error; make the
/// recursive relationship read-only. The value that a dynamic mapping uses to select a mapping is
/// written only if it is mapped to an attribute.
///
/// Source: RestKit's `RKObjectParameterization` and inverse mappings.
public struct ObjectWriter<Mapped>: Sendable {
    /// The mapping to apply in reverse.
    public let mapping: any PlainMapping<Mapped>
    /// The purpose of the payload.
    public let profile: ObjectProfile
    /// The path of the representations in the payload; the empty path is the payload itself.
    public let root: PayloadPath
    /// The maximum nesting depth of values.
    public let depthLimit: Int

    /// Creates a writer, and checks that the mapping and its nested mappings can be written.
    ///
    /// - Parameters:
    ///   - mapping: The mapping of the values.
    ///   - profile: The purpose of the payload.
    ///   - root: The path of the representations in the payload, consisting of keys.
    ///   - depthLimit: The maximum nesting depth of values.
    /// - Throws: ``MappingPlanError`` with every problem found, such as a transform that only
    ///   reads.
    public init(
        _ mapping: some PlainMapping<Mapped>, profile: ObjectProfile = .update,
        root: some PayloadPathConvertible = PayloadPath.root, depthLimit: Int = 64
    ) throws(MappingPlanError) {
        let root = PayloadPath(declared: root)
        try ObjectWritingCheck.run(mapping.makePlan(), at: root)
        self.mapping = mapping
        self.profile = profile
        self.root = root
        self.depthLimit = depthLimit
    }
}

extension ObjectWriter {
    /// Writes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - extra: Additional members. They are merged into existing objects and take precedence.
    /// - Returns: The payload.
    /// - Throws: ``MappingError`` if the value cannot be written.
    /// - Complexity: O(properties written).
    public func document(
        for value: Mapped, adding extra: [String: Value] = [:]
    ) throws(MappingError) -> PayloadDocument {
        try RepresentationWriter.document(joining: [part(for: value)], adding: extra)
    }

    /// Writes values as an array, even if there is only one value or none.
    ///
    /// If the mapping treats an object as a collection, an object is written instead.
    ///
    /// - Parameters:
    ///   - values: The values, in order.
    ///   - extra: Additional members, which require a ``root``.
    /// - Returns: The payload.
    /// - Throws: ``MappingError`` if a value cannot be written.
    public func document(
        for values: [Mapped], adding extra: [String: Value] = [:]
    ) throws(MappingError) -> PayloadDocument {
        try RepresentationWriter.document(joining: [part(for: values)], adding: extra)
    }

    /// Writes a value as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - extra: Additional members. They are merged into existing objects and take precedence.
    ///   - options: The formatting.
    /// - Returns: The bytes.
    /// - Throws: ``MappingError`` if the value cannot be written.
    public func jsonBytes(
        for value: Mapped, adding extra: [String: Value] = [:],
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) throws(MappingError) -> [UInt8] {
        try document(for: value, adding: extra).writtenBytes(options)
    }

    /// Writes values as JSON.
    ///
    /// - Parameters:
    ///   - values: The values, in order.
    ///   - extra: Additional members, which require a ``root``.
    ///   - options: The formatting.
    /// - Returns: The bytes.
    /// - Throws: ``MappingError`` if a value cannot be written.
    public func jsonBytes(
        for values: [Mapped], adding extra: [String: Value] = [:],
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) throws(MappingError) -> [UInt8] {
        try document(for: values, adding: extra).writtenBytes(options)
    }

    /// Writes a value as a part of a payload, to be joined with parts of other writers.
    ///
    /// - Parameter value: The value.
    /// - Returns: The part, for ``RepresentationWriter/document(joining:adding:)``.
    /// - Throws: ``MappingError`` if the value cannot be written.
    public func part(for value: Mapped) throws(MappingError) -> RepresentationPart {
        let writer = mapping.makePlan().writer
        var pass = ObjectWritingPass(profile: profile, depthLimit: depthLimit)
        let node = try writer.node(of: value, &pass)
        return RepresentationPart(
            root: root, nodes: [node], form: writer.form.isCollection ? .members : .single)
    }

    /// Writes values as a part of a payload, to be joined with parts of other writers.
    ///
    /// - Parameter values: The values, in order.
    /// - Returns: The part, for ``RepresentationWriter/document(joining:adding:)``.
    /// - Throws: ``MappingError`` if a value cannot be written.
    public func part(for values: [Mapped]) throws(MappingError) -> RepresentationPart {
        let writer = mapping.makePlan().writer
        var pass = ObjectWritingPass(profile: profile, depthLimit: depthLimit)
        var nodes: [PayloadNode] = []
        nodes.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            if index & 255 == 0 { try MappingError.checkCancellation() }
            pass.enter(nil, index: index)
            nodes.append(try writer.node(of: value, &pass))
            pass.leave()
        }
        return RepresentationPart(
            root: root, nodes: nodes, form: writer.form.isCollection ? .members : .list)
    }
}
