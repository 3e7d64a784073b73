/// Random access to the bytes of one payload.
///
/// Every operation is memory-safe: a byte beyond the end reads as zero, and no function returns an
/// offset beyond the end. Zero is invalid everywhere in a payload, so a single comparison detects
/// both a wrong byte and the end. A scanner does not store a position; the caller keeps the offset
/// in a local variable, which stays in a register.
///
/// - Invariant: `base` points to `count` readable bytes while the closure of ``scan(_:_:)`` runs,
///   and a scanner never escapes that closure. Positions are offsets from `base`. Every load
///   follows a comparison of its offset with `count`; `count` is far below the largest integer, so
///   additions to a checked offset cannot overflow.
@safe
@usableFromInline
package struct ByteScanner {
    @usableFromInline
    let base: UnsafeRawPointer
    @usableFromInline
    package let count: Int

    /// Wraps memory that must stay allocated for the lifetime of the scanner.
    @unsafe
    @usableFromInline
    init(base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// Calls `body` with a scanner over `bytes`.
    ///
    /// The memory is valid for the duration of the call.
    ///
    /// - Precondition: `bytes` is not empty.
    @inlinable
    package static func scan<Result, Failure>(
        _ bytes: [UInt8], _ body: (ByteScanner) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            guard let base = buffer.baseAddress else {
                preconditionFailure("an array with elements has memory")
            }
            let scanner = unsafe ByteScanner(base: UnsafeRawPointer(base), count: buffer.count)
            return try body(scanner)
        }
    }

    /// Returns the byte at an offset, or zero outside the payload.
    @inlinable
    package func byte(at offset: Int) -> UInt8 {
        guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return 0 }
        return unsafe base.load(fromByteOffset: offset, as: UInt8.self)  // in bounds: checked above
    }

    /// Returns four bytes in little-endian order, or zero if fewer than four remain.
    func fourBytes(at offset: Int) -> UInt32 {
        guard offset >= 0, offset <= count &- 4 else { return 0 }
        let word = unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return UInt32(littleEndian: word)
    }

    /// Returns eight bytes in little-endian order, or `nil` if fewer remain.
    @inlinable
    package func word(at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= count &- 8 else { return nil }
        let word = unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    /// Returns eight bytes in little-endian order.
    ///
    /// - Precondition: `0 <= offset <= count - 8`, which callers check.
    @unsafe
    private func eightBytes(at offset: Int) -> UInt64 {
        let word = unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return UInt64(littleEndian: word)
    }
}

/// Skipping.
extension ByteScanner {
    /// Returns the offset of the next byte that is not white space, or the end.
    func tokenStart(from offset: Int) -> Int {
        byte(at: offset) > 0x20 ? offset : whiteSpaceEnd(from: offset)
    }

    /// Skips white space, eight blanks at a time.
    ///
    /// The indentation of pretty-printed payloads makes long runs.
    @inline(never)
    private func whiteSpaceEnd(from start: Int) -> Int {
        var offset = start
        while true {
            switch byte(at: offset) {
            case 0x20, 0x0A, 0x0D, 0x09: offset &+= 1
            default: return min(offset, count)
            }
            while offset <= count &- 8 {
                let others = unsafe eightBytes(at: offset) ^ 0x2020_2020_2020_2020
                if others != 0 {
                    offset &+= others.trailingZeroBitCount / 8
                    break
                }
                offset &+= 8
            }
        }
    }

