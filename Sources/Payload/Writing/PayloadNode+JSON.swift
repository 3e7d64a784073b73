extension PayloadNode {
    /// The tree as compact JSON, members in their order.
    ///
    /// Numbers are written as they are; that they are numbers is checked when the bytes are parsed.
    package func jsonBytes() -> [UInt8] {
        var buffer = PayloadBuffer()
        buffer.append(self)
        return buffer.takeBytes()
    }
}

extension PayloadBuffer {
    /// What is still to write of a tree; the last step comes first.
    private enum Step {
        case element(PayloadNode)
        case member(PayloadNode.Member)
        case close(Int, isObject: Bool)
    }

    /// Writes a tree.
    ///
    /// Containers wait in an array of their own, so depth costs no stack.
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
            case .close(let place, let isObject): close(place, isObject: isObject)
            }
        }
    }

    /// Writes the key of a member, and its colon.
    package mutating func appendKey(_ key: String) {
        appendQuoted(key)
        append(Byte.colon)
    }

    /// Writes a scalar, or the beginning of a container.
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

    /// Writes `null`.
    package mutating func appendNull() { append(0x6C6C_756E, count: 4) }

    /// Writes a truth value.
    package mutating func append(_ flag: Bool) {
        append(flag ? 0x6575_7274 : 0x65_736C_6166, count: flag ? 4 : 5)
    }
}

extension PayloadDocument {
    /// Checks a tree as if it had come as JSON, so that limits have one place.
    ///
    /// Places in errors and values are those in ``PayloadNode/jsonBytes()``.
    ///
    /// - Parameters:
    ///   - node: The tree.
    ///   - options: What is tolerated and how large things may be.
    /// - Throws: ``PayloadError`` where a limit is exceeded, or a number is none.
    package init(
        writing node: PayloadNode, options: PayloadOptions = PayloadOptions()
    ) throws(PayloadError) {
        try self.init(parsing: node.jsonBytes(), options: options)
    }
}
