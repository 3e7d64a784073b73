/// Reads the bytes of one payload, anywhere.
///
/// Everything it offers is safe to call: behind the end there are only zeros, and no function
/// answers a place behind the end. Zero is no valid byte anywhere in a payload, so one comparison
/// finds both a wrong byte and the end. A scanner has no position: a place that a caller keeps in a
/// local variable stays in a register.
///
/// - Invariant: `base` points to `count` readable bytes while the closure of ``scan(_:_:)`` runs. A
///   scanner never leaves that closure. Places are offsets from `base`; every load is behind a
///   comparison of its place with `count`, which is far below the largest integer, so sums cannot
///   overflow where the place was compared before.
@safe
struct ByteScanner {
    private let base: UnsafeRawPointer
    let count: Int

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

    /// The byte at a place, or zero outside the payload.
    func byte(at place: Int) -> UInt8 {
        guard UInt(bitPattern: place) < UInt(bitPattern: count) else { return 0 }
        return unsafe base.load(fromByteOffset: place, as: UInt8.self)  // in bounds: checked above
    }

    /// The four bytes from a place on, the first one lowest; zero where fewer than four are left.
    func fourBytes(at place: Int) -> UInt32 {
        guard place >= 0, place <= count &- 4 else { return 0 }
        let word = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return UInt32(littleEndian: word)
    }

    /// The eight bytes from a place on, the first one lowest.
    ///
    /// - Precondition: `0 <= place <= count - 8`; callers compare first.
    @unsafe
    private func eightBytes(at place: Int) -> UInt64 {
        let word = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        return UInt64(littleEndian: word)
    }
}

/// Skipping.
extension ByteScanner {
    /// The first place from here on that is no white space, or the end.
    func tokenPlace(from place: Int) -> Int {
        byte(at: place) > 0x20 ? place : whiteSpaceEnd(from: place)
    }

    /// Runs of blanks are as long as the indentation of pretty-printed payloads: eight at a time.
    @inline(never)
    private func whiteSpaceEnd(from start: Int) -> Int {
        var place = start
        while true {
            switch byte(at: place) {
            case 0x20, 0x0A, 0x0D, 0x09: place &+= 1
            default: return min(place, count)
            }
            while place <= count &- 8 {
                let others = unsafe eightBytes(at: place) ^ 0x2020_2020_2020_2020
                if others != 0 {
                    place &+= others.trailingZeroBitCount / 8
                    break
                }
                place &+= 8
            }
        }
    }

    /// The first place from here on that a string cannot hold as plain ASCII.
    ///
    /// That is a quotation mark, a backslash, a control character or a byte of a longer scalar.
    /// Sixteen bytes are looked at together; where fewer are left, it is the place they begin at.
    func plainTextEnd(from start: Int) -> Int {
        guard start >= 0 else { return count }
        var place = start
        while place <= count &- 16 {
            // Sixteen bytes are left: compared above.
            let block = unsafe base.loadUnaligned(fromByteOffset: place, as: SIMD16<Int8>.self)
            let stops = ByteScanner.stops(in: block)
            if stops != 0 { return place &+ stops.trailingZeroBitCount / 4 }
            place &+= 16
        }
        return place
    }

    /// Four bits for each of sixteen bytes, the first one lowest: all set where plain text ends.
    ///
    /// As signed numbers, control characters and bytes of longer scalars are what is less than a
    /// blank. The type of each vector is written out: with `SIMD16(repeating:)` alone the compiler takes
    /// the comparison of all vectors, a loop over single bytes that is a hundred times as slow.
    private static func stops(in block: SIMD16<Int8>) -> UInt64 {
        let stops =
            (block .== SIMD16<Int8>(repeating: 0x22)) .| (block .== SIMD16<Int8>(repeating: 0x5C))
            .| (block .< SIMD16<Int8>(repeating: 0x20))
        // A mask has a byte for each byte, with all bits set or none. Of each two bytes the middle
        // eight bits are kept, four of either. (Where the first byte is lowest: everywhere Swift runs.)
        let pairs = unsafe unsafeBitCast(stops, to: SIMD8<UInt16>.self)
        let halves = SIMD8<UInt8>(truncatingIfNeeded: pairs &>> SIMD8<UInt16>(repeating: 4))
        return unsafe unsafeBitCast(halves, to: UInt64.self)
    }

    /// The first place from here on that has no decimal digit.
    ///
    /// Eight bytes are looked at together; where fewer are left, it is the place they begin at.
    func digitsEnd(from start: Int) -> Int {
        guard start >= 0 else { return count }
        var place = start
        while place <= count &- 8 {
            let count = unsafe ByteScanner.digitCount(in: eightBytes(at: place))
            if count < 8 { return place &+ count }
            place &+= 8
        }
        return place
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

/// Copying parts of a payload.
extension PayloadTape {
    /// Appends a part of the payload.
    func append(_ range: Range<Int>, to text: inout [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe text.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[range]))
        }
    }

    /// Appends a part of the payload, whose escapes are resolved.
    func appendUnescaped(_ range: Range<Int>, to text: inout [UInt8]) {
        // An escape is longer than what it stands for, so there is room for all; it is taken back.
        var end = text.count
        append(range, to: &text)
        unsafe bytes.withUnsafeBytes { source in
            unsafe text.withUnsafeMutableBytes { target in
                var place = range.lowerBound
                while place < range.upperBound {
                    if range.upperBound &- place >= 8 {
                        // Eight bytes are left, and as many in the target, which is not ahead.
                        let word = unsafe source.loadUnaligned(
                            fromByteOffset: place, as: UInt64.self)
                        unsafe target.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
                        let count = ByteScanner.countBeforeBackslash(in: UInt64(littleEndian: word))
                        place &+= count
                        end &+= count
                        if count == 8 { continue }
                    } else if unsafe source[place] != Byte.backslash {
                        unsafe target[end] = source[place]
                        place &+= 1
                        end &+= 1
                        continue
                    }
                    let escape = escape(at: place)
                    place += escape.length
                    for byte in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
                        unsafe target[end] = byte
                        end += 1
                    }
                }
            }
        }
        text.removeLast(text.count - end)
    }
}

