import MercatorPayload

extension XMLReader {
    /// Reads text up to the next tag or reference, normalising line breaks to line feeds.
    mutating func readText() throws -> XMLEvent {
        let start = offset
        var text: [UInt8] = []
        while let byte = source.byte(at: offset), byte != UInt8(ascii: "<"),
            byte != UInt8(ascii: "&")
        {
            if byte == UInt8(ascii: "]"), source.has("]]>", at: offset) {
                throw source.malformed(
                    "text without ']]>'", at: offset, advice: "write '>' as &gt;")
            }
            try appendCharacter(byte, to: &text)
        }
        return .text(XMLText(bytes: text, isVerbatim: false, offset: start))
    }

    /// Reads `<![CDATA[…]]>`, whose contents are not escaped.
    mutating func readCharacterData() throws -> XMLEvent {
        let start = offset
        offset += 9
        var text: [UInt8] = []
        while let byte = source.byte(at: offset) {
            if byte == UInt8(ascii: "]"), source.has("]]>", at: offset) {
                offset += 3
                return .text(XMLText(bytes: text, isVerbatim: true, offset: start))
            }
            try appendCharacter(byte, to: &text)
        }
        throw source.fault(.unexpectedEnd, at: offset)
    }

    /// Reads a reference as a separate text event.
    mutating func readReferenceText() throws -> XMLEvent {
        let start = offset
        return .text(XMLText(bytes: try readReference(), isVerbatim: true, offset: start))
    }

    /// Reads a reference such as `&amp;`, `&#38;` or `&#x26;`.
    mutating func readReference() throws -> [UInt8] {
        let start = offset
        // Long enough for every valid reference, including some leading zeros.
        let name = source.bytes[(start + 1)...].prefix(32).prefix {
            XMLReader.isNamePart($0, isFirst: false) || $0 == UInt8(ascii: "#")
        }
        let end = start + 1 + name.count
        guard end < source.bytes.count else { throw source.fault(.unexpectedEnd, at: end) }
        guard source.byte(at: end) == UInt8(ascii: ";"),
            let text = XMLReader.text(ofReference: String(decoding: name, as: UTF8.self))
        else {
            throw source.malformed(
                "&lt; &gt; &amp; &apos; &quot; or the number of a character, as in &#38;",
                at: start, advice: "write '&' as &amp;, and other entities as characters")
        }
        offset = end + 1
        return text
    }

    private static func text(ofReference name: String) -> [UInt8]? {
        switch name {
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "amp": return [UInt8(ascii: "&")]
        case "apos": return [UInt8(ascii: "'")]
        case "quot": return [UInt8(ascii: "\"")]
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let isHex = name.hasPrefix("#x")
        let digits = name.utf8.dropFirst(isHex ? 2 : 1)
        // Unlike `UInt32`, references do not accept a sign.
        guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
            let value = UInt32(Substring(digits), radix: isHex ? 16 : 10),
            value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D,
            value != 0xFFFE, value != 0xFFFF, let scalar = Unicode.Scalar(value)
        else { return nil }
        return Array(String(scalar).utf8)
    }

    private mutating func appendCharacter(_ byte: UInt8, to text: inout [UInt8]) throws {
        try checkCharacter(byte)
        if byte == 0x0D {
            text.append(0x0A)
            offset += source.byte(at: offset + 1) == 0x0A ? 2 : 1
        } else {
            text.append(byte)
            offset += 1
        }
    }

    /// Throws if a character is not allowed in XML (2.2): control characters, U+FFFE and U+FFFF.
    func checkCharacter(_ byte: UInt8) throws {
        let isNonCharacter =
            byte == 0xEF
            && (source.has("\u{FFFE}", at: offset) || source.has("\u{FFFF}", at: offset))
        guard byte >= 0x20 && !isNonCharacter || XMLReader.isWhiteSpace(byte) else {
            throw source.malformed(
                "a character that XML allows", at: offset,
                advice: "remove it, or send such data as base64")
        }
    }
}
