/// A validated number split into significand × 10^exponent.
///
/// Leading and trailing zeros carry no value and are dropped, so `1.500` and `15e-1` are the same.
/// Digits beyond the thirty-eighth are counted but not stored.
struct DecimalText {
    private(set) var significand: UInt128 = 0
    private(set) var digits = 0
    private(set) var exponent = 0
    let isNegative: Bool

    /// The largest number of digits that always fits a 128-bit significand.
    private static let mostDigits = 38
    /// The bound on parsed exponents: beyond the range of every number type, and far from overflow.
    private static let farthestExponent = 1_000_000_000

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        isNegative = bytes[range.lowerBound] == Byte.minus
        var fractionDigits = 0
        var isFraction = false
        var pendingZeros = 0
        var small: UInt64 = 0
        var offset = isNegative ? range.lowerBound + 1 : range.lowerBound
        while offset < range.upperBound {
            let byte = bytes[offset]
            offset += 1
            let digit = byte &- Byte.zero
            if digit > 9 {
                if byte != Byte.point { break }
                isFraction = true
                continue
            }
            if isFraction { fractionDigits += 1 }
            if digit == 0 {
                if digits > 0 { pendingZeros += 1 }
                continue
            }
            append(digit, behindZeros: pendingZeros, &small)
            pendingZeros = 0
        }
        if digits <= 19 { significand = UInt128(small) }
        guard digits > 0 else { return }
        let written = DecimalText.exponent(bytes, offset..<range.upperBound)
        exponent = written + pendingZeros - fractionDigits
    }

    /// Accumulates up to nineteen digits in a machine word, further digits in 128 bits.
    private mutating func append(_ digit: UInt8, behindZeros zeros: Int, _ small: inout UInt64) {
        let before = digits
        digits += zeros + 1
        if digits <= 19 {
            for _ in 0..<zeros { small &*= 10 }
            small = small &* 10 &+ UInt64(digit)
        } else if digits <= DecimalText.mostDigits {
            if before <= 19 { significand = UInt128(small) }
            for _ in 0..<zeros { significand &*= 10 }
            significand = significand &* 10 &+ UInt128(digit)
        }
    }

    private static func exponent(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        var value = 0
        var isNegative = false
        for byte in bytes[range] {
            if byte == Byte.minus { isNegative = true }
            guard byte &- Byte.zero <= 9, value < farthestExponent else { continue }
            value = value * 10 + Int(byte &- Byte.zero)
        }
        return isNegative ? -value : value
    }

    /// The exact decimal, or `nil` with more than 38 digits or an exponent of a billion or more.
    var decimal: PayloadDecimal? {
        guard digits <= DecimalText.mostDigits, abs(exponent) < DecimalText.farthestExponent
        else { return nil }
        return PayloadDecimal(
            isNegative: isNegative && digits > 0, significand: significand, exponent: exponent)
    }
}
