import ObjectGraph

/// Writes digits into the memory of a statement.
///
/// - Invariant: The memory at `start` has space for everything that is written; the creator of the
///   writer ensures this.
@safe
struct DigitWriter {
    /// The greatest length of a date in bytes: `2014-08-31 00:29:15.123456789`.
    static let dateCapacity = 29
    /// The greatest length of an integer with a comma in bytes: `-9223372036854775808,`.
    static let integerCapacity = 21

    private let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    @unsafe
    init(_ start: UnsafeMutablePointer<UInt8>) {
        unsafe self.start = start
    }

    /// Writes the same text as `Timestamp.sortableText`.
    mutating func write(_ instant: Timestamp) {
        let parts = instant.components
        write(parts.year, digits: 4)
        append(0x2D)
        write(parts.month, digits: 2)
        append(0x2D)
        write(parts.day, digits: 2)
        append(0x20)
        write(parts.hour, digits: 2)
        append(0x3A)
        write(parts.minute, digits: 2)
        append(0x3A)
        write(parts.second, digits: 2)
        guard instant.nanoseconds > 0 else { return }
        append(0x2E)
        var (fraction, digits) = (Int(instant.nanoseconds), 9)
        while fraction.isMultiple(of: 10) {
            fraction /= 10
            digits -= 1
        }
        write(fraction, digits: digits)
    }

    /// Writes the same text as `ValueJSON.text` for a list of integers.
    mutating func write(_ numbers: [Value]) {
        append(0x5B)
        for (index, element) in numbers.enumerated() {
            if index > 0 { append(0x2C) }
            if case .integer(let number) = element { write(number) }
        }
        append(0x5D)
    }

    private mutating func write(_ number: Int64) {
        if number < 0 { append(0x2D) }
        var (digits, rest) = (1, number.magnitude / 10)
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        write(number.magnitude, digits: digits)
    }

    private mutating func write(_ number: some BinaryInteger, digits: Int) {
        var rest = UInt64(number)
        for offset in stride(from: count + digits - 1, through: count, by: -1) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            unsafe start[offset] = 0x30 + UInt8(digit)
            rest = quotient
        }
        count += digits
    }

    private mutating func append(_ byte: UInt8) {
        unsafe start[count] = byte
        count += 1
    }
}
