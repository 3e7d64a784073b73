extension PayloadValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// The value as JSON, truncated with an ellipsis if long.
    ///
    /// ``jsonBytes(_:)`` returns all of it.
    public var description: String {
        var writer = PayloadExcerptWriter()
        writer.write(self)
        return writer.text
    }

    /// The value as JSON, truncated if long.
    public var debugDescription: String { description }
}

extension PayloadValue: CustomReflectable {
    /// An empty mirror: the document and its tape are internal to the package.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PayloadDocument: CustomStringConvertible, CustomDebugStringConvertible {
    /// The payload as JSON, truncated with an ellipsis if long.
    public var description: String { root.description }

    /// The payload as JSON, truncated if long.
    public var debugDescription: String { description }
}

extension PayloadDocument: CustomReflectable {
    /// An empty mirror: the tape is internal to the package.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Writes JSON up to a maximum length.
///
/// Each nesting level writes a bracket, so limiting the length also limits the depth.
private struct PayloadExcerptWriter {
    private(set) var text = ""
    private var room = 500

    mutating func write(_ value: PayloadValue) {
        switch value.kind {
        case .array:
            append("[")
            for (index, element) in value.elements.enumerated() {
                guard room > 0 else { break }
                if index > 0 { append(",") }
                write(element)
            }
            append("]")
        case .object:
            append("{")
            for (index, member) in value.members.enumerated() {
                guard room > 0 else { break }
                if index > 0 { append(",") }
                append(String(decoding: PayloadNode.string(member.key).jsonBytes(), as: UTF8.self))
                append(":")
                write(member.value)
            }
            append("}")
        default: append(String(decoding: value.jsonBytes(), as: UTF8.self))
        }
    }

    /// Appends as much as fits, and an ellipsis when the room is exhausted.
    private mutating func append(_ piece: String) {
        guard room > 0 else { return }
        let part = piece.prefix(room)
        text += part
        room -= part.count
        if part.endIndex < piece.endIndex || room == 0 {
            text += "…"
            room = 0
        }
    }
}
