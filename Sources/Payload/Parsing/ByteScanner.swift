/// Reads the bytes of one payload, front to back.
///
/// This file holds the only unsafe code of the target. Everything it offers is safe to call:
/// reading behind the end gives zero, and the position never passes the end. Zero is no valid byte
/// anywhere in a payload, so one comparison finds both a wrong byte and the end.
///
/// - Invariant: `0 <= offset <= count`, so sums and differences of places cannot overflow; and `base` points to `count` readable bytes while the
///   closure of ``scan(_:_:)`` runs. A scanner never leaves that closure.
@safe
struct ByteScanner {
    private let base: UnsafeRawPointer
    let count: Int
    private(set) var offset = 0

    /// The caller keeps `count` bytes at `base` alive while the scanner lives.
    @unsafe
    private init(base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// Runs `body` with a scanner over `bytes`; the memory stays alive for exactly that long.
    ///
    /// - Precondition: There is at least one byte.
    static func scan<Result, Failure>(
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

    /// Whether no byte is left.
    var isAtEnd: Bool { offset == count }

    /// The byte at the position, or zero at the end.
    var current: UInt8 {
        guard offset < count else { return 0 }
        return unsafe base.load(fromByteOffset: offset, as: UInt8.self)  // in bounds: checked above
    }

    /// The byte some places ahead, or zero behind the end.
    func peek(_ distance: Int) -> UInt8 {
        guard distance >= 0, distance < count &- offset else { return 0 }
        return unsafe base.load(fromByteOffset: offset &+ distance, as: UInt8.self)
    }

    /// The four bytes some places ahead, the first one lowest; zero where fewer than four are left.
    func fourBytes(ahead distance: Int = 0) -> UInt32 {
        guard distance >= 0, distance <= count &- offset &- 4 else { return 0 }
        let word = unsafe base.loadUnaligned(  // four bytes are left: checked above
            fromByteOffset: offset &+ distance, as: UInt32.self)
        return UInt32(littleEndian: word)
    }

    /// Moves to the next byte; stays at the end.
    mutating func advance() {
        if offset < count { offset &+= 1 }
    }

    /// Moves some bytes ahead; stops at the end.
    mutating func advance(by distance: Int) {
        offset = distance >= 0 && distance < count &- offset ? offset &+ distance : count
    }

    /// Moves to the next byte that is no white space and returns it, zero at the end.
    mutating func skipWhiteSpace() -> UInt8 {
        let byte = current
        if byte > 0x20 { return byte }
        return skipWhiteSpaceRun()
    }

    /// Runs of blanks are as long as the indentation of pretty-printed payloads: eight at a time.
    private mutating func skipWhiteSpaceRun() -> UInt8 {
        var place = offset
        defer { offset = place }
        while place < count {
            let byte = unsafe base.load(fromByteOffset: place, as: UInt8.self)  // place < count
            switch byte {
            case 0x20, 0x0A, 0x0D, 0x09: place &+= 1
            default: return byte
            }
            while place <= count &- 8,
                unsafe base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    == 0x2020_2020_2020_2020
            {
                place &+= 8
            }
        }
        return 0
    }

    /// Moves to the next byte that a string cannot hold as plain ASCII, and returns it.
    ///
    /// That is a quotation mark, a backslash, a control character, a byte of a longer scalar,
    /// or zero at the end. Eight bytes are looked at together: subtracting one from a byte borrows
    /// into its high bit exactly when the byte was zero, and the lowest such mark is always true.
    mutating func skipPlainText() -> UInt8 {
        var place = offset
        while place <= count &- 8 {
            let loaded = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let stops = ByteScanner.stops(in: UInt64(littleEndian: loaded))
            if stops != 0 {
                place &+= stops.trailingZeroBitCount / 8
                offset = place
                return unsafe base.load(fromByteOffset: place, as: UInt8.self)  // one of the eight
            }
            place &+= 8
        }
        while place < count {
            let byte = unsafe base.load(fromByteOffset: place, as: UInt8.self)  // place < count
            if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C {
                offset = place
                return byte
            }
            place &+= 1
        }
        offset = place
        return 0
    }

    /// Marks the high bit of the bytes at which plain text ends; the lowest mark is exact.
    private static func stops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let marks =
            ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
            | ((word &- (ones &* 0x20)) & ~word) | word
        return marks & (ones &* 0x80)
    }

    /// Moves behind a run of decimal digits and returns how many there were.
    mutating func skipDigits() -> Int {
        var place = offset
        while place < count,
            unsafe base.load(fromByteOffset: place, as: UInt8.self) &- 0x30 < 10  // place < count
        {
            place &+= 1
        }
        defer { offset = place }
        return place &- offset
    }
}

extension ByteScanner {
    /// The text of bytes that a scanner has been over, without checking their UTF-8 again.
    ///
    /// - Precondition: The parser has accepted a payload with these bytes, and the range begins
    ///   and ends at a scalar, as every string of the payload does.
    static func text(ofCheckedBytes bytes: [UInt8], in range: Range<Int>) -> String {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return String(decoding: bytes[range], as: UTF8.self)
        }
        let span = bytes.span.extracting(range)  // traps outside the array
        return String(copying: unsafe UTF8Span(unchecked: span))  // valid: see the precondition
    }
}

/// Comparing parts of a payload, eight bytes at a time.
extension PayloadTape {
    /// Whether two parts of the payload are the same bytes.
    package func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        precondition(left.upperBound <= bytes.count && right.upperBound <= bytes.count)
        guard left.count == right.count else { return false }
        return unsafe bytes.withUnsafeBytes { buffer in
            var place = 0
            while left.count &- place >= 8 {
                // Eight bytes are left of both: checked above, with the ends of the ranges.
                let first = unsafe buffer.loadUnaligned(
                    fromByteOffset: left.lowerBound &+ place, as: UInt64.self)
                let second = unsafe buffer.loadUnaligned(
                    fromByteOffset: right.lowerBound &+ place, as: UInt64.self)
                guard first == second else { return false }
                place &+= 8
            }
            while place < left.count {
                let first = unsafe buffer[left.lowerBound &+ place]
                guard unsafe first == buffer[right.lowerBound &+ place] else { return false }
                place &+= 1
            }
            return true
        }
    }

    /// A number that is the same for the same bytes; it looks at both ends only.
    package func digest(of range: Range<Int>) -> Int64 {
        precondition(range.upperBound <= bytes.count)
        var digest = UInt64(truncatingIfNeeded: range.count)
        guard range.count >= 8 else { return Int64(bitPattern: digest) }
        unsafe bytes.withUnsafeBytes { buffer in
            let last = range.count - 8
            for step in 0..<4 {
                // Eight bytes are left behind each place, since the range has as many.
                let place = step == 3 ? last : min(step * 8, last)
                let word = unsafe buffer.loadUnaligned(
                    fromByteOffset: range.lowerBound &+ place, as: UInt64.self)
                digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
                digest ^= digest >> 29
            }
        }
        return Int64(bitPattern: digest)
    }
}
