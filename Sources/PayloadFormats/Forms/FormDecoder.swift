import MercatorPayload

/// A parser for forms; see ``PayloadFormat/form`` for the rules.
struct FormDecoder {
    private let source: FormatSource

    init(_ bytes: [UInt8], options: PayloadOptions) throws(PayloadError) {
        source = try FormatSource(bytes, limits: options.limits)
    }

    /// Parses the pairs; empty pairs are ignored, as the URL standard requires.
    func decode() throws -> PayloadNode {
        guard source.nestingDepth > 0 else { throw source.fault(.nestingTooDeep, at: 0) }
        var tree = FormTree(
            elementsPerContainer: source.limits.elementsPerContainer,
            nestingDepth: source.nestingDepth)
        var start = 0
        while start < source.bytes.count {
            let rest = source.bytes[start...]
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            if end > start { try insert(start..<end, into: &tree) }
            start = end + 1
        }
        return tree.root
    }

    /// Inserts a pair; the value is everything after the first `=`.
    private func insert(_ pair: Range<Int>, into tree: inout FormTree) throws {
        let equals = source.bytes[pair].firstIndex(of: UInt8(ascii: "="))
        let name = try text(of: pair.lowerBound..<(equals ?? pair.upperBound))
        guard let key = FormKey(Array(name.utf8)) else {
            throw source.error(
                .malformed, expected: "'[' and ']' in pairs at the end of the key",
                at: pair.lowerBound, advice: "write nested keys as a[b], elements as a[]")
        }
        let value = try equals.map { try text(of: ($0 + 1)..<pair.upperBound) }
        do throws(FormTree.Refusal) {
            try tree.insert(value, at: key)
        } catch {
            throw refusal(error, at: pair.lowerBound)
        }
    }

    private func refusal(_ reason: FormTree.Refusal, at offset: Int) -> any Error {
        switch reason {
        case .tooManyElements: source.fault(.tooManyElements, at: offset)
        case .nestingTooDeep: source.fault(.nestingTooDeep, at: offset)
        case .conflict:
            source.error(
                .conflictingKeys, expected: "a key that agrees with the keys before",
                found: "one that needs a value of another kind in the same place", at: offset,
                advice:
                    "use a key either for a text, or as a[] for elements, or as a[b] for members")
        }
    }

    /// Decodes percent escapes into bytes of UTF-8, and `+` into a space.
    private func text(of range: Range<Int>) throws -> String {
        guard range.count <= source.limits.stringBytes else {
            throw source.fault(.stringTooLong, at: range.lowerBound)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var offset = range.lowerBound
        while offset < range.upperBound {
            switch source.bytes[offset] {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                decoded.append(try escapedByte(at: offset, before: range.upperBound))
                offset += 2
            case let byte: decoded.append(byte)
            }
            offset += 1
        }
        if let text = String(validating: decoded, as: UTF8.self) { return text }
        // All percent escapes are well-formed, so the decoded offset maps back to a source offset.
        var invalid = range.lowerBound
        for _ in 0..<(UTF8Check.firstInvalid(in: decoded) ?? 0) {
            invalid += source.bytes[invalid] == UInt8(ascii: "%") ? 3 : 1
        }
        throw source.fault(.invalidUTF8, at: invalid)
    }

    private func escapedByte(at offset: Int, before end: Int) throws -> UInt8 {
        guard offset + 2 < end,
            let high = Character(Unicode.Scalar(source.bytes[offset + 1])).hexDigitValue,
            let low = Character(Unicode.Scalar(source.bytes[offset + 2])).hexDigitValue
        else {
            throw source.error(
                .invalidPercentEscape, expected: "two hexadecimal digits behind '%'", at: offset,
                advice: "write a percent sign as %25")
        }
        return UInt8(high << 4 | low)
    }
}
