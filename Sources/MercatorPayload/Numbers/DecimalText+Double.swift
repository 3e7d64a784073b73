// Integers up to 2⁵³ and powers of ten up to 10²² are exact as doubles, so a single multiplication
// or division of the two rounds once and therefore correctly (Clinger, 1990).

extension DecimalText {
    /// The nearest double if one exact operation yields it, else `nil`.
    var exactDouble: Double? {
        guard digits > 0 else { return isNegative ? -0.0 : 0.0 }
        guard digits <= 19 else { return nil }
        let magnitude = UInt64(truncatingIfNeeded: significand)
        if exponent == 0 { return isNegative ? -Double(magnitude) : Double(magnitude) }
        guard magnitude <= 1 << 53, -22...22 ~= exponent else { return nil }
        let power = DecimalText.powersOfTen[abs(exponent)]
        let value = exponent < 0 ? Double(magnitude) / power : Double(magnitude) * power
        return isNegative ? -value : value
    }

    /// Returns the nearest double of a short number without an exponent, or else `nil`.
    ///
    /// This is the common case.
    ///
    /// Accumulates the digits in one pass, without trimming zeros.
    static func shortDouble(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
        guard range.count <= 19 else { return nil }
        var magnitude: UInt64 = 0
        var isNegative = false
        var point = range.upperBound - 1
        for offset in range {
            let digit = bytes[offset] &- Byte.zero
            if digit <= 9 {
                magnitude = magnitude &* 10 &+ UInt64(digit)  // 19 digits fit in 64 bits
            } else if bytes[offset] == Byte.point {
                point = offset
            } else if bytes[offset] == Byte.minus, offset == range.lowerBound {
                isNegative = true
            } else {
                return nil
            }
        }
        guard magnitude <= 1 << 53 else { return nil }
        let value = Double(magnitude) / powersOfTen[range.upperBound - 1 - point]
        return isNegative ? -value : value
    }

    static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}

extension PayloadTape {
    /// Returns the nearest double of a short number with a fraction, or else `nil`.
    ///
    /// The number may have up to seven integer and eight fraction digits.
    func shortestDouble(in range: Range<Int>) -> Double? {
        guard var word = eightBytes(at: range.lowerBound) else { return nil }
        var start = range.lowerBound
        let isNegative = UInt8(truncatingIfNeeded: word) == Byte.minus
        if isNegative {
            start &+= 1
            word >>= 8
        }
        // The shift fills in a zero byte, which is no digit.
        let whole = ByteScanner.digitCount(in: word)
        let count = range.upperBound &- start &- whole &- 1
        guard whole > 0, whole < 8, count > 0, count <= 8,
            UInt8(truncatingIfNeeded: word >> UInt64(8 &* whole)) == Byte.point,
            let behind = eightBytes(at: start &+ whole &+ 1),
            let fraction = ByteScanner.number(ofDigits: count, in: behind)
        else { return nil }
        // At most fifteen digits: exact as a double.
        let shift = DecimalText.powersOfTen[count]
        let magnitude = ByteScanner.value(ofDigits: whole, in: word)
        let value = (Double(magnitude) * shift + Double(fraction)) / shift
        return isNegative ? -value : value
    }
}
