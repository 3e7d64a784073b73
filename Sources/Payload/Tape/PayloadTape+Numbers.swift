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
        if let shortest = shortestInteger(at: position) { return shortest }
        if isInteger(at: position), let short = shortInteger(at: position) { return short }
        guard let (magnitude, isNegative) = integer(at: position) else { return nil }
        if isNegative { return Int64(exactly: -Int128(magnitude)) }
        return Int64(exactly: magnitude)
    }

    /// How an array of plain integers is written.
    package enum IntegerArray {
        /// As shortly as can be; its bytes, brackets included.
        case compact(Range<Int>)
        /// With space in it.
        case spaced
    }

    /// Whether an array holds only integers that fit 64 bits and have one spelling.
    ///
    /// Two such arrays are equal if they are the same bytes without their space.
    package func integers(at position: Int) -> IntegerArray? {
        guard isArray(at: position) else { return nil }
        let start = byteOffset(at: position)
        var last = start
        var isCompact = true
        for place in firstChild(of: position)..<end(of: position) {
            let (offset, length) = (byteOffset(at: place), textLength(at: place))
            guard isInteger(at: place), length <= 18,
                bytes[offset] != Byte.minus || bytes[offset &+ 1] != Byte.zero
            else { return nil }
            if offset != last &+ 1 { isCompact = false }
            last = offset &+ length
        }
        let end = last == start ? start &+ 1 : last
        return isCompact && bytes[end] == Byte.closingBracket
            ? .compact(start..<end &+ 1) : .spaced
    }

    /// Appends an array of plain integers as shortly as can be.
    package func appendIntegers(at position: Int, to text: inout [UInt8]) {
        text.append(Byte.openingBracket)
        for place in firstChild(of: position)..<end(of: position) {
            if place > firstChild(of: position) { text.append(Byte.comma) }
            append(textRange(at: place), to: &text)
        }
        text.append(Byte.closingBracket)
    }

    /// The number as an unsigned integer, exactly, or `nil` where it is none or does not fit.
    package func uint64(at position: Int) -> UInt64? {
        guard let (magnitude, isNegative) = integer(at: position) else { return nil }
        return isNegative && magnitude != 0 ? nil : magnitude
    }

    /// The number as the nearest double, or `nil` where it is none or lies beyond the largest.
    package func double(at position: Int) -> Double? {
        guard isNumber(at: position) else { return nil }
        let range = textRange(at: position)
        if let shortest = shortestDouble(in: range) { return shortest }
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

    /// An integer of so few digits that nothing can overflow; `nil` if it has more.
    private func shortInteger(at position: Int) -> Int64? {
        var place = byteOffset(at: position)
        let end = place &+ textLength(at: position)
        let isNegative = bytes[place] == Byte.minus
        if isNegative { place &+= 1 }
        guard end &- place <= 18 else { return nil }
        if let magnitude = number(ofDigits: place..<end) {
            let number = Int64(truncatingIfNeeded: magnitude)
            return isNegative ? 0 &- number : number
        }
        var number: Int64 = 0
        while place < end {
            number = number &* 10 &+ Int64(bytes[place] &- Byte.zero)
            place &+= 1
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

    /// The integer at a place, if one is there and takes no more than eight bytes.
    func shortestInteger(at position: Int) -> Int64? {
        let length = textLength(at: position)
        guard isInteger(at: position), length <= 8,
            let text = eightBytes(at: byteOffset(at: position))
        else { return nil }
        // The parser has checked that there are digits, and no more than a sign before them.
        guard UInt8(truncatingIfNeeded: text) == Byte.minus else {
            return Int64(truncatingIfNeeded: ByteScanner.value(ofDigits: length, in: text))
        }
        return 0
            &- Int64(truncatingIfNeeded: ByteScanner.value(ofDigits: length &- 1, in: text >> 8))
    }

    /// The number that up to sixteen digits stand for; `nil` if there is another byte among them, or
    /// none, or if the payload ends too early to tell eight at a time.
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
