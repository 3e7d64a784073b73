import MercatorPayload

extension XMLReader {
    /// Reads attributes up to the end of the tag.
    mutating func readAttributes() throws -> [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = []
        var names: Set<[UInt8]> = []
        while true {
            let start = offset
            skipWhiteSpace()
            guard let byte = source.byte(at: offset) else {
                throw source.fault(.unexpectedEnd, at: offset)
            }
            let isEnd = byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
            guard !isEnd, offset > start else { return attributes }
            let nameOffset = offset
            let name = try readName()
            guard names.insert(Array(name.utf8)).inserted else {
                throw source.error(
                    .malformed, expected: "an attribute the element does not have yet",
                    found: "one it has", at: nameOffset, advice: "rename or remove it")
            }
            skipWhiteSpace()
            try expect("=", advice: "give the attribute a value in quotation marks")
            skipWhiteSpace()
            attributes.append((name, try readAttributeValue()))
        }
    }

    /// Reads a quoted value, normalising each white space character to a space (XML 1.0, 3.3.3).
    private mutating func readAttributeValue() throws -> String {
        let start = offset
        guard let quote = source.byte(at: offset),
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else {
            throw source.malformed(
                "a quotation mark", at: offset, advice: "put the value between quotation marks")
        }
        offset += 1
        var value: [UInt8] = []
        while let byte = source.byte(at: offset), byte != quote {
            switch byte {
            case UInt8(ascii: "<"):
                throw source.malformed(
                    "text or a quotation mark", at: offset, advice: "write '<' as &lt;")
            case UInt8(ascii: "&"): value += try readReference()
            case _ where XMLReader.isWhiteSpace(byte):
                value.append(UInt8(ascii: " "))
                offset += source.has("\r\n", at: offset) ? 2 : 1
            default:
                try checkCharacter(byte)
                value.append(byte)
                offset += 1
            }
        }
        guard offset < source.bytes.count else { throw source.fault(.unexpectedEnd, at: offset) }
        offset += 1
        guard offset - start - 2 <= source.limits.stringBytes else {
            throw source.fault(.stringTooLong, at: start)
        }
        return String(decoding: value, as: UTF8.self)
    }
}
