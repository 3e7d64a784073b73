import MercatorPayload

extension BinaryPropertyListTable {
    /// Tests whether an object is a text, in any of the three encodings.
    func isText(at offset: Int) -> Bool { 0x5...0x7 ~= source.bytes[offset] >> 4 }

    /// Reads an object other than a container.
    func scalar(at offset: Int) throws -> PayloadNode {
        let marker = source.bytes[offset]
        switch (marker >> 4, marker & 0x0F) {
        case (0x0, 0x0): return .null
        case (0x0, 0x8): return .boolean(false)
        case (0x0, 0x9): return .boolean(true)
        case (0x1, 0...4): return .number(try integer(at: offset))
        case (0x2, 2):
            return try real(Double(Float(bitPattern: UInt32(try word(at: offset)))), offset)
        case (0x2, 3): return try real(Double(bitPattern: try word(at: offset)), offset)
        case (0x3, 3): return try date(Double(bitPattern: try word(at: offset)), offset)
        case (0x4, _):
            let data = source.bytes[try bytes(at: offset)]
            return .string(Base64.standard.text(of: Array(data)))
        case (0x5, _), (0x7, _): return .string(try utf8(at: offset))
        case (0x6, _): return .string(try utf16(at: offset))
        case (0x8, let size):
            let range = try body(from: offset + 1, count: Int(size) + 1, ofSize: 1, at: offset)
            guard range.count <= 8 else { fallthrough }
            let number = BinaryPropertyListTable.integer(source.bytes[range])
            return .object([PayloadNode.Member("CF$UID", .number(String(number)))])
        default:
            throw source.malformed(
                "an object of a property list", at: offset,
                advice: "see whether the list was damaged")
        }
    }

    /// Reads an integer: unsigned up to four bytes, signed from eight bytes on.
    private func integer(at offset: Int) throws -> String {
        let size = 1 << Int(source.bytes[offset] & 0x0F)
        let range = try body(from: offset + 1, count: size, ofSize: 1, at: offset)
        let low = BinaryPropertyListTable.integer(source.bytes[range].suffix(8))
        switch size {
        case 16:
            let high = BinaryPropertyListTable.integer(source.bytes[range].prefix(8))
            return String(Int128(truncatingIfNeeded: UInt128(high) << 64 | UInt128(low)))
        case 8: return String(Int64(bitPattern: low))
        default: return String(low)
        }
    }

    /// Returns the bits of a real number or a date.
    private func word(at offset: Int) throws -> UInt64 {
        let size = 1 << Int(source.bytes[offset] & 0x0F)
        let range = try body(from: offset + 1, count: size, ofSize: 1, at: offset)
        return BinaryPropertyListTable.integer(source.bytes[range])
    }

    private func real(_ value: Double, _ offset: Int) throws -> PayloadNode {
        try PropertyList.node(ofReal: value, in: source, at: offset)
    }

    private func date(_ seconds: Double, _ offset: Int) throws -> PayloadNode {
        guard let text = PropertyListDate.text(ofSecondsSince2001: seconds) else {
            throw source.error(
                .unrepresentableValue, expected: "a date in the years 1 to 9999",
                found: "one beyond them", at: offset, advice: "leave the value out")
        }
        return .string(text)
    }

    private func bytes(at offset: Int) throws -> Range<Int> {
        let (count, start) = try count(at: offset)
        let size = source.bytes[offset] >> 4 == 0x6 ? 2 : 1
        let range = try body(from: start, count: count, ofSize: size, at: offset)
        guard range.count <= source.limits.stringBytes else {
            throw source.fault(.stringTooLong, at: offset)
        }
        return range
    }

    /// Reads a text in ASCII, or in UTF-8 as in newer lists.
    private func utf8(at offset: Int) throws -> String {
        let range = try bytes(at: offset)
        guard let text = String(validating: source.bytes[range], as: UTF8.self) else {
            let invalid = UTF8Check.firstInvalid(in: source.bytes[range]) ?? 0
            throw source.fault(.invalidUTF8, at: range.lowerBound + invalid)
        }
        return text
    }

    private func utf16(at offset: Int) throws -> String {
        let range = try bytes(at: offset)
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
            UInt16(source.bytes[$0]) << 8 | UInt16(source.bytes[$0 + 1])
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw source.fault(.loneSurrogate, at: offset)
        }
        return text
    }
}
