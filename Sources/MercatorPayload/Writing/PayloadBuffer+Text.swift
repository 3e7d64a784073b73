/// Strings, and numbers given as text.
///
/// This file and `PayloadBuffer` contain all unsafe code of the writer; pointers never outlive the
/// call that receives them.
extension PayloadBuffer {
    /// Writes a string.
    package mutating func appendQuoted(_ text: String) {
        let result: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe appendQuoted($0)
        }
        guard result == nil else { return }
        var text = text
        text.withUTF8 { unsafe appendQuoted($0) }
    }

    /// Writes a string, given as a range of valid UTF-8.
    package mutating func appendQuoted(utf8 bytes: [UInt8], _ range: Range<Int>) {
        precondition(range.upperBound <= bytes.count && range.lowerBound >= 0, "out of bounds")
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe appendQuoted(UnsafeBufferPointer(rebasing: bytes[range]))
        }
    }

    /// Writes an array of integers given as compact JSON.
    ///
    /// Returns `false`, without writing, if the bytes contain anything other than digits, signs and
    /// commas between brackets, or are so many that the limit of elements could be exceeded.
    package mutating func append(integers list: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.count >= 2, range.count <= Self.limits.elementsPerContainer,
            list[range.lowerBound] == Byte.openingBracket,
            list[range.upperBound - 1] == Byte.closingBracket
        else { return false }
        for offset in range.lowerBound + 1..<range.upperBound - 1 {
            switch list[offset] {
            case Byte.zero...Byte.nine, Byte.comma, Byte.minus: continue
            default: return false
            }
        }
        if depth >= Self.limits.nestingDepth { requireParsing() }
        append(list, range)
        return true
    }

    /// Writes a string, given as UTF-8 without escapes.
    mutating func appendQuoted(bytes: some Sequence<UInt8>) {
        let result: Void? = bytes.withContiguousStorageIfAvailable { unsafe appendQuoted($0) }
        if result == nil { appendQuoted(bytes: Array(bytes)) }
    }

    private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        let begin = count
        append(Byte.quotationMark)
        var offset = unsafe appendPlain(text, from: 0)
        while offset < text.count {
            unsafe appendEscaped(text[offset])
            offset = unsafe appendPlain(text, from: offset + 1)
        }
        append(Byte.quotationMark)
        if count - begin - 2 > PayloadBuffer.limits.stringBytes { requireParsing() }
    }

    /// Copies bytes up to the first that requires an escape, and returns its offset, or the end.
    ///
    /// Copies sixteen bytes at once before examining them: bytes stored beyond the returned offset
    /// are overwritten.
    private mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var offset = start
        let count = text.count
        guard start < count, let base = unsafe UnsafeRawPointer(text.baseAddress) else {
            return start
        }
        // Every load ends at or before `count`; stores go to the same offset relative to `end`.
        unsafe appendDirectly(atMost: count - start) { end in
            while offset <= count &- 16 {
                let found = unsafe PlainBlock.copy(base + offset, to: end + (offset &- start))
                guard found == 16 else {
                    offset &+= found
                    return offset &- start
                }
                offset &+= 16
            }
            if offset < count, count &- start >= 16 {
                // The last sixteen bytes overlap with bytes already found plain.
                let last = count &- 16
                offset = unsafe last &+ PlainBlock.copy(base + last, to: end + (last &- start))
                return offset &- start
            }
            if offset <= count &- 8 {
                let word = unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if !word.hasByteToEscape {
                    unsafe end.storeBytes(
                        of: word, toByteOffset: offset &- start, as: UInt64.self)
                    offset &+= 8
                }
            }
            while offset < count {
                let byte = unsafe base.load(fromByteOffset: offset, as: UInt8.self)
                guard !byte.mustBeEscaped else { break }
                unsafe end.storeBytes(of: byte, toByteOffset: offset &- start, as: UInt8.self)
                offset &+= 1
            }
            return offset &- start
        }
        return offset
    }

    /// Escapes the characters required by RFC 8259 (section 7), and no others.
    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case Byte.quotationMark, Byte.backslash: append(Byte.backslash, byte)
        case 0x20...: append(byte)
        case 0x08: append(Byte.backslash, UInt8(ascii: "b"))
        case 0x09: append(Byte.backslash, UInt8(ascii: "t"))
        case 0x0A: append(Byte.backslash, UInt8(ascii: "n"))
        case 0x0C: append(Byte.backslash, UInt8(ascii: "f"))
        case 0x0D: append(Byte.backslash, UInt8(ascii: "r"))
        default:
            append(verbatim: "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
        }
    }

    /// Writes a number given as text.
    mutating func append(number text: String) {
        append(verbatim: text.utf8)
        if !Self.isPlainNumber(text.utf8) { requireParsing() }
    }

    /// Tests whether a text is a number without an exponent; others are left to the parser.
    private static func isPlainNumber(_ text: String.UTF8View) -> Bool {
        let parts = text.dropFirst(text.first == Byte.minus ? 1 : 0)
            .split(separator: Byte.point, omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2,
            text.count <= PayloadBuffer.limits.numberBytes,
            whole.count == 1 || whole.first != Byte.zero
        else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (Byte.zero...Byte.nine).contains($0) }
        }
    }
}

/// Vectorised copying of text.
private enum PlainBlock {
    /// Copies sixteen bytes, and returns the number of leading bytes that require no escape.
    ///
    /// The types of the vectors are spelled out, or the compiler generates loops over single bytes.
    @unsafe
    static func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> Int {
        let block = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: block, as: SIMD16<UInt8>.self)
        let stops =
            (block .== SIMD16<UInt8>(repeating: Byte.quotationMark))
            .| (block .== SIMD16<UInt8>(repeating: Byte.backslash))
            .| (block .< SIMD16<UInt8>(repeating: 0x20))
        // A mask has one byte per lane, all ones or all zeros, in little-endian order.
        let halves = unsafe unsafeBitCast(stops, to: SIMD2<UInt64>.self)
        if halves[0] | halves[1] == 0 { return 16 }
        return halves[0] != 0
            ? halves[0].trailingZeroBitCount / 8 : 8 + halves[1].trailingZeroBitCount / 8
    }
}

extension UInt8 {
    /// Tests whether the byte is a control character, a quotation mark or a backslash.
    fileprivate var mustBeEscaped: Bool {
        self < 0x20 || self == Byte.quotationMark || self == Byte.backslash
    }
}

extension UInt64 {
    /// Tests whether any of eight bytes is a control character, a quotation mark or a backslash.
    fileprivate var hasByteToEscape: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let marks: UInt64 = 0x8080_8080_8080_8080
        let quotes = self ^ (ones &* UInt64(Byte.quotationMark))
        let backslashes = self ^ (ones &* UInt64(Byte.backslash))
        let control = (self &- ones &* 0x20) & ~self
        let found = control | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        return found & marks != 0
    }
}
