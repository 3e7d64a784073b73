/// Compact JSON that grows at its end.
///
/// What is written is said in pieces as large as possible: a text, a number, the bytes of a key with
/// its colon. Every element and every member has a comma **in front**; closing a container turns the
/// first of them into its bracket. So nobody has to know what came before.
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
/// What could exceed a limit of ``PayloadLimits`` is noticed on the way, so that bytes within the
/// limits need not be parsed to know it: ``takeCheckedBytes()``.
///
/// The memory behind the end is never uninitialised: it is zero, or what was written and dropped.
///
/// - Invariant: `count <= storage.count`. Each write makes room first, and stays in it.
package struct PayloadBuffer: Sendable {
    private var storage: [UInt8] = []
    /// How many bytes there are.
    package private(set) var count = 0
    private(set) var depth = 0
    /// Whether the bytes have to be parsed to know whether they are within the limits.
    private var needsParsing = false

    static let limits = PayloadLimits()

    /// Nothing yet.
    package init() {}

    /// Makes room at once for what is still to come.
    package mutating func reserve(_ additional: Int) {
        if storage.count - count < additional { grow(to: count + additional) }
    }

    private mutating func makeRoom(for additional: Int) {
        guard storage.count - count < additional else { return }
        grow(to: max(count + additional, storage.count * 2, 256))
    }

    /// It is kept out of line, so that finding that there is room costs a comparison everywhere.
    @inline(never)
    private mutating func grow(to capacity: Int) {
        let (old, length) = (storage, count)
        unsafe storage = Array(unsafeUninitializedCapacity: capacity) { target, initialized in
            // Every byte gets a value: the old ones theirs, the others zero.
            guard let base = target.baseAddress else { return }
            unsafe old.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return }
                unsafe base.initialize(from: start, count: length)
            }
            unsafe (base + length).initialize(repeating: 0, count: capacity - length)
            initialized = capacity
        }
    }

    /// Forgets everything behind a place.
    package mutating func drop(to place: Int) {
        precondition(place <= count, "nothing is there")
        count = place
    }

    /// Writes one byte.
    package mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        storage[count] = byte
        count += 1
    }

    /// Writes two bytes.
    mutating func append(_ first: UInt8, _ second: UInt8) {
        append(first)
        append(second)
    }

    /// Writes bytes as they are.
    package mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        precondition(range.upperBound <= bytes.count && range.lowerBound >= 0, "out of bounds")
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe append(range.count, from: start + range.lowerBound)
        }
    }

    /// Writes up to eight bytes, of which the first one is lowest.
    mutating func append(_ bytes: UInt64, count: Int) {
        unsafe appendDirectly(atMost: 8) { end in
            unsafe end.storeBytes(of: bytes.littleEndian, as: UInt64.self)
            return count
        }
    }

    /// Writes once more what was written before: scalars, or one container of them.
    package mutating func repeatBytes(_ range: Range<Int>) {
        precondition(range.upperBound <= count && range.lowerBound >= 0, "nothing is there")
        if depth >= Self.limits.nestingDepth { needsParsing = true }
        makeRoom(for: range.count)
        let end = count
        unsafe storage.withUnsafeMutableBufferPointer { target in
            // Both ends are in bounds, and what is copied ends where the copy begins, or before.
            guard let base = target.baseAddress else { return }
            unsafe (base + end).update(from: base + range.lowerBound, count: range.count)
        }
        count = end + range.count
    }

    /// Writes a text as it is, such as a number.
    mutating func append(verbatim text: some Sequence<UInt8>) {
        let result: Void? = text.withContiguousStorageIfAvailable { unsafe append($0) }
        if result == nil { for byte in text { append(byte) } }
    }

    /// Copies bytes, which are there during the call.
    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress else { return }
        unsafe append(source.count, from: start)
    }

    /// Copies bytes; few ones without a call, as two words that overlap.
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

    /// Makes room and shows it to a closure, which writes no more than that, and says how much it was.
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
    /// Writes a whole number.
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

    /// Writes a number below the limit of ``Digits``.
    private mutating func append(few number: UInt64) {
        let digits = Digits.few(of: number)
        append(digits.bytes, count: digits.count)
    }

    /// Writes a finite number, in the fewest digits that give the same number again.
    ///
    /// Numbers of few digits are written from their thousandths. Fifteen digits always tell doubles
    /// apart, so if a decimal of twelve is rounded to this number, no shorter one is.
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

    /// Writes the last digits of a number that is not negative, with zeros in front.
    package mutating func append(_ number: Int, digits: Int) {
        makeRoom(for: digits)
        let end = count + digits
        var rest = number
        unsafe storage.withUnsafeMutableBufferPointer { target in
            for place in stride(from: 1, through: digits, by: 1) {  // room was made for all of them
                unsafe target[end - place] = Byte.zero + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        count = end
    }

    /// Writes an instant in UTC, with as many digits of its fraction as it needs, up to nine.
    ///
    /// Source: RFC 3339, section 5.6.
    package mutating func appendInstant(
        date: (year: Int, month: Int, day: Int), time: (hour: Int, minute: Int, second: Int),
        nanoseconds: Int
    ) {
        let day = Digits.pairs(date.year / 100, date.year % 100, date.month, date.day)
        let time = Digits.pairs(time.hour, time.minute, time.second, 0)
        // "YYYY-MM-DDThh:mm:ssZ" between two quotation marks, in three words.
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
    /// Opens an array or an object.
    ///
    /// Returns its place, for ``close(_:isObject:)``.
    package mutating func open() -> Int {
        depth += 1
        if depth > Self.limits.nestingDepth { needsParsing = true }
        return count
    }

    /// Closes a container: the comma in front of what is in it becomes its bracket.
    package mutating func close(_ place: Int, isObject: Bool) {
        depth -= 1
        let bracket = isObject ? Byte.openingBrace : Byte.openingBracket
        if place < count { storage[place] = bracket } else { append(bracket) }
        append(isObject ? Byte.closingBrace : Byte.closingBracket)
    }

    /// Gives up a container that has remained empty, and everything from a place on.
    package mutating func abandon(to place: Int) {
        depth -= 1
        drop(to: place)
    }

    /// Notices how many elements or members a container gets.
    package mutating func expect(_ elements: Int) {
        if elements > Self.limits.elementsPerContainer { needsParsing = true }
    }

    /// Notes that only the parser knows whether the bytes are within the limits.
    mutating func requireParsing() { needsParsing = true }

    /// Hands over the bytes as they are; nothing is left.
    package mutating func takeBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        swap(&bytes, &storage)
        // What is not needed goes, unless a copy would cost more than it saves.
        if count < bytes.count / 2 {
            bytes = Array(bytes.prefix(count))
        } else {
            bytes.removeLast(bytes.count - count)
        }
        self = PayloadBuffer()
        return bytes
    }

    /// Hands over the bytes, of which is known then that they can be read by default.
    ///
    /// - Throws: ``PayloadError`` where a limit is exceeded, or a number is none.
    package mutating func takeCheckedBytes() throws(PayloadError) -> [UInt8] {
        let isSuspect = needsParsing || count > Self.limits.payloadBytes
        let bytes = takeBytes()
        if isSuspect { _ = try PayloadDocument(parsing: bytes) }
        return bytes
    }
}
