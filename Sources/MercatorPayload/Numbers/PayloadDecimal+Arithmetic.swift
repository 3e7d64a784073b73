extension PayloadDecimal {
    /// The maximum number of digits of a significand.
    private static let mostDigits = 38

    /// Creates an integer.
    package init(_ number: Int) {
        self.init(
            isNegative: number < 0, magnitude: UInt128(number.magnitude), exponent: 0)
    }

    /// Creates a number in canonical form: no trailing zeros, no sign for zero.
    private init(isNegative: Bool, magnitude: UInt128, exponent: Int) {
        var (magnitude, exponent) = (magnitude, exponent)
        while magnitude != 0, magnitude % 10 == 0 {
            magnitude /= 10
            exponent += 1
        }
        self.init(
            isNegative: isNegative && magnitude != 0, significand: magnitude,
            exponent: magnitude == 0 ? 0 : exponent)
    }

    /// The number without an exponent if that requires few zeros: `3.3` for 33 × 10⁻¹.
    var plainText: String {
        guard exponent != 0, abs(exponent) <= Self.mostDigits else { return description }
        let sign = isNegative ? "-" : ""
        let digits = String(significand)
        guard exponent < 0 else { return sign + digits + String(repeating: "0", count: exponent) }
        let point = digits.utf8.count + exponent
        guard point > 0 else {
            return sign + "0." + String(repeating: "0", count: -point) + digits
        }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }

    /// Returns the significand at a lower exponent, or `nil` if it has too many digits.
    private func significand(at lower: Int) -> UInt128? {
        guard significand != 0 else { return 0 }
        guard exponent - lower <= Self.mostDigits else { return nil }
        var value = significand
        for _ in lower..<exponent {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            value = product
        }
        return value
    }

    /// Returns the exact sum, or `nil` if it has more than 38 digits.
    func adding(_ other: PayloadDecimal) -> PayloadDecimal? {
        if significand == 0 { return other }
        if other.significand == 0 { return self }
        let lower = Swift.min(exponent, other.exponent)
        guard let left = significand(at: lower), let right = other.significand(at: lower) else {
            return nil
        }
        guard isNegative == other.isNegative else {
            let isLeft = left >= right
            return PayloadDecimal(
                isNegative: isLeft ? isNegative : other.isNegative,
                magnitude: isLeft ? left - right : right - left, exponent: lower)
        }
        let (sum, overflows) = left.addingReportingOverflow(right)
        guard !overflows else { return nil }
        let result = PayloadDecimal(isNegative: isNegative, magnitude: sum, exponent: lower)
        return String(result.significand).utf8.count <= Self.mostDigits ? result : nil
    }

    /// Returns the quotient, to 30 decimal digits where they fit, rounded half away from zero.
    func divided(by count: Int) -> PayloadDecimal {
        let divisor = UInt128(count.magnitude)
        var quotient = significand / divisor
        var rest = significand % divisor
        var exponent = exponent
        while rest != 0, exponent > -30, quotient < UInt128.max / 100 {
            rest *= 10
            quotient = quotient * 10 + rest / divisor
            rest %= divisor
            exponent -= 1
        }
        if rest * 2 >= divisor { quotient += 1 }
        return PayloadDecimal(
            isNegative: isNegative != (count < 0), magnitude: quotient, exponent: exponent)
    }

    /// Tests whether the number is less than the other.
    func isLess(than other: PayloadDecimal) -> Bool {
        guard isNegative == other.isNegative else { return isNegative }
        return isNegative ? other.magnitudeIsLess(than: self) : magnitudeIsLess(than: other)
    }

    private func magnitudeIsLess(than other: PayloadDecimal) -> Bool {
        guard significand != 0, other.significand != 0 else {
            return significand == 0 && other.significand != 0
        }
        let left = String(significand).utf8
        let right = String(other.significand).utf8
        let (first, second) = (left.count + exponent, right.count + other.exponent)
        guard first == second else { return first < second }
        // With the first digits at the same power of ten, trailing zeros make no difference.
        return left.lexicographicallyPrecedes(right)
    }
}
