extension PayloadTape {
    /// Tests whether the value is a number written without a fraction and an exponent.
    ///
    /// Other numbers may be integral as well: ``int64(at:)`` returns 1000 for `1e3`.
    @inlinable
    package func isInteger(at position: Int) -> Bool { tag(at: position) == 3 }

    /// Returns the Boolean value, or `nil` for other kinds.
    @inlinable
    package func boolean(at position: Int) -> Bool? {
        switch tag(at: position) {
        case 1: false
        case 2: true
        default: nil
        }
    }

    /// Returns the number as an exact integer.
    ///
    /// The result is `nil` for other kinds and numbers that are not representable.
    package func int64(at position: Int) -> Int64? {
        if let shortest = shortestInteger(at: position) { return shortest }
        if isInteger(at: position), let short = shortInteger(at: position) { return short }
        guard let (magnitude, isNegative) = integer(at: position) else { return nil }
        if isNegative { return Int64(exactly: -Int128(magnitude)) }
        return Int64(exactly: magnitude)
    }

    /// The formatting of an array of integers.
    package enum IntegerArray {
        /// Without white space; the range of its bytes, including the brackets.
        case compact(Range<Int>)
        /// With white space.
        case spaced
    }

    /// Returns the formatting of an array of 64-bit integers, or `nil` for other values.
    ///
    /// Each number in such an array has a single spelling (no `-0`), so two such arrays are equal
    /// if their bytes without white space are.
    package func integers(at position: Int) -> IntegerArray? {
        guard isArray(at: position) else { return nil }
        let start = byteOffset(at: position)
        var last = start
        var isCompact = true
        for element in firstChild(of: position)..<end(of: position) {
            let (offset, length) = (byteOffset(at: element), textLength(at: element))
            guard isInteger(at: element), length <= 18,
                bytes[offset] != Byte.minus || bytes[offset &+ 1] != Byte.zero
            else { return nil }
            if offset != last &+ 1 { isCompact = false }
            last = offset &+ length
        }
        let end = last == start ? start &+ 1 : last
        return isCompact && bytes[end] == Byte.closingBracket
            ? .compact(start..<end &+ 1) : .spaced
    }

    /// Appends an array of integers without white space.
    package func appendIntegers(at position: Int, to text: inout [UInt8]) {
        text.append(Byte.openingBracket)
        for element in firstChild(of: position)..<end(of: position) {
            if element > firstChild(of: position) { text.append(Byte.comma) }
            append(textRange(at: element), to: &text)
        }
        text.append(Byte.closingBracket)
    }

    /// Returns the number as an exact unsigned integer.
    ///
    /// The result is `nil` for other kinds and numbers that are not representable.
    package func uint64(at position: Int) -> UInt64? {
        guard let (magnitude, isNegative) = integer(at: position) else { return nil }
        return isNegative && magnitude != 0 ? nil : magnitude
    }

    /// Returns the number rounded to the nearest double.
    ///
    /// The result is `nil` for other kinds, on overflow, and on underflow to zero.
    package func double(at position: Int) -> Double? {
        guard isNumber(at: position) else { return nil }
        let range = textRange(at: position)
        if let shortest = shortestDouble(in: range) { return shortest }
        if let short = DecimalText.shortDouble(bytes, range) { return short }
        if let exact = DecimalText(bytes, range).exactDouble { return exact }
        let text = String(decoding: bytes[range], as: UTF8.self)
        // Zero has an exact double, so a zero here results from underflow.
        guard let nearest = Double(text), nearest.isFinite, nearest != 0 else { return nil }
        return nearest
    }

    /// Returns the number as an exact decimal.
    ///
    /// The result is `nil` for other kinds and numbers with too many digits.
    package func decimal(at position: Int) -> PayloadDecimal? {
        guard kind(at: position) == .number else { return nil }
        return DecimalText(bytes, textRange(at: position)).decimal
    }

    /// Returns an integer of at most 18 digits, which cannot overflow, else `nil`.
    private func shortInteger(at position: Int) -> Int64? {
        var offset = byteOffset(at: position)
        let end = offset &+ textLength(at: position)
        let isNegative = bytes[offset] == Byte.minus
        if isNegative { offset &+= 1 }
        guard end &- offset <= 18 else { return nil }
        if let magnitude = number(ofDigits: offset..<end) {
            let number = Int64(truncatingIfNeeded: magnitude)
            return isNegative ? 0 &- number : number
        }
        var number: Int64 = 0
        while offset < end {
            number = number &* 10 &+ Int64(bytes[offset] &- Byte.zero)
            offset &+= 1
        }
        return isNegative ? 0 &- number : number
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

    /// Returns an integer of at most eight bytes, else `nil`.
    func shortestInteger(at position: Int) -> Int64? {
        let length = textLength(at: position)
        guard isInteger(at: position), length <= 8,
            let text = eightBytes(at: byteOffset(at: position))
        else { return nil }
        // The parser has ensured that the text consists of digits after at most a sign.
        guard UInt8(truncatingIfNeeded: text) == Byte.minus else {
            return Int64(truncatingIfNeeded: ByteScanner.value(ofDigits: length, in: text))
        }
        return 0
            &- Int64(truncatingIfNeeded: ByteScanner.value(ofDigits: length &- 1, in: text >> 8))
    }

    /// Returns the number denoted by up to sixteen digits.
    ///
    /// Returns `nil` if the range is empty, contains another byte, or lies too close to the end of
    /// the payload to be loaded as words.
    package func number(ofDigits range: Range<Int>) -> UInt64? {
        guard range.count > 8 else {
            return eightBytes(at: range.lowerBound).flatMap {
                ByteScanner.number(ofDigits: range.count, in: $0)
            }
        }
        guard range.count <= 16, let first = eightBytes(at: range.lowerBound),
            let last = eightBytes(at: range.upperBound - 8),
            let upper = ByteScanner.number(ofDigits: range.count - 8, in: first),
            let lower = ByteScanner.number(ofDigits: 8, in: last)
        else { return nil }
        return upper &* 100_000_000 &+ lower
    }
}
