/// A decimal number, exactly as written in the payload: significand × 10^exponent.
///
/// The representation is canonical, so equal numbers compare equal: the significand never ends in a
/// zero, and zero is 0 × 10⁰ without a sign. `1.50`, `15e-1` and `0.15e1` are all 15 × 10⁻¹.
///
/// ```swift
/// let price = try PayloadDocument(parsing: "19.90").root.decimal
/// // isNegative == false, significand == 199, exponent == -1
/// ```
public struct PayloadDecimal: Sendable, Hashable {
    /// Indicates whether the number is negative.
    public let isNegative: Bool
    /// The digits, at most 38, without trailing zeros.
    public let significand: UInt128
    /// The power of ten that multiplies the significand.
    public let exponent: Int

    /// The absolute value as an unsigned integer, or `nil` if it is fractional or too large.
    var integralMagnitude: UInt64? {
        guard exponent >= 0, exponent < 20 else { return nil }
        var value = significand
        for _ in 0..<exponent {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            if overflows { return nil }
            value = product
        }
        return UInt64(exactly: value)
    }
}

extension PayloadDecimal: CustomStringConvertible {
    /// The number in JSON syntax, such as `-15e-1`.
    public var description: String {
        let sign = isNegative ? "-" : ""
        return exponent == 0 ? "\(sign)\(significand)" : "\(sign)\(significand)e\(exponent)"
    }
}
