extension PayloadTape {
    /// Whether a number without fraction and exponent is there.
    ///
    /// A number with them may still be integral: ``int64(at:)`` knows that `1e3` is 1000.
    @inlinable
    package func isInteger(at position: Int) -> Bool { tag(at: position) == 3 }

    /// The truth value, or `nil` where there is none.
    @inlinable
    package func boolean(at position: Int) -> Bool? {
        switch tag(at: position) {
        case 1: false
        case 2: true
        default: nil
        }
    }

    /// The number as an integer, exactly, or `nil` where it is none or does not fit.
    package func int64(at position: Int) -> Int64? {
        guard let (magnitude, isNegative) = integer(at: position) else { return nil }
        if isNegative { return Int64(exactly: -Int128(magnitude)) }
        return Int64(exactly: magnitude)
    }

    /// The number as an unsigned integer, exactly, or `nil` where it is none or does not fit.
    package func uint64(at position: Int) -> UInt64? {
        guard let (magnitude, isNegative) = integer(at: position) else { return nil }
        return isNegative && magnitude != 0 ? nil : magnitude
    }

    /// The number as the nearest double, or `nil` where it is none or lies beyond the largest.
    package func double(at position: Int) -> Double? {
        guard kind(at: position) == .number else { return nil }
        let range = textRange(at: position)
        if let short = DecimalText.shortDouble(bytes, range) { return short }
        if let exact = DecimalText(bytes, range).exactDouble { return exact }
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard let nearest = Double(text), nearest.isFinite else { return nil }
        return nearest
    }

    /// The number as a decimal, exactly, or `nil` where it is none or has too many digits.
    package func decimal(at position: Int) -> PayloadDecimal? {
        guard kind(at: position) == .number else { return nil }
        return DecimalText(bytes, textRange(at: position)).decimal
    }

    private func integer(at position: Int) -> (magnitude: UInt64, isNegative: Bool)? {
        guard isInteger(at: position) else {
            guard let decimal = decimal(at: position) else { return nil }
            return decimal.integralMagnitude.map { ($0, decimal.isNegative) }
        }
        var range = textRange(at: position)
        let isNegative = bytes[range.lowerBound] == Byte.minus
        if isNegative { range = range.dropFirst() }
        var magnitude: UInt64 = 0
        for byte in bytes[range] {
            let digit = UInt64(byte &- Byte.zero)
            let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, exceeds) = product.addingReportingOverflow(digit)
            guard !overflows, !exceeds else { return nil }
            magnitude = sum
        }
        return (magnitude, isNegative)
    }
}
