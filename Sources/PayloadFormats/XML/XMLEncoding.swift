import MercatorPayload

/// Detects the encoding of an XML document (XML 1.0, appendix F) and transcodes it to UTF-8.
///
/// Locations in a transcoded document refer to its UTF-8 form: lines and columns are correct, byte
/// offsets differ from the payload's.
enum XMLEncoding {
    /// Returns the document as validated UTF-8.
    static func utf8(of source: FormatSource) throws -> FormatSource {
        let bytes = source.bytes
        switch (source.byte(at: 0), source.byte(at: 1)) {
        case (0xFE, 0xFF): return try utf16(bytes.dropFirst(2), isBigEndian: true, source)
        case (0xFF, 0xFE): return try utf16(bytes.dropFirst(2), isBigEndian: false, source)
        case (0, UInt8(ascii: "<")): return try utf16(bytes[...], isBigEndian: true, source)
        case (UInt8(ascii: "<"), 0): return try utf16(bytes[...], isBigEndian: false, source)
        default: break
        }
        let name = declaredName(in: source)
        switch name?.lowercased() {
        case nil, "utf-8", "utf8", "us-ascii", "ascii": break
        case "iso-8859-1", "latin1", "iso_8859-1":
            let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            return try FormatSource(Array(text.utf8), limits: unlimited(source.limits))
        case let name? where name.hasPrefix("utf-16") || name.hasPrefix("utf16"):
            throw source.error(
                .unsupportedEncoding, expected: "UTF-16, as the declaration says",
                found: "bytes that are not", at: 0,
                advice: "remove the encoding from the declaration if the document is UTF-8")
        default:
            throw source.error(
                .unsupportedEncoding, expected: "UTF-8, UTF-16, ISO-8859-1 or US-ASCII",
                found: "'\(name?.prefix(40) ?? "")' in the declaration", at: 0,
                advice: "send the document as UTF-8")
        }
        if String(validating: bytes, as: UTF8.self) == nil,
            let offset = UTF8Check.firstInvalid(in: bytes)
        {
            throw source.fault(.invalidUTF8, at: offset)
        }
        return source
    }

    private static func utf16(
        _ bytes: ArraySlice<UInt8>, isBigEndian: Bool, _ source: FormatSource
    ) throws -> FormatSource {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self)
        else {
            throw source.error(
                .malformed, expected: "UTF-16, as the first bytes say", found: "something else",
                at: 0, advice: "send the document as UTF-8")
        }
        return try FormatSource(Array(text.utf8), limits: unlimited(source.limits))
    }

    /// Lifts the limit on the size, which has been checked before; UTF-8 may be longer.
    private static func unlimited(_ limits: PayloadLimits) -> PayloadLimits {
        var limits = limits
        limits.payloadBytes = .max
        return limits
    }

    /// Returns the encoding named by the XML declaration, if any.
    private static func declaredName(in source: FormatSource) -> String? {
        let start = source.has("\u{FEFF}", at: 0) ? 3 : 0
        guard source.has("<?xml", at: start) else { return nil }
        // Longer declarations are malformed and rejected by the reader.
        let declaration = source.bytes[start...].prefix(256).prefix { $0 != UInt8(ascii: ">") }
        let text = String(decoding: declaration, as: UTF8.self)
        let parts = text.split(whereSeparator: { $0 == "=" || $0.isWhitespace })
        guard let label = parts.firstIndex(of: "encoding"), label + 1 < parts.count else {
            return nil
        }
        let quotes: [Character] = ["\"", "'"]
        return parts[label + 1].split(
            omittingEmptySubsequences: false, whereSeparator: quotes.contains
        ).dropFirst().first.map(String.init)
    }
}
