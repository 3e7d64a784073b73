/// A growing buffer of compact JSON.
///
/// Output is appended in pieces as large as possible: a string, a number, the bytes of a key with
/// its colon. Every element and member is written with a **leading** comma; closing a container
/// replaces the first of these commas with the opening bracket. Writers therefore need no state
/// about preceding elements.
///
/// ```swift
/// var buffer = PayloadBuffer()
/// let list = buffer.open()
/// for number in [1, 2] {
///     buffer.append(Byte.comma)
///     buffer.append(number)
/// }
/// buffer.close(list, isObject: false)   // [1,2]
/// ```
///
/// Anything that could exceed one of the ``PayloadLimits`` is recorded while writing, so that
/// ``takeCheckedBytes()`` parses the bytes only if necessary.
///
/// Memory after the end is never uninitialised: it is zero, or was written and dropped.
///
/// - Invariant: `count <= storage.count`. Each write makes room first and stays within it.
package struct PayloadBuffer: Sendable {
    private var storage: [UInt8] = []
    /// The number of bytes written.
    package private(set) var count = 0
    private(set) var depth = 0
    /// Indicates whether the bytes must be parsed to determine whether they are within the limits.
    private var needsParsing = false

    static let limits = PayloadLimits()

    /// Creates an empty buffer.
    package init() {}

    /// Makes room for at least `additional` further bytes.
    package mutating func reserve(_ additional: Int) {
        if storage.count - count < additional { grow(to: count + additional) }
    }

    private mutating func makeRoom(for additional: Int) {
        guard storage.count - count < additional else { return }
        grow(to: max(count + additional, storage.count * 2, 256))
    }

    /// Out of line, so that the check for room compiles to a single comparison.
    @inline(never)
    private mutating func grow(to capacity: Int) {
        let (old, length) = (storage, count)
        unsafe storage = Array(unsafeUninitializedCapacity: capacity) { target, initialized in
            // Every byte is initialised: the existing bytes are copied, the rest are zero.
            guard let base = target.baseAddress else { return }
            unsafe LargePages.advise(
                for: UnsafeMutableRawBufferPointer(target), limit: LargePages.usualLimit)
            unsafe old.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return }
                unsafe base.initialize(from: start, count: length)
            }
            unsafe (base + length).initialize(repeating: 0, count: capacity - length)
            initialized = capacity
        }
    }

    /// Discards everything from an offset on.
    package mutating func drop(to offset: Int) {
        precondition(offset <= count, "nothing is there")
        count = offset
    }

    /// Appends a byte.
    package mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        storage[count] = byte
        count += 1
    }

    /// Appends two bytes.
    mutating func append(_ first: UInt8, _ second: UInt8) {
        append(first)
        append(second)
    }

    /// Appends a range of bytes verbatim.
    package mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        precondition(range.upperBound <= bytes.count && range.lowerBound >= 0, "out of bounds")
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe append(range.count, from: start + range.lowerBound)
        }
    }

    /// Appends up to eight bytes given in little-endian order.
    mutating func append(_ bytes: UInt64, count: Int) {
        unsafe appendDirectly(atMost: 8) { end in
            unsafe end.storeBytes(of: bytes.littleEndian, as: UInt64.self)
            return count
        }
    }

    /// Appends a copy of bytes written earlier: scalars, or one container of scalars.
    package mutating func repeatBytes(_ range: Range<Int>) {
        precondition(range.upperBound <= count && range.lowerBound >= 0, "nothing is there")
        if depth >= Self.limits.nestingDepth { needsParsing = true }
        makeRoom(for: range.count)
        let end = count
        unsafe storage.withUnsafeMutableBufferPointer { target in
            // Both ranges are in bounds, and the source ends at or before the start of the copy.
            guard let base = target.baseAddress else { return }
            unsafe (base + end).update(from: base + range.lowerBound, count: range.count)
        }
        count = end + range.count
    }

    /// Appends text verbatim, such as a number.
    mutating func append(verbatim text: some Sequence<UInt8>) {
        let result: Void? = text.withContiguousStorageIfAvailable { unsafe append($0) }
        if result == nil { for byte in text { append(byte) } }
    }

    /// Appends bytes that are valid for the duration of the call.
    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress else { return }
        unsafe append(source.count, from: start)
    }

    /// Appends bytes; few bytes are stored as two overlapping words, without a function call.
    @unsafe
    private mutating func append(_ length: Int, from start: UnsafePointer<UInt8>) {
        let source = unsafe UnsafeRawPointer(start)
        unsafe appendDirectly(atMost: length) { end in
            switch length {
            case 8...16:
                let first = unsafe source.loadUnaligned(as: UInt64.self)
                let last = unsafe source.loadUnaligned(
                    fromByteOffset: length &- 8, as: UInt64.self)
                unsafe end.storeBytes(of: first, as: UInt64.self)
                unsafe end.storeBytes(of: last, toByteOffset: length &- 8, as: UInt64.self)
            case 4..<8:
                let first = unsafe source.loadUnaligned(as: UInt32.self)
                let last = unsafe source.loadUnaligned(
                    fromByteOffset: length &- 4, as: UInt32.self)
                unsafe end.storeBytes(of: first, as: UInt32.self)
                unsafe end.storeBytes(of: last, toByteOffset: length &- 4, as: UInt32.self)
            default: unsafe end.copyMemory(from: source, byteCount: length)
            }
            return length
        }
    }

    /// Calls `write` with room for `length` bytes.
    ///
    /// The closure returns the number of bytes written, at most `length`.
    @unsafe
    mutating func appendDirectly(
        atMost length: Int, _ write: (_ end: UnsafeMutableRawPointer) -> Int
    ) {
        makeRoom(for: length)
        let end = count
        let written = unsafe storage.withUnsafeMutableBufferPointer { target in
            guard let base = target.baseAddress else { return 0 }
            return unsafe write(UnsafeMutableRawPointer(base + end))
        }
        precondition(written <= length, "more was written than there was room for")
        count = end + written
    }
}

