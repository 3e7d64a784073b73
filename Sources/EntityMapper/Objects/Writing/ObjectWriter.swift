public import ObjectGraph
public import Payload

/// Writes plain Swift values as payloads: an ``ObjectMapping`` read backwards.
///
/// Every value goes where its mapping would look for it, by the transform it would be read with. The
/// rules are those of ``RepresentationWriter``; the key paths of the mapping take the place of the
/// object graph.
///
/// ```swift
/// let writer = try ObjectWriter(User.mapping, profile: .create, root: "user")
/// let body = try writer.jsonBytes(for: user)   // {"user":{"id":7,"address":{"city":"Carrboro"}}}
/// ```
///
/// | in the mapping | in the payload |
/// |---|---|
/// | a path of keys, `address.city` | nested objects |
/// | a path with operators, or one that begins with `@parent`, `@record`, `@root` or `@metadata` | nothing: it only reads |
/// | the key of the representation, and `{name}` | the key |
/// | the representation itself as an attribute | that value, if nothing else is written; else nothing |
/// | the representation itself as a nested value | its members, beside those of the value around; nothing for `nil` |
/// | several properties from one path | one value; an error if they disagree |
/// | an array | an array, in its order |
/// | a set | an array, in the order of the JSON of its elements |
/// | `isReadOnly` | nothing |
/// | a ``DynamicObjectMapping`` | what the mapping for the value's type, or the nearest class, says |
///
/// Members are in the order of the mapping: attributes, then relationships. Plain values have no
/// identity that could stand for them: an instance inside of itself is an error, so make the
/// relationship that leads back read-only. What tells the mappings of a dynamic mapping apart is
/// only written if it is an attribute of theirs.
///
/// Source: RestKit's `RKObjectParameterization` and inverse mappings.
public struct ObjectWriter<Mapped>: Sendable {
    /// The mapping that is read backwards.
    public let mapping: any PlainMapping<Mapped>
    /// What the payload is for.
    public let profile: ObjectProfile
    /// Where in the payload the representations are; the empty path is the payload itself.
    public let root: PayloadPath
    /// How many values may be inside one another.
    public let depthLimit: Int

    /// Checks that a mapping can be written, and everything that is nested in it.
    ///
    /// - Parameters:
    ///   - mapping: The mapping for the values.
    ///   - profile: What the payload is for.
    ///   - root: Where in the payload the representations go, in keys.
    ///   - depthLimit: How many values may be inside one another.
    /// - Throws: ``MappingPlanError`` with every problem found, such as a transform that only reads.
    public init(
        _ mapping: some PlainMapping<Mapped>, profile: ObjectProfile = .update,
        root: PayloadPath = .root, depthLimit: Int = 64
    ) throws(MappingPlanError) {
        try ObjectWritingCheck.run(mapping.makePlan(), at: root)
        self.mapping = mapping
        self.profile = profile
        self.root = root
        self.depthLimit = depthLimit
    }
}

extension ObjectWriter {
    /// Checks that a mapping can be written below a root path that is held in a variable.
    ///
    /// - Parameters:
    ///   - mapping: The mapping for the values.
    ///   - profile: What the payload is for.
    ///   - root: Where in the payload the representations go, in keys.
    /// - Throws: ``MappingPlanError`` with every problem found.
    public init(
        _ mapping: some PlainMapping<Mapped>, profile: ObjectProfile = .update,
        root: some PayloadPathConvertible
    ) throws(MappingPlanError) {
        try self.init(
            mapping, profile: profile, root: PayloadPath(declared: root), depthLimit: 64)
    }

    /// Writes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - extra: Further members. They merge into the objects that are there, and win.
    /// - Returns: The payload.
    /// - Throws: ``MappingError`` if the value cannot be written.
    /// - Complexity: O(properties written).
    public func document(
        for value: Mapped, adding extra: [String: Value] = [:]
    ) throws(MappingError) -> PayloadDocument {
        try RepresentationWriter.document(joining: [part(for: value)], adding: extra)
    }

    /// Writes values as an array, also if there is one only, or none.
    ///
    /// Where the mapping takes an object for a list, one is written.
    ///
    /// - Parameters:
    ///   - values: The values, in their order.
    ///   - extra: Further members, for which there must be a ``root``.
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
    ///   - extra: Further members. They merge into the objects that are there, and win.
    ///   - options: The layout.
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
    ///   - values: The values, in their order.
    ///   - extra: Further members, for which there must be a ``root``.
    ///   - options: The layout.
    /// - Returns: The bytes.
    /// - Throws: ``MappingError`` if a value cannot be written.
    public func jsonBytes(
        for values: [Mapped], adding extra: [String: Value] = [:],
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) throws(MappingError) -> [UInt8] {
        try document(for: values, adding: extra).writtenBytes(options)
    }

    /// Writes a value as a part of a payload, beside those of other writers.
    ///
    /// - Parameter value: The value.
    /// - Returns: The part, for ``RepresentationWriter/document(joining:adding:)``.
    /// - Throws: ``MappingError`` if the value cannot be written.
    public func part(for value: Mapped) throws(MappingError) -> RepresentationPart {
        let writer = mapping.makePlan().writer
        var pass = ObjectWritingPass(profile: profile, depthLimit: depthLimit)
        let node = try writer.node(of: value, &pass)
        return RepresentationPart(
            root: root, nodes: [node], form: writer.forcesCollection ? .members : .single)
    }

    /// Writes values as a part of a payload, beside those of other writers.
    ///
    /// - Parameter values: The values, in their order.
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
            root: root, nodes: nodes, form: writer.forcesCollection ? .members : .list)
    }
}
