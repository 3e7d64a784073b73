/// Reads fixed-width numbers and the time zone of a date, front to back.
///
/// - Invariant: `offset` never exceeds the end of the bytes.
package struct DigitReader {
    package let bytes: ArraySlice<UInt8>
    package private(set) var offset: Int

    /// Creates a reader at the first byte.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    package var isAtEnd: Bool { offset == bytes.endIndex }

    /// The next byte, without reading it; `nil` at the end.
    package var next: UInt8? { offset < bytes.endIndex ? bytes[offset] : nil }

    /// Reads exactly `count` digits; `nil`, without reading, if there are fewer.
    package mutating func number(_ count: Int) -> Int? {
        guard bytes.endIndex - offset >= count else { return nil }
        var number = 0
        for index in offset..<(offset + count) {
            let digit = bytes[index] &- 0x30
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        offset += count
        return number
    }

    /// Reads the next byte if it is the given byte, and returns whether it is.
    package mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    /// Reads the next ASCII letters.
    package mutating func word() -> String {
        let start = offset
        while let byte = next, (0x41...0x5A).contains(byte & 0xDF) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// Reads the digits of a fraction of a second as nanoseconds.
    ///
    /// Digits after the ninth are dropped.
    package mutating func fraction() -> Int32? {
        let start = offset
        var nanoseconds: Int32 = 0
        while let byte = next, byte &- 0x30 < 10 {
            if offset - start < 9 { nanoseconds = nanoseconds * 10 + Int32(byte - 0x30) }
            offset += 1
        }
        let count = offset - start
        guard count > 0 else { return nil }
        for _ in min(count, 9)..<9 { nanoseconds *= 10 }
        return nanoseconds
    }

    /// Reads `Z`, `z`, `±hh`, `±hhmm` or `±hh:mm` as seconds ahead of UTC; 0 at the end.
    package mutating func zone() -> Int? {
        guard let sign = next else { return 0 }
        offset += 1
        switch sign {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            return 0
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard let hours = number(2), hours <= 23 else { return nil }
            var minutes = 0
            if let next, next == UInt8(ascii: ":") || next &- 0x30 < 10 {
                _ = skip(UInt8(ascii: ":"))
                guard let number = number(2), number <= 59 else { return nil }
                minutes = number
            }
            let seconds = hours * 3600 + minutes * 60
            return sign == UInt8(ascii: "+") ? seconds : -seconds
        default:
            return nil
        }
    }
}
