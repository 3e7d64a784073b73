import HTTPValues
import MercatorPayload

/// A writer for forms; see ``PayloadFormat/form`` for the rules.
struct FormEncoder {
    private var pairs: [UInt8] = []

    /// Writes the members of an object in sorted order, so that equal documents yield equal bytes.
    static func bytes(of root: PayloadValue) throws(PayloadFormatError) -> [UInt8] {
        guard root.kind == .object else {
            throw PayloadFormatError.unwritable(
                root, expected: "an object as the root of a form", found: "\(root.kind)",
                advice: "put the value into an object")
        }
        var encoder = FormEncoder()
        for (key, value) in sortedMembers(of: root) {
            try encoder.append(value, under: escaped(key: key), depth: 1)
        }
        return encoder.pairs
    }

    private mutating func append(
        _ value: PayloadValue, under key: [UInt8], depth: Int
    ) throws(PayloadFormatError) {
        guard depth <= FormatSource.deepestNesting else {
            throw PayloadFormatError.unwritable(
                value,
                expected: "at most \(FormatSource.deepestNesting) containers inside each other",
                found: "more", advice: "send the value in another format, such as JSON")
        }
        switch value.kind {
        case .array:
            for element in value.elements {
                try append(element, under: key + Array("[]".utf8), depth: depth + 1)
            }
        case .object:
            for (name, member) in FormEncoder.sortedMembers(of: value) {
                guard !name.isEmpty else {
                    throw PayloadFormatError.unwritable(
                        member, expected: "a nested key", found: "an empty one",
                        advice: "rename it: an empty key in brackets means an element")
                }
                let inner = FormEncoder.escaped(key: name)
                try append(
                    member, under: key + [UInt8(ascii: "[")] + inner + [UInt8(ascii: "]")],
                    depth: depth + 1)
            }
        default: append(text(of: value), under: key)
        }
    }

    /// Appends a pair, or the bare key for null.
    private mutating func append(_ text: String?, under key: [UInt8]) {
        if !pairs.isEmpty { pairs.append(UInt8(ascii: "&")) }
        pairs += key
        guard let text else { return }
        pairs.append(UInt8(ascii: "="))
        pairs += PercentEncoding.component(text).utf8
    }

    private func text(of value: PayloadValue) -> String? {
        value.string ?? value.numberText ?? value.bool.map { $0 ? "true" : "false" }
    }

    private static func sortedMembers(
        of object: PayloadValue
    ) -> [(key: String, value: PayloadValue)] {
        object.distinctMembers.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// Escapes the name of a member; brackets are kept, as in RestKit.
    private static func escaped(key: String) -> [UInt8] { Array(PercentEncoding.formKey(key).utf8) }
}
