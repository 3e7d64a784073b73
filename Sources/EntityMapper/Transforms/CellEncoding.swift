package import MercatorPayload
package import ObjectGraph

/// The encoding of values whose bytes in a payload already match a cell and need no conversion.
package enum CellEncoding: Sendable {
    case integer, double, boolean, text, date, list
    /// The encoding of values that are converted individually.
    case converted

    /// Returns the cell of a value at a tape index.
    ///
    /// The value must have the most common representation of its type.
    @inline(__always)
    func cell(at position: Int, _ tape: PayloadTape) -> RowCell? {
        switch self {
        case .text:
            guard tape.isPlainString(at: position) else { return nil }
            return .sharedText(
                from: tape.byteOffset(at: position), count: tape.textLength(at: position))
        case .integer:
            guard tape.isInteger(at: position) else { return nil }
            return tape.int64(at: position).map(RowCell.integer)
        case .double:
            guard tape.isNumber(at: position) else { return nil }
            return tape.double(at: position).map(RowCell.double)
        case .boolean: return tape.boolean(at: position).map(RowCell.boolean)
        case .date: return tape.commonInstant(at: position).map(RowCell.date)
        case .list:
            guard case .compact(let range) = tape.integers(at: position) else { return nil }
            return .sharedList(from: range.lowerBound, count: range.count)
        case .converted: return nil
        }
    }

    /// Tests whether the value at a tape index can be copied.
    func copies(_ position: Int, _ tape: PayloadTape) -> Bool {
        cell(at: position, tape) != nil || kindOfSpelling(at: position, tape) != nil
    }

    /// Returns the kind of cell for a value that must be spelled differently in a cell.
    ///
    /// Examples are a text with escapes, and a list with spaces.
    func kindOfSpelling(at position: Int, _ tape: PayloadTape) -> RowCell.Kind? {
        switch self {
        case .text: tape.isString(at: position) ? .ownText : nil
        case .list: tape.integers(at: position) == nil ? nil : .ownList
        case .integer, .double, .boolean, .date, .converted: nil
        }
    }
}

extension PayloadTape {
    /// Appends the bytes of a text or a list of integers as they are spelled in a cell.
    func appendSpelling(_ kind: RowCell.Kind, at position: Int, to bytes: inout [UInt8]) {
        if kind == .ownText {
            appendText(at: position, to: &bytes)
        } else {
            appendIntegers(at: position, to: &bytes)
        }
    }

    /// Returns the instant at a tape index if it has the most common format.
    ///
    /// This format is in UTC or with an offset, to the second or with a fraction of up to nine
    /// digits.
    package func commonInstant(at position: Int) -> Timestamp? {
        guard isPlainString(at: position) else { return nil }
        let range = textRange(at: position)
        let start = range.lowerBound
        guard range.count >= 20, range.count <= 35, let first = eightBytes(at: start),
            let second = eightBytes(at: start + 8), let third = eightBytes(at: start + 12)
        else { return nil }
        guard range.count > 20 else {
            return Timestamp(commonISO8601: first, second, third, nanoseconds: nil)
        }
        let isUTC = bytes[range.upperBound - 1] == 0x5A
        let end = isUTC ? range.upperBound - 1 : range.upperBound - 6
        guard end >= start + 19, let offset = isUTC ? 0 : offset(from: end) else { return nil }
        guard end > start + 19 else {
            // Replaces the sign of the offset by the `Z` of UTC.
            let seconds = third & 0x00FF_FFFF_FFFF_FFFF | 0x5A << 56
            return Timestamp(commonISO8601: first, second, seconds, nanoseconds: nil)?
                .moved(by: offset)
        }
        guard end <= start + 29, let fraction = number(ofDigits: start + 20..<end) else {
            return nil
        }
        var nanoseconds = Int32(truncatingIfNeeded: fraction)
        for _ in end - start..<29 { nanoseconds &*= 10 }
        return Timestamp(commonISO8601: first, second, third, nanoseconds: nanoseconds)?
            .moved(by: offset)
    }

    /// Returns the seconds ahead of UTC of an offset in the form `±hh:mm`.
    private func offset(from start: Int) -> Int? {
        let sign = bytes[start]
        guard sign == Byte.plus || sign == Byte.minus, bytes[start + 3] == Byte.colon,
            let hours = number(ofDigits: start + 1..<start + 3), hours <= 23,
            let minutes = number(ofDigits: start + 4..<start + 6), minutes <= 59
        else { return nil }
        let seconds = Int(truncatingIfNeeded: hours &* 3600 &+ minutes &* 60)
        return sign == Byte.plus ? seconds : -seconds
    }
}

extension Timestamp {
    /// Returns the instant of a local time at an offset from UTC.
    fileprivate func moved(by offset: Int) -> Timestamp? {
        Timestamp(seconds: seconds - Int64(offset), nanoseconds: nanoseconds)
    }
}
