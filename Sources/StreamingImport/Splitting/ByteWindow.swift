/// The bytes of one chunk, eight at a time.
///
/// This file contains the only unsafe code of the splitters. Every operation is memory-safe: bytes
/// beyond the end read as zero, and searches end there.
///
/// - Invariant: `base` points to `count` readable bytes while the closure of ``over(_:_:)`` runs,
///   and a window never escapes that closure.
@safe
struct ByteWindow {
    private let base: UnsafeRawPointer
    let count: Int

    /// Wraps memory that must stay allocated for the lifetime of the window.
    @unsafe
    private init(base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// Calls `body` with a window over `bytes`, whose memory is valid for the duration of the call.
    ///
    /// - Precondition: `bytes` is not empty.
    static func over<Result, Failure>(
        _ bytes: [UInt8], _ body: (ByteWindow) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            guard let base = buffer.baseAddress else {
                preconditionFailure("an array with elements has memory")
            }
            return try body(
                unsafe ByteWindow(base: UnsafeRawPointer(base), count: buffer.count))
        }
    }

    /// Returns the byte at an offset, or zero beyond the end.
    subscript(place: Int) -> UInt8 {
        guard place >= 0, place < count else { return 0 }
        return unsafe base.load(fromByteOffset: place, as: UInt8.self)  // in bounds: checked above
    }

    /// Returns eight bytes in little-endian order, or `nil` if fewer remain.
    func word(at place: Int) -> UInt64? {
        guard place >= 0, place <= count &- 8 else { return nil }
        let word = unsafe base.loadUnaligned(  // in bounds: checked above
            fromByteOffset: place, as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    /// Returns the offset of the first occurrence of a byte from `start` on, or the end.
    func firstPlace(of byte: UInt8, from start: Int) -> Int {
        var place = start
        let wanted = ByteWindow.ones &* UInt64(byte)
        while let word = word(at: place) {
            let marks = ByteWindow.zeroes(in: word ^ wanted)
            if marks != 0 { return place &+ marks.trailingZeroBitCount / 8 }
            place &+= 8
        }
        while place < count, self[place] != byte { place &+= 1 }
        return min(place, count)
    }

    /// Returns the offset of the next quotation mark or backslash, or the end.
    func endOfPlainText(from start: Int) -> Int {
        var place = start
        while let word = word(at: place) {
            let marks =
                ByteWindow.zeroes(in: word ^ (ByteWindow.ones &* UInt64(Byte.quotationMark)))
                | ByteWindow.zeroes(in: word ^ (ByteWindow.ones &* UInt64(Byte.backslash)))
            if marks != 0 { return place &+ marks.trailingZeroBitCount / 8 }
            place &+= 8
        }
        while place < count, self[place] != Byte.quotationMark, self[place] != Byte.backslash {
            place &+= 1
        }
        return min(place, count)
    }

    /// Returns the offset of the next byte other than white space, or the end.
    func skipWhiteSpace(from start: Int) -> Int {
        var place = start
        while place < count, Byte.isWhiteSpace(self[place]) { place &+= 1 }
        return place
    }

    static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Sets the high bit of each zero byte; only the lowest mark is exact.
    ///
    /// Subtracting one from a byte borrows into its high bit if the byte is zero.
    static func zeroes(in word: UInt64) -> UInt64 {
        (word &- ones) & ~word & (ones &* 0x80)
    }
}

/// ASCII bytes with a role in splitting.
enum Byte {
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let quotationMark: UInt8 = 0x22
    static let comma: UInt8 = 0x2C
    static let colon: UInt8 = 0x3A
    static let openingBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closingBracket: UInt8 = 0x5D
    static let openingBrace: UInt8 = 0x7B
    static let closingBrace: UInt8 = 0x7D
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == lineFeed || byte == carriageReturn || byte == 0x09
    }

    /// Returns a description of a byte for messages.
    static func name(_ byte: UInt8) -> String {
        guard (0x21...0x7E).contains(byte) else {
            let digits = String(byte, radix: 16, uppercase: true)
            return "byte 0x" + (digits.count == 1 ? "0" : "") + digits
        }
        return "'\(Unicode.Scalar(byte))'"
    }
}
