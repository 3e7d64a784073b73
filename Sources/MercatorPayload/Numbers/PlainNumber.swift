/// A number of at most nineteen digits without an exponent: `-1234.50`.
///
/// Most numbers in texts are of this form; the others are read by ``PayloadTape/decimal(at:)``.
package struct PlainNumber {
    /// All digits, without the point; nineteen of them fit 64 bits.
    package private(set) var magnitude: UInt64 = 0
    package private(set) var fractionDigits = 0
    package let isNegative: Bool
    private var digits = 0

    /// Creates a number without digits.
    package init(isNegative: Bool) { self.isNegative = isNegative }

    /// Reads a range of bytes that, as a whole, is such a number in the grammar of JSON.
    package init?(_ bytes: [UInt8], in range: Range<Int>) {
        guard let first = range.first else { return nil }
        isNegative = bytes[first] == Byte.minus
        let start = isNegative ? first + 1 : first
        let point = readDigits(bytes, in: start..<range.upperBound)
        guard point > start, bytes[start] != Byte.zero || point == start + 1 else { return nil }
        guard readFraction(bytes, in: point..<range.upperBound, point: Byte.point) else {
            return nil
        }
    }

    /// Appends leading digits of a range; returns the offset of the first byte that is not read.
    package mutating func readDigits(_ bytes: [UInt8], in range: Range<Int>) -> Int {
        var offset = range.lowerBound
        let end = min(range.upperBound, range.lowerBound + 19 - digits)
        while offset < end {
            let digit = bytes[offset] &- Byte.zero
            guard digit <= 9 else { break }
            magnitude = magnitude &* 10 &+ UInt64(digit)
            offset &+= 1
        }
        digits += offset - range.lowerBound
        return offset
    }

    /// Appends the point and the digits of a fraction; returns whether they fill the range.
    ///
    /// An empty range is no fraction.
    package mutating func readFraction(
        _ bytes: [UInt8], in range: Range<Int>, point: UInt8
    ) -> Bool {
        guard let first = range.first else { return true }
        guard bytes[first] == point, range.count > 1 else { return false }
        fractionDigits = range.count - 1
        return readDigits(bytes, in: first + 1..<range.upperBound) == range.upperBound
    }

    /// The integer; `nil` with a fraction, even an integral one, and beyond 64 bits.
    package var int64: Int64? {
        guard fractionDigits == 0, let number = Int64(exactly: magnitude) else { return nil }
        return isNegative ? -number : number
    }

    /// The nearest double if one exact operation yields it.
    package var double: Double? {
        guard magnitude <= 1 << 53 else { return nil }
        let value = Double(magnitude) / DecimalText.powersOfTen[fractionDigits]
        return isNegative ? -value : value
    }

    /// The same number in canonical form.
    package var decimal: PayloadDecimal {
        guard magnitude > 0 else {
            return PayloadDecimal(isNegative: false, significand: 0, exponent: 0)
        }
        var (significand, exponent) = (magnitude, -fractionDigits)
        while significand % 10 == 0 {
            significand /= 10
            exponent += 1
        }
        return PayloadDecimal(
            isNegative: isNegative, significand: UInt128(significand), exponent: exponent)
    }
}

extension PayloadTape {
    /// Returns an integer, or the integer in a text; both have neither a fraction nor an exponent.
    ///
    /// The result is `nil` for other values, for a text with escapes, and beyond 64 bits.
    package func wholeNumber(at position: Int) -> Int64? {
        if isInteger(at: position) { return int64(at: position) }
        guard isPlainString(at: position) else { return nil }
        return PlainNumber(bytes, in: textRange(at: position))?.int64
    }
}