    /// Returns the offset of the next byte that is not plain ASCII text.
    ///
    /// Such bytes are quotation marks, backslashes, control characters and bytes of multi-byte
    /// scalars. Compares sixteen bytes at once and stops where fewer than sixteen remain.
    func plainTextEnd(from start: Int) -> Int {
        guard start >= 0 else { return count }
        var offset = start
        while offset <= count &- 16 {
            // At least sixteen bytes remain, by the loop condition.
            let block = unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int8>.self)
            let stops = ByteScanner.stops(in: block)
            if stops != 0 { return offset &+ stops.trailingZeroBitCount / 4 }
            offset &+= 16
        }
        return offset
    }

    /// Returns four bits per byte, in little-endian order, all set where plain text ends.
    ///
    /// As signed numbers, control characters and bytes of multi-byte scalars are below a blank. The
    /// type of each vector is spelled out: with `SIMD16(repeating:)` alone, the compiler selects
    /// the generic comparison, a loop over single bytes that is a hundred times slower.
    private static func stops(in block: SIMD16<Int8>) -> UInt64 {
        bits(
            of: (block .== SIMD16<Int8>(repeating: 0x22))
                .| (block .== SIMD16<Int8>(repeating: 0x5C))
                .| (block .< SIMD16<Int8>(repeating: 0x20)))
    }

    /// Returns four bits per lane of a mask, in little-endian order.
    @inline(__always)
    private static func bits(of mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        // A mask has one byte per lane, all ones or all zeros. Narrowing the middle eight bits of
        // each pair of lanes keeps four bits per lane. (Assumes little-endian order, as on every
        // Swift platform.)
        let pairs = unsafe unsafeBitCast(mask, to: SIMD8<UInt16>.self)
        let halves = SIMD8<UInt8>(truncatingIfNeeded: pairs &>> SIMD8<UInt16>(repeating: 4))
        return unsafe unsafeBitCast(halves, to: UInt64.self)
    }

    /// Returns the offset of the first occurrence of a byte from `start` on, or the end.
    ///
    /// Compares sixteen bytes at once.
    package func firstOffset(of byte: UInt8, from start: Int) -> Int {
        guard start >= 0 else { return count }
        var offset = start
        let wanted = SIMD16<Int8>(repeating: Int8(bitPattern: byte))
        while offset <= count &- 16 {
            // At least sixteen bytes remain, by the loop condition.
            let block = unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int8>.self)
            let found = ByteScanner.bits(of: block .== wanted)
            if found != 0 { return offset &+ found.trailingZeroBitCount / 4 }
            offset &+= 16
        }
        while offset < count, self.byte(at: offset) != byte { offset &+= 1 }
        return min(offset, count)
    }

    /// Returns the offset of the next quotation mark or backslash, or the end.
    ///
    /// Compares sixteen bytes at once.
    package func endOfPlainText(from start: Int) -> Int {
        guard start >= 0 else { return count }
        var offset = start
        while offset <= count &- 16 {
            // At least sixteen bytes remain, by the loop condition.
            let block = unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int8>.self)
            let found = ByteScanner.bits(
                of: (block .== SIMD16<Int8>(repeating: 0x22))
                    .| (block .== SIMD16<Int8>(repeating: 0x5C)))
            if found != 0 { return offset &+ found.trailingZeroBitCount / 4 }
            offset &+= 16
        }
        while offset < count, byte(at: offset) != 0x22, byte(at: offset) != 0x5C { offset &+= 1 }
        return min(offset, count)
    }

    /// Returns the offset of the next byte that is not a decimal digit.
    ///
    /// Compares eight bytes at once and stops where fewer than eight remain.
    func digitsEnd(from start: Int) -> Int {
        guard start >= 0 else { return count }
        var offset = start
        while offset <= count &- 8 {
            let count = unsafe ByteScanner.digitCount(in: eightBytes(at: offset))
            if count < 8 { return offset &+ count }
            offset &+= 8
        }
        return offset
    }
}

extension ByteScanner {
    /// Returns the text of bytes that have been scanned, without validating their UTF-8 again.
    ///
    /// - Precondition: The parser has accepted a payload with these bytes, and `range` begins and
    ///   ends at scalar boundaries, as every string of the payload does.
    static func text(ofCheckedBytes bytes: [UInt8], in range: Range<Int>) -> String {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return String(decoding: bytes[range], as: UTF8.self)
        }
        let span = bytes.span.extracting(range)  // traps outside the array
        return String(copying: unsafe UTF8Span(unchecked: span))  // valid by the precondition
    }
}

extension ByteScanner {
    /// Returns the number of bytes before the first backslash of eight.
    static func countBeforeBackslash(in word: UInt64) -> Int {
        // Backslashes become zero bytes.
        let others = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let zeros = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
        return zeros.trailingZeroBitCount / 8
    }
}

extension ByteScanner {
    /// Returns the number of leading digits among eight bytes.
    static func digitCount(in word: UInt64) -> Int {
        otherBits(inDigits: word ^ 0x3030_3030_3030_3030).trailingZeroBitCount / 8
    }

    /// Returns the number denoted by the first `count` bytes, or `nil` if one of them is no digit.
    static func number(ofDigits count: Int, in word: UInt64) -> UInt64? {
        guard count > 0, count <= 8 else { return nil }
        let digits = (word ^ 0x3030_3030_3030_3030) << UInt64(64 &- 8 &* count)
        guard otherBits(inDigits: digits) == 0 else { return nil }
        return value(ofDigits: count, in: word)
    }

    /// Returns the number denoted by the first `count` bytes, which must all be digits.
    static func value(ofDigits count: Int, in word: UInt64) -> UInt64 {
        // The shift drops the bytes after the last digit and fills in leading zeros.
        let digits = (word & 0x0F0F_0F0F_0F0F_0F0F) << UInt64(64 &- 8 &* count)
        // Combines pairs of digits into numbers below 100, and pairs of these into
        // numbers below 10,000.
        let pairs = (digits &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
        return (fours &* 42_949_672_960_001) >> 32
    }

    /// Returns a word with the high bit set in each byte that is ten or more.
    ///
    /// For bytes below 128, adding 118 sets the high bit from ten on without a carry into
    /// the next byte.
    private static func otherBits(inDigits digits: UInt64) -> UInt64 {
        let sums = (digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676
        return (sums | digits) & 0x8080_8080_8080_8080
    }
}
