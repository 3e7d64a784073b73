extension PayloadValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// The beginning of the value as JSON; an ellipsis stands for the rest of a long one.
    ///
    /// ``jsonBytes(_:)`` gives all of it.
    public var description: String {
        var writer = PayloadExcerptWriter()
        writer.write(self)
        return writer.text
    }

    /// The beginning of the value as JSON.
    public var debugDescription: String { description }
}

extension PayloadValue: CustomReflectable {
    /// No children: the document and its tape are for readers inside the package.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PayloadDocument: CustomStringConvertible, CustomDebugStringConvertible {
    /// The beginning of the payload as JSON; an ellipsis stands for the rest of a long one.
    public var description: String { root.description }

    /// The beginning of the payload as JSON.
    public var debugDescription: String { description }
}

extension PayloadDocument: CustomReflectable {
    /// No children: the tape is for readers inside the package.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Writes JSON until there is enough of it.
///
/// Each level of nesting writes a bracket, so the depth is limited with the length.
private struct PayloadExcerptWriter {
    private(set) var text = ""
    private var room = 500

    mutating func write(_ value: PayloadValue) {
        switch value.kind {
        case .array:
            append("[")
            for (place, element) in value.elements.enumerated() {
                guard room > 0 else { break }
                if place > 0 { append(",") }
                write(element)
            }
            append("]")
        case .object:
            append("{")
            for (place, member) in value.members.enumerated() {
                guard room > 0 else { break }
                if place > 0 { append(",") }
                append(String(decoding: PayloadNode.string(member.key).jsonBytes(), as: UTF8.self))
                append(":")
                write(member.value)
            }
            append("}")
        default: append(String(decoding: value.jsonBytes(), as: UTF8.self))
        }
    }

    /// Appends as much as there is room for.
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
