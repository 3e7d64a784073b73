/// Decoding and comparing parts of a URL.
///
/// Source: RFC 3986, sections 2.1 and 6.2.2.
extension PercentEncoding {
    /// Decodes escapes once; a percent sign without two hexadecimal digits is kept.
    ///
    /// Returns `nil` if the result is not UTF-8.
    package static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        forEachByte(of: text) { byte, _ in bytes.append(byte) }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns a part of a URL in normal form.
    ///
    /// Unreserved characters are not escaped, and other escapes have capital digits. Characters
    /// outside ASCII and lone percent signs are escaped.
    package static func normalized(_ text: String) -> String {
        var result: [UInt8] = []
        forEachByte(of: text) { byte, isEscaped in
            let isWritten = !isEscaped && byte < 0x80 && byte != UInt8(ascii: "%")
            if isWritten || isUnreserved(byte) {
                result.append(byte)
            } else {
                result += escape(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Escapes the characters that no part of a URL can contain.
    ///
    /// These are characters outside ASCII, spaces, and control characters.
    package static func printable(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if byte > 0x20, byte < 0x7F { result.append(byte) } else { result += escape(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func forEachByte(of text: String, _ body: (UInt8, _ isEscaped: Bool) -> Void) {
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            if let byte = escapedByte(bytes, at: index) {
                body(byte, true)
                index += 3
            } else {
                body(bytes[index], false)
                index += 1
            }
        }
    }

    private static func escapedByte(_ bytes: [UInt8], at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
            let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
        else { return nil }
        return UInt8(high * 16 + low)
    }
}
