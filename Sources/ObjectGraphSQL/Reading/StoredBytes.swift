package import ObjectGraph

/// The bytes of a text in a database's memory, and their interpretation without a `String`.
///
/// - Invariant: The bytes remain valid while the value is used, which is between two calls of
///   its library; all indices are within bounds.
@safe
package struct StoredBytes {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let count: Int

    /// Creates a view of bytes, which must remain valid and unchanged for its lifetime.
    @unsafe
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
        count = bytes.count
    }

    /// Appends the value of the bytes as the next cell of a row; returns `false` if they are not a
    /// value of this kind.
    package func append(_ kind: StoreColumn.Kind, to rows: inout RowBlockBuilder) -> Bool {
        switch kind {
        case .date:
            guard let instant = unsafe sortableDate ?? Timestamp(iso8601: Array(bytes)) else {
                return false
            }
            rows.append(.date(instant))
        case .json where isCompactList: unsafe rows.appendText(.ownList, bytes)
        case .json:
            guard let value = ValueJSON.value(text) else { return false }
            rows.appendValue(value)
        case _ where isUTF8: unsafe rows.appendText(.ownText, bytes)
        default: rows.appendText(.ownText, text.utf8)
        }
        return true
    }

    /// The text; invalid UTF-8 is replaced by U+FFFD.
    private var text: String { unsafe String(decoding: bytes, as: UTF8.self) }

    /// Indicates whether the bytes are valid UTF-8 by table 3-7 of the Unicode standard.
    private var isUTF8: Bool {
        var offset = 0
        while true {
            offset = endOfASCII(from: offset)
            guard offset < count else { return true }
            guard let length = lengthOfScalar(at: offset) else { return false }
            offset += length
        }
    }

    /// Returns the index of the first byte that is not ASCII, from an index on; the number of bytes
    /// if there is none.
    private func endOfASCII(from start: Int) -> Int {
        let words = unsafe UnsafeRawBufferPointer(bytes)
        func others(_ offset: Int) -> UInt64 {
            let word = unsafe words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            return UInt64(littleEndian: word) & 0x8080_8080_8080_8080
        }
        var offset = start
        while offset &+ 32 <= count,
            others(offset) | others(offset &+ 8) | others(offset &+ 16) | others(offset &+ 24) == 0
        {
            offset &+= 32
        }
        while offset &+ 8 <= count {
            let found = others(offset)
            guard found == 0 else { return offset &+ found.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        while offset < count, unsafe bytes[offset] < 0x80 { offset &+= 1 }
        return offset
    }

    /// Returns the number of bytes of a scalar that is not ASCII; `nil` if it is not valid.
    private func lengthOfScalar(at offset: Int) -> Int? {
        let lead = unsafe bytes[offset]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard lead >= 0xC2, lead <= 0xF4, count - offset >= length else { return nil }
        var code = UInt32(lead) & (0x7F >> UInt32(length))
        for next in offset + 1..<offset + length {
            let byte = unsafe bytes[next]
            guard byte & 0xC0 == 0x80 else { return nil }
            code = code << 6 | UInt32(byte & 0x3F)
        }
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
        guard code >= least, Unicode.Scalar(code) != nil else { return nil }
        return length
    }

    /// The instant, if the bytes have the stored form of dates: `2014-08-31 00:29:15`, optionally
    /// with a fraction of up to nine digits.
    private var sortableDate: Timestamp? {
        guard count == 19 || (21...29).contains(count), has(0x2D, at: 4), has(0x2D, at: 7),
            has(0x20, at: 10), has(0x3A, at: 13), has(0x3A, at: 16)
        else { return nil }
        // Any other character than a digit results in 10 or more.
        var largest: UInt8 = 0
        func digit(_ offset: Int) -> Int {
            let digit = unsafe bytes[offset] &- 0x30
            largest = max(largest, digit)
            return Int(digit)
        }
        func pair(_ offset: Int) -> Int { digit(offset) * 10 + digit(offset + 1) }
        var nanoseconds = 0
        if count > 19 {
            guard has(0x2E, at: 19) else { return nil }
            for offset in 20..<count { nanoseconds = nanoseconds * 10 + digit(offset) }
            for _ in count..<29 { nanoseconds *= 10 }
        }
        let year = pair(0) * 100 + pair(2)
        let (month, day, hour, minute, second) = (pair(5), pair(8), pair(11), pair(14), pair(17))
        guard largest < 10 else { return nil }
        return Timestamp(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            nanoseconds: Int32(nanoseconds))
    }

    private func has(_ byte: UInt8, at offset: Int) -> Bool { unsafe bytes[offset] == byte }
}

/// Recognizing lists that can remain text.
extension StoredBytes {
    /// Indicates whether the bytes are a list of integers and strings without escapes in the exact
    /// form of `ValueJSON`, so that equal lists have equal bytes.
    ///
    /// Any other list, such as one with fractions, which have many spellings, is parsed
    /// immediately.
    var isCompactList: Bool {
        guard count >= 2, has(0x5B, at: 0), has(0x5D, at: count - 1) else {
            return false
        }
        let end = count - 1
        guard end > 1 else { return true }
        var offset = 1
        var hasTexts = false
        while true {
            let isText = has(0x22, at: offset)
            guard let next = isText ? endOfText(offset) : endOfNumber(offset) else { return false }
            hasTexts = hasTexts || isText
            if next == end { return !hasTexts || isUTF8 }
            guard next < end, has(0x2C, at: next), next + 1 < end else { return false }
            offset = next + 1
        }
    }

    /// Returns the index after a string without escapes; `nil` if it is not one.
    private func endOfText(_ start: Int) -> Int? {
        for offset in start + 1..<count {
            let byte = unsafe bytes[offset]
            if byte == 0x22 { return offset + 1 }
            guard byte >= 0x20, byte != 0x5C else { return nil }
        }
        return nil
    }

    /// Returns the index after an integer in canonical form that fits into 64 bits; `nil` if
    /// it is not one.
    private func endOfNumber(_ start: Int) -> Int? {
        let isNegative = has(0x2D, at: start)
        let first = isNegative ? start + 1 : start
        var offset = first
        // The loop ends at the last byte, which is a bracket.
        while unsafe bytes[offset] &- 0x30 < 10 { offset += 1 }
        let digits = offset - first
        guard (1...18).contains(digits), !has(0x30, at: first) || (digits == 1 && !isNegative)
        else { return nil }
        return offset
    }
}
