extension PayloadNode {
    /// Returns the tree as compact JSON, with members in order.
    ///
    /// Numbers are written verbatim; they are validated when the bytes are parsed.
    package func jsonBytes() -> [UInt8] {
        var buffer = PayloadBuffer()
        buffer.append(self)
        return buffer.takeBytes()
    }
}

extension PayloadBuffer {
    /// A pending step of writing a tree; steps are kept in reverse order.
    private enum Step {
        case element(PayloadNode)
        case member(PayloadNode.Member)
        case close(Int, isObject: Bool)
    }

    /// Appends a tree.
    ///
    /// Uses an explicit stack, so the depth is not limited by the call stack.
    package mutating func append(_ node: PayloadNode) {
        var steps: [Step] = []
        begin(node, &steps)
        while let step = steps.popLast() {
            switch step {
            case .element(let node):
                append(Byte.comma)
                begin(node, &steps)
            case .member(let member):
                append(Byte.comma)
                appendKey(member.key)
                begin(member.value, &steps)
            case .close(let offset, let isObject): close(offset, isObject: isObject)
            }
        }
    }

    /// Appends the key of a member and its colon.
    package mutating func appendKey(_ key: String) {
        appendQuoted(key)
        append(Byte.colon)
    }

    /// Appends a scalar, or the beginning of a container.
    private mutating func begin(_ node: PayloadNode, _ steps: inout [Step]) {
        switch node {
        case .null: appendNull()
        case .boolean(let flag): append(flag)
        case .number(let text): append(number: text)
        case .string(let text): appendQuoted(text)
        case .array(let elements):
            expect(elements.count)
            steps.append(.close(open(), isObject: false))
            steps.append(contentsOf: elements.reversed().lazy.map { .element($0) })
        case .object(let members):
            expect(members.count)
            steps.append(.close(open(), isObject: true))
            steps.append(contentsOf: members.reversed().lazy.map { .member($0) })
        }
    }

    /// Appends `null`.
    package mutating func appendNull() { append(0x6C6C_756E, count: 4) }

    /// Appends a Boolean value.
    package mutating func append(_ flag: Bool) {
        append(flag ? 0x6575_7274 : 0x65_736C_6166, count: flag ? 4 : 5)
    }
}

extension PayloadDocument {
    /// Creates a document from a tree by writing and parsing it.
    ///
    /// This way, limits are checked only by the parser.
    ///
    /// Locations in errors and values refer to ``PayloadNode/jsonBytes()``.
    ///
    /// - Parameters:
    ///   - node: The tree.
    ///   - options: The tolerated deviations from RFC 8259, and the size limits.
    /// - Throws: ``PayloadError`` if a limit is exceeded or a number is malformed.
    package init(
        writing node: PayloadNode, options: PayloadOptions = PayloadOptions()
    ) throws(PayloadError) {
        try self.init(parsing: node.jsonBytes(), options: options)
    }
}
