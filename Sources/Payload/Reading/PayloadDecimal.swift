/// A decimal number, exactly as the payload wrote it: significand × 10^exponent.
///
/// The form is unique, so equal numbers are equal values: the significand never ends in a zero,
/// and zero is 0 × 10⁰ without a sign. `1.50`, `15e-1` and `0.15e1` are all 15 × 10⁻¹.
///
/// ```swift
/// let price = try PayloadDocument(parsing: "19.90").root.decimal
/// // isNegative == false, significand == 199, exponent == -1
/// ```
public struct PayloadDecimal: Sendable, Hashable {
    /// Whether the number is below zero.
    public let isNegative: Bool
    /// The digits, at most 38 of them, without zeros at the end.
    public let significand: UInt128
    /// The power of ten the significand is multiplied by.
    public let exponent: Int

    /// The number as an unsigned integer without its sign, or `nil` where it is none or too large.
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
    /// The number as JSON could write it, such as `-15e-1`.
    public var description: String {
        let sign = isNegative ? "-" : ""
        return exponent == 0 ? "\(sign)\(significand)" : "\(sign)\(significand)e\(exponent)"
    }
}
