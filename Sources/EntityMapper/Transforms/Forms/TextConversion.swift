import ObjectGraph

/// Reads bytes, identifiers and URLs from text.
enum TextConversion {
    static func value(_ text: ArraySlice<UInt8>, as type: AttributeType) -> Value? {
        switch type {
        case .data: bytes(base64: text).map(Value.data)
        case .uuid: Value(uuid: text)
        default: isURL(text) ? .string(String(decoding: text, as: UTF8.self)) : nil
        }
    }

    /// Whether every character may stand in a URL.
    ///
    /// There may be no spaces, controls or quotes, and two hex digits must be behind each `%`. Letters
    /// beyond ASCII are let through, as browsers do.
    ///
    /// Source: RFC 3986, section 2, widened to RFC 3987 for letters beyond ASCII.
    private static func isURL(_ text: ArraySlice<UInt8>) -> Bool {
        guard !text.isEmpty else { return false }
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case 0x00...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
                UInt8(ascii: "|"), UInt8(ascii: "}"):
                return false
            case UInt8(ascii: "%"):
                guard index + 2 < text.endIndex, hexDigit(text[index + 1]) != nil,
                    hexDigit(text[index + 2]) != nil
                else { return false }
            default: continue
            }
        }
        return true
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
