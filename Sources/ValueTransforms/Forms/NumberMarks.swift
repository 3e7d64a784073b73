import MercatorPayload

/// The marks of formatted numbers in ASCII, where each byte is a character.
struct NumberMarks {
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    private let separator: UInt8?
    private let point: UInt8

    /// Creates the marks; `nil` beyond visible ASCII and blanks, and for ambiguous ones.
    init?(prefix: String, suffix: String, separator: Character?, point: Character) {
        let mark = separator?.asciiValue
        guard let point = point.asciiValue, (mark == nil) == (separator == nil), mark != point,
            ![mark, point].contains(Byte.minus), !(0x30...0x39).contains(point),
            mark.map({ (0x30...0x39).contains($0) }) != true,
            (prefix + suffix).utf8.allSatisfy({
                0x20...0x7E ~= $0 && $0 != Byte.minus && !(0x30...0x39 ~= $0)
            })
        else { return nil }
        self.prefix = Array(prefix.utf8)
        self.suffix = Array(suffix.utf8)
        self.separator = mark
        self.point = point
    }

    /// Reads a number in a range of bytes; `nil` for other texts, and with more than 19 digits.
    func number(_ bytes: [UInt8], in range: Range<Int>) -> PlainNumber? {
        var start = range.lowerBound
        let end = range.upperBound - suffix.count
        func skip(_ mark: UInt8) -> Bool {
            guard start < end, bytes[start] == mark else { return false }
            start += 1
            return true
        }
        var isNegative = skip(Byte.minus)
        for mark in prefix {
            guard skip(mark) else { return nil }
        }
        if !isNegative, !prefix.isEmpty { isNegative = skip(Byte.minus) }
        guard start < end, suffix.elementsEqual(bytes[end..<range.upperBound]) else { return nil }
        var number = PlainNumber(isNegative: isNegative)
        var offset = number.readDigits(bytes, in: start..<end)
        // JSON, the definition of numbers, has no leading zeros.
        guard offset > start, bytes[start] != Byte.zero || offset == start + 1 else { return nil }
        if offset < end, bytes[offset] == separator {
            guard offset - start <= 3, bytes[start] != Byte.zero else { return nil }
            while offset < end, bytes[offset] == separator {
                let group = offset + 1
                guard end - group >= 3, number.readDigits(bytes, in: group..<group + 3) == group + 3
                else { return nil }
                offset = group + 3
            }
        }
        return number.readFraction(bytes, in: offset..<end, point: point) ? number : nil
    }
}