/// Numbers and dates.
extension PayloadBuffer {
    /// Appends an integer.
    package mutating func append(_ number: Int64) {
        if number < 0 { append(Byte.minus) }
        let (high, low) = number.magnitude.quotientAndRemainder(dividingBy: Digits.limit)
        guard high > 0 else { return append(few: low) }
        let (top, middle) = high.quotientAndRemainder(dividingBy: Digits.limit)
        if top > 0 {
            append(few: top)
            append(Digits.eight(of: middle), count: 8)
        } else {
            append(few: middle)
        }
        append(Digits.eight(of: low), count: 8)
    }

    /// Appends a number below ``Digits/limit``.
    private mutating func append(few number: UInt64) {
        let digits = Digits.few(of: number)
        append(digits.bytes, count: digits.count)
    }

    /// Appends a finite number in its shortest round-trip form.
    ///
    /// Numbers below 10⁹ that equal a decimal with three fraction digits are written from their
    /// thousandths. Decimals of up to fifteen digits map to distinct doubles, so such a decimal, of
    /// at most twelve, is the shortest form.
    package mutating func append(_ number: Double) {
        guard number.magnitude < 1e9, number != 0 else {
            return append(verbatim: number.description.utf8)
        }
        let thousandths = Int64(number * 1000 + (number < 0 ? -0.5 : 0.5))
        guard thousandths != 0, Double(thousandths) / 1000 == number else {
            return append(verbatim: number.description.utf8)
        }
        if number < 0 { append(Byte.minus) }
        let (whole, fraction) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        append(Int64(whole))
        append(Byte.point)
        var digits = 3
        var rest = Int(fraction)
        while digits > 1, rest % 10 == 0 {
            digits -= 1
            rest /= 10
        }
        append(rest, digits: digits)
    }