extension ByteScanner {
    /// How many of eight bytes come before the first backslash among them.
    fileprivate static func countBeforeBackslash(in word: UInt64) -> Int {
        // A byte becomes zero where it is a backslash.
        let others = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let zeros = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
        return zeros.trailingZeroBitCount / 8
    }
}

/// Reading digits, eight at a time.
extension PayloadTape {
    /// Eight bytes of the payload, the first one lowest; `nil` where they are not all in it.
    package func eightBytes(at place: Int) -> UInt64? {
        guard place >= 0, place <= bytes.count &- 8 else { return nil }
        return unsafe bytes.withUnsafeBytes { buffer in
            unsafe UInt64(
                littleEndian: buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
    }
}

extension ByteScanner {
    /// How many of eight bytes are digits before the first that is none.
    static func digitCount(in word: UInt64) -> Int {
        otherBits(inDigits: word ^ 0x3030_3030_3030_3030).trailingZeroBitCount / 8
    }

    /// The number that the first of eight bytes stand for; `nil` if one of them is no digit.
    static func number(ofDigits count: Int, in word: UInt64) -> UInt64? {
        guard count > 0, count <= 8 else { return nil }
        let digits = (word ^ 0x3030_3030_3030_3030) << UInt64(64 &- 8 &* count)
        guard otherBits(inDigits: digits) == 0 else { return nil }
        return value(ofDigits: count, in: word)
    }

    /// The number that the first of eight bytes stand for, all of them digits.
    static func value(ofDigits count: Int, in word: UInt64) -> UInt64 {
        // What is behind the last digit falls out; before the first one there are zeros then.
        let digits = (word & 0x0F0F_0F0F_0F0F_0F0F) << UInt64(64 &- 8 &* count)
        // Two digits become a number below a hundred, two of these one below ten thousand.
        let pairs = (digits &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
        return (fours &* 42_949_672_960_001) >> 32
    }

    /// The high bit of each byte that is ten or more.
    ///
    /// Of what is below 128, adding 118 sets the high bit from ten on, and nothing carries to a
    /// neighbour.
    private static func otherBits(inDigits digits: UInt64) -> UInt64 {
        let sums = (digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676
        return (sums | digits) & 0x8080_8080_8080_8080
    }
}

/// Comparing parts of a payload, eight bytes at a time.
extension PayloadTape {
    /// Whether two parts of the payload are the same bytes.
    package func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        left.count == right.count
            && isSame(from: left.lowerBound, and: right.lowerBound, count: left.count)
    }

    /// Whether two scalars are written with the same bytes, and so mean the same.
    ///
    /// False where one is a container; different spellings of one value count as different.
    package func isSameScalar(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (words[left], words[right])
        // Kind and length in one comparison.
        guard first >> 32 == second >> 32, !TapeWord.isContainer(first) else { return false }
        return isSame(
            from: byteOffset(at: left), and: byteOffset(at: right),
            count: TapeWord.textLength(first))
    }

    private func isSame(from first: Int, and second: Int, count: Int) -> Bool {
        precondition(
            first >= 0 && second >= 0 && count >= 0 && first + count <= bytes.count
                && second + count <= bytes.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            /// Whether eight bytes are the same; both callers have them.
            func isSameWord(at place: Int) -> Bool {
                let left = unsafe buffer.loadUnaligned(
                    fromByteOffset: first &+ place, as: UInt64.self)
                return unsafe left
                    == buffer.loadUnaligned(fromByteOffset: second &+ place, as: UInt64.self)
            }
            guard count >= 8 else {
                guard max(first, second) &+ 8 <= buffer.count else {
                    for place in 0..<count
                    where unsafe buffer[first &+ place] != buffer[second &+ place] {
                        return false
                    }
                    return true
                }
                // Eight bytes are there of both; what is behind the last one does not count.
                let left = unsafe buffer.loadUnaligned(fromByteOffset: first, as: UInt64.self)
                let right = unsafe buffer.loadUnaligned(fromByteOffset: second, as: UInt64.self)
                return UInt64(littleEndian: left ^ right) & ((1 << UInt64(8 &* count)) &- 1) == 0
            }
            var place = 0
            while count &- place >= 8 {
                guard isSameWord(at: place) else { return false }
                place &+= 8
            }
            // The last eight again: some of them may not have been compared.
            return isSameWord(at: count &- 8)
        }
    }

    /// A number that is the same for the same bytes; of long ones it looks at both ends only.
    package func digest(of range: Range<Int>) -> Int64 {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        var digest = UInt64(truncatingIfNeeded: range.count)
        func mix(_ word: UInt64) {
            digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
            digest ^= digest >> 29
        }
        unsafe bytes.withUnsafeBytes { buffer in
            guard range.count >= 8 else {
                var word: UInt64 = 0
                for place in range { word = unsafe word << 8 | UInt64(buffer[place]) }
                mix(word)
                return
            }
            let last = range.count - 8
            for step in 0..<4 {
                // Eight bytes are left behind each place, since the range has as many.
                let place = step == 3 ? last : min(step * 8, last)
                mix(
                    unsafe buffer.loadUnaligned(
                        fromByteOffset: range.lowerBound &+ place, as: UInt64.self))
            }
        }
        return Int64(bitPattern: digest)
    }
}
