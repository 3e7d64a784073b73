#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Value: CustomStringConvertible {
    /// The maximum length of a description in UTF-8 bytes; longer descriptions are truncated.
    private static let limit = 1000
    /// The deepest level of a description, which limits the stack space that it needs.
    private static let deepest = 32

    /// The value in readable form, with strings in quotes and dates in ISO 8601.
    ///
    /// Long values are truncated: of a string, an array or a dictionary, about a thousand
    /// characters are shown, and of nested arrays and dictionaries 32 levels.
    public var description: String {
        var text = ""
        write(to: &text, level: 1)
        return text
    }

    private func write(to text: inout String, level: Int) {
        switch self {
        case .null: text += "nil"
        case .boolean(let flag): text += "\(flag)"
        case .integer(let number): text += "\(number)"
        case .double(let number): text += "\(number)"
        case .decimal(let number): text += "\(number)"
        case .string(let content): text += "\"\(content.shortened(to: Self.limit))\""
        case .date(let instant): text += "\(instant)"
        case .data(let bytes): text += "\(bytes.count) bytes"
        case .uuid(let identifier): text += identifier.uuidString
        case .array where level > Self.deepest: text += "[…]"
        case .dictionary where level > Self.deepest: text += "{…}"
        case .array(let elements):
            Self.write(elements, in: ("[", "]"), to: &text) { $0.write(to: &$1, level: level + 1) }
        case .dictionary(let members):
            let sorted = members.sorted { $0.key < $1.key }
            Self.write(sorted, in: ("{", "}"), to: &text) { member, text in
                text += "\(member.key.shortened()): "
                member.value.write(to: &text, level: level + 1)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], in brackets: (String, String), to text: inout String,
        _ write: (Element, inout String) -> Void
    ) {
        text += brackets.0
        for (index, element) in elements.enumerated() {
            guard text.utf8.count < limit else {
                text += "… \(elements.count - index) more"
                break
            }
            if index > 0 { text += ", " }
            write(element, &text)
        }
        text += brackets.1
    }
}

extension Value: CustomDebugStringConvertible, CustomReflectable {
    /// The value in readable form; long values are truncated.
    public var debugDescription: String { description }

    /// The first elements of an array or a dictionary.
    public var customMirror: Mirror {
        switch self {
        case .array(let elements):
            Mirror(self, unlabeledChildren: elements.prefix(20), displayStyle: .collection)
        case .dictionary(let members):
            Mirror(
                self,
                children: members.sorted { $0.key < $1.key }.prefix(20).map {
                    (label: $0.key.shortened(), value: $0.value)
                }, displayStyle: .struct)
        default: Mirror(self, children: [])
        }
    }
}
