import MercatorPayload

/// A writer for XML property lists.
struct PropertyListWriter {
    private var text = ""

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    /// Writes a value.
    ///
    /// Members keep their order, and duplicate keys are written with the last value.
    static func bytes(of root: PayloadValue) throws(PayloadFormatError) -> [UInt8] {
        var writer = PropertyListWriter()
        try writer.append(root, depth: 0)
        return Array((head + writer.text + "</plist>\n").utf8)
    }

    private mutating func append(
        _ value: PayloadValue, depth: Int
    ) throws(PayloadFormatError) {
        guard depth <= FormatSource.deepestNesting else {
            throw PayloadFormatError.unwritable(
                value,
                expected: "at most \(FormatSource.deepestNesting) containers inside each other",
                found: "more", advice: "send the value in another format, such as JSON")
        }
        switch value.kind {
        case .null:
            throw PayloadFormatError.unwritable(
                value, expected: "a value", found: "null", advice: "leave the member out")
        case .boolean: text += value.bool == true ? "<true/>\n" : "<false/>\n"
        case .number: text += number(value)
        case .string: text += try element("string", value.string ?? "", of: value)
        case .array:
            text += "<array>\n"
            for element in value.elements { try append(element, depth: depth + 1) }
            text += "</array>\n"
        case .object:
            text += "<dict>\n"
            for (key, member) in value.distinctMembers {
                text += try element("key", key, of: member)
                try append(member, depth: depth + 1)
            }
            text += "</dict>\n"
        }
    }

    private func number(_ value: PayloadValue) -> String {
        let text = value.numberText ?? ""
        let isInteger = text.utf8.allSatisfy {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
        }
        return isInteger ? "<integer>\(text)</integer>\n" : "<real>\(text)</real>\n"
    }

    private func element(
        _ name: String, _ content: String, of value: PayloadValue
    ) throws(PayloadFormatError) -> String {
        var escaped = "<\(name)>"
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\r": escaped += "&#13;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
                throw PayloadFormatError.unwritable(
                    value, expected: "characters that XML allows", found: "another",
                    advice: "remove them, or send the value in another format, such as JSON")
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped + "</\(name)>\n"
    }
}