    /// Appends the last digits of a non-negative number, with leading zeros.
    package mutating func append(_ number: Int, digits: Int) {
        makeRoom(for: digits)
        let end = count + digits
        var rest = number
        unsafe storage.withUnsafeMutableBufferPointer { target in
            for distance in stride(from: 1, through: digits, by: 1) {  // room made above
                unsafe target[end - distance] = Byte.zero + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        count = end
    }

    /// Appends an instant in UTC, with as many fraction digits as it needs, up to nine.
    ///
    /// Source: RFC 3339, section 5.6.
    package mutating func appendInstant(
        date: (year: Int, month: Int, day: Int), time: (hour: Int, minute: Int, second: Int),
        nanoseconds: Int
    ) {
        let day = Digits.pairs(date.year / 100, date.year % 100, date.month, date.day)
        let time = Digits.pairs(time.hour, time.minute, time.second, 0)
        // "YYYY-MM-DDThh:mm:ssZ" in quotation marks, as three words.
        let marks: (UInt64, UInt64, UInt64) = (
            0x0000_2D00_0000_0022, 0x003A_0000_5400_002D, 0x225A_0000_3A00
        )
        let year = (day & 0xFFFF_FFFF) << 8
        let month = (day >> 32 & 0xFFFF) << 48
        append(marks.0 | year | month, count: 8)
        let hour = (time & 0xFFFF) << 32
        append(marks.1 | (day >> 48) << 8 | hour | (time >> 16 & 0xFF) << 56, count: 8)
        let second = (time >> 32 & 0xFFFF) << 16
        append(marks.2 | (time >> 24 & 0xFF) | second, count: 6)
        guard nanoseconds > 0 else { return }
        count -= 2
        append(Byte.point)
        var (fraction, digits) = (nanoseconds, 9)
        while fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        append(fraction, digits: digits)
        append(UInt8(ascii: "Z"), Byte.quotationMark)
    }
}

/// Containers and limits.
extension PayloadBuffer {
    /// Begins an array or an object, and returns its offset for ``close(_:isObject:)``.
    package mutating func open() -> Int {
        depth += 1
        if depth > Self.limits.nestingDepth { needsParsing = true }
        return count
    }

    /// Closes a container: its first leading comma becomes the opening bracket.
    package mutating func close(_ offset: Int, isObject: Bool) {
        depth -= 1
        let bracket = isObject ? Byte.openingBrace : Byte.openingBracket
        if offset < count { storage[offset] = bracket } else { append(bracket) }
        append(isObject ? Byte.closingBrace : Byte.closingBracket)
    }

    /// Abandons a container that has remained empty, and discards everything from an offset on.
    package mutating func abandon(to offset: Int) {
        depth -= 1
        drop(to: offset)
    }

    /// Records the number of elements or members of a container for the check of limits.
    package mutating func expect(_ elements: Int) {
        if elements > Self.limits.elementsPerContainer { needsParsing = true }
    }

    /// Records that only parsing can determine whether the bytes are within the limits.
    mutating func requireParsing() { needsParsing = true }

    /// Returns the bytes without checking limits, and resets the buffer.
    package mutating func takeBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        swap(&bytes, &storage)
        // Release surplus memory, unless most of it is in use and a copy would cost more
        // than it saves.
        if count < bytes.count / 2 {
            bytes = Array(bytes.prefix(count))
        } else {
            bytes.removeLast(bytes.count - count)
        }
        self = PayloadBuffer()
        return bytes
    }

    /// Returns the bytes and resets the buffer.
    ///
    /// The bytes are verified to parse with default options.
    ///
    /// - Throws: ``PayloadError`` if a limit is exceeded or a number is malformed.
    package mutating func takeCheckedBytes() throws(PayloadError) -> [UInt8] {
        let isSuspect = needsParsing || count > Self.limits.payloadBytes
        let bytes = takeBytes()
        if isSuspect { _ = try PayloadDocument(parsing: bytes) }
        return bytes
    }
}
