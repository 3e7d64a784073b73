extension PayloadNode {
    /// What the writer still has to do; the last step comes first.
    private enum Step {
        case write(PayloadNode)
        case writeKey(String)
        case close(isObject: Bool)
    }

    /// The tree as compact JSON, members in their order.
    ///
    /// Numbers are written as they are; that they are numbers is checked when the bytes are parsed.
    package func jsonBytes() -> [UInt8] {
        var writer = JSONWriter()
        var steps = [Step.write(self)]
        while let step = steps.popLast() {
            switch step {
            case .write(let node): node.write(to: &writer, &steps)
            case .writeKey(let key): writer.writeKey(key.utf8)
            case .close(let isObject): writer.close(isObject: isObject)
            }
        }
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter, _ steps: inout [Step]) {
        switch self {
        case .null: writer.writeVerbatim("null".utf8)
        case .boolean(let value): writer.writeVerbatim((value ? "true" : "false").utf8)
        case .number(let text): writer.writeVerbatim(text.utf8)
        case .string(let text): writer.writeString(text.utf8)
        case .array(let elements):
            writer.open(isObject: false)
            steps.append(.close(isObject: false))
            steps.append(contentsOf: elements.reversed().map { .write($0) })
        case .object(let members):
            writer.open(isObject: true)
            steps.append(.close(isObject: true))
            for member in members.reversed() {
                steps.append(.write(member.value))
                steps.append(.writeKey(member.key))
            }
        }
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
