/// Percent-encoding of strings as parts of a URL.
///
/// Source: RFC 3986, sections 2.1 to 2.3, 3.3 and 3.4.
package enum PercentEncoding {
    /// Escapes all characters except unreserved characters, so that no delimiters remain.
    package static func component(_ text: String) -> String {
        escaping(text) { isUnreserved($0) }
    }

    /// Escapes the key of a form; brackets, which denote its structure, are kept.
    package static func formKey(_ text: String) -> String {
        escaping(text) { isUnreserved($0) || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    }

    /// Escapes a path; characters allowed in a path, including slashes and escapes, are kept.
    package static func path(_ text: String) -> String {
        keepingEscapes(text) { isPathCharacter($0) || $0 == UInt8(ascii: "/") }
    }

    /// Escapes a query; characters allowed in a query, including separators and escapes, are kept.
    package static func query(_ text: String) -> String {
        keepingEscapes(text) {
            isPathCharacter($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?")
        }
    }

    private static func keepingEscapes(
        _ text: String, _ isAllowed: (UInt8) -> Bool
    ) -> String {
        let bytes = Array(text.utf8)
        let escapes = Set(
            bytes.indices.filter { place in
                bytes[place] == UInt8(ascii: "%") && place + 2 < bytes.count
                    && isHexadecimal(bytes[place + 1]) && isHexadecimal(bytes[place + 2])
            })
        return joined(bytes) { isAllowed(bytes[$0]) || escapes.contains($0) }
    }

    private static func escaping(_ text: String, _ isAllowed: (UInt8) -> Bool) -> String {
        let bytes = Array(text.utf8)
        return joined(bytes) { isAllowed(bytes[$0]) }
    }

    private static func joined(_ bytes: [UInt8], _ stays: (Int) -> Bool) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (place, byte) in bytes.enumerated() {
            if stays(place) {
                result.append(byte)
            } else {
                result += escape(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the escape of a byte in ASCII, such as `%2F`.
    static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 15)]
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=:@".utf8.contains(byte)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        "0123456789abcdefABCDEF".utf8.contains(byte)
    }
}
