import MercatorPayload

/// Parsing of property lists, XML or binary.
enum PropertyList {
    /// Parses a property list, whose first bytes determine its form.
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

    /// Creates a node for a real number.
    ///
    /// It throws if the number is infinite or NaN, which JSON cannot represent.
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

    /// Sets the value of a key, subject to the option for duplicate keys and the limit of elements.
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
