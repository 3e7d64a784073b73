import Payload

/// Property lists in either of their forms.
enum PropertyList {
    /// Reads a property list; the first bytes tell its form.
    static func node(of bytes: [UInt8], options: PayloadOptions) throws -> PayloadNode {
        let source = try FormatSource(bytes, limits: options.limits)
        if bytes.isEmpty { throw source.fault(.emptyPayload, at: 0) }
        if source.has("bplist", at: 0) {
            var reader = try BinaryPropertyListReader(source, options: options)
            return try reader.read()
        }
        var builder = try XMLPropertyListBuilder(bytes, options: options)
        return try builder.build()
    }

    /// A real number; JSON has no infinity.
    static func node(ofReal value: Double, in source: FormatSource, at offset: Int) throws
        -> PayloadNode
    {
        guard let node = PayloadNode.number(value) else {
            throw source.error(
                .unrepresentableValue, expected: "a finite number", found: "infinity or no number",
                at: offset, advice: "leave the value out")
        }
        return node
    }

    /// Sets a member; what a repeated key does is up to the options.
    static func set(
        _ key: String, to value: PayloadNode, in members: inout PayloadMemberList,
        _ options: PayloadOptions, _ source: FormatSource, at offset: Int
    ) throws(PayloadError) {
        if options.duplicateKeys == .reject, members[key] != nil {
            throw source.fault(.duplicateKey, at: offset)
        }
        members.set(key, to: value)
        guard members.members.count <= source.limits.elementsPerContainer else {
            throw source.fault(.tooManyElements, at: offset)
        }
    }
}
