import MercatorPayload
import ObjectGraph

/// Numbers in texts.
extension TextForms {
    /// Returns the forms of a text that has a digit.
    static func numberForms(
        _ bytes: [UInt8], _ range: Range<Int>, _ classes: ByteClasses
    ) -> TextForms {
        guard classes.isSubset(of: [.digit, .hyphen, .point, .hexLetter, .lower, .sign]) else {
            return []
        }
        var digits = bytes[range]
        if digits.first == Byte.minus { digits = digits.dropFirst() }
        let whole = digits.prefix { $0 &- 0x30 < 10 }
        guard let first = whole.first else { return [] }
        let hasZeros = first == Byte.zero && whole.count > 1
        var rest = digits[whole.endIndex...]
        var (isWhole, isHundredths) = (true, false)
        if rest.first == Byte.point {
            let fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
            guard !fraction.isEmpty else { return [] }
            rest = rest[fraction.endIndex...]
            (isWhole, isHundredths) = (false, fraction.count == 2 && rest.isEmpty)
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            var exponent = rest.dropFirst()
            if exponent.first == Byte.minus || exponent.first == Byte.plus {
                exponent = exponent.dropFirst()
            }
            guard !exponent.isEmpty, exponent.allSatisfy({ $0 &- 0x30 < 10 }) else { return [] }
            rest = []
            isWhole = false
        }
        guard rest.isEmpty else { return [] }
        if hasZeros { return of(.leadingZeros) }
        return isHundredths ? [of(.decimal), of(.hundredths)] : of(isWhole ? .integer : .decimal)
    }
}

/// Dates, by rule T4: the pattern, and that the day exists.
extension TextForms {
    private static let dateLengths = 6...40

    /// Returns the forms of a text that has a digit and no space.
    static func dateForms(
        _ bytes: [UInt8], _ range: Range<Int>, _ classes: ByteClasses, _ scanner: ByteScanner
    ) -> TextForms {
        guard dateLengths ~= range.count else { return [] }
        let first = scanner.byte(at: range.lowerBound)
        if first == Byte.slash { return isDotNet(bytes[range]) ? of(.dotNetDate) : [] }
        guard first &- 0x30 < 10, range.count >= 7 else { return [] }
        if isCommonDateTime(range, scanner) { return of(.iso8601) }
        if scanner.byte(at: range.lowerBound + 4) == Byte.minus { return isoForms(bytes[range]) }
        return classes.contains(.slash) ? slashForms(bytes[range]) : []
    }

    /// Tests for the most common form, `2014-08-31T00:29:15Z`, in three words.
    private static func isCommonDateTime(_ range: Range<Int>, _ scanner: ByteScanner) -> Bool {
        let start = range.lowerBound
        guard range.count == 20, let first = scanner.word(at: start),
            let second = scanner.word(at: start + 8), let third = scanner.word(at: start + 12)
        else { return false }
        return Timestamp(commonISO8601: first, second, third, nanoseconds: nil) != nil
    }

    /// Returns the forms of a text that has a space: a day and a time, or names of days or months.
    static func spacedDateForms(
        _ bytes: [UInt8], _ range: Range<Int>, _ scanner: ByteScanner
    ) -> TextForms {
        guard dateLengths ~= range.count else { return [] }
        if scanner.byte(at: range.lowerBound) &- 0x30 < 10 {
            let isDay =
                range.count >= 7 && scanner.byte(at: range.lowerBound + 4) == Byte.minus
            return isDay ? isoForms(bytes[range]) : []
        }
        // Most texts are words, and few begin with one of three letters.
        let fourth = scanner.byte(at: range.lowerBound + 3)
        guard fourth == 0x20 || fourth == Byte.comma else { return [] }
        return namedForms(bytes[range])
    }

    private static func isoForms(_ text: ArraySlice<UInt8>) -> TextForms {
        if text.count == 7 {
            var reader = DigitReader(text)
            guard reader.number(4) != nil, reader.skip(Byte.minus), let month = reader.number(2)
            else { return [] }
            return 1...12 ~= month ? of(.isoMonth) : []
        }
        guard text.count >= 10, Timestamp(iso8601: text) != nil else { return [] }
        if text.count == 10 { return of(.isoDay) }
        let isSpaced = text[text.startIndex + 10] == 0x20
        return isSpaced && text.count == 19 ? of(.spacedDateTime) : of(.iso8601)
    }

    private static func slashForms(_ text: ArraySlice<UInt8>) -> TextForms {
        guard text.count == 10 else { return [] }
        var reader = DigitReader(text)
        guard let first = reader.number(2), reader.skip(Byte.slash), let second = reader.number(2),
            reader.skip(Byte.slash), let year = reader.number(4)
        else { return [] }
        var forms: TextForms = []
        if Timestamp(year: year, month: second, day: first) != nil {
            forms.formUnion(of(.dayMonthYear))
        }
        if Timestamp(year: year, month: first, day: second) != nil {
            forms.formUnion(of(.monthDayYearSlashes))
        }
        return forms
    }

    /// Tests for `/Date(1420070400000+0100)/`.
    private static func isDotNet(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "/Date(".utf8), text.suffix(2).elementsEqual(")/".utf8) else {
            return false
        }
        var digits = text.dropFirst(6).dropLast(2)
        if digits.first == Byte.minus { digits = digits.dropFirst() }
        let number = digits.prefix { $0 &- 0x30 < 10 }
        let zone = digits[number.endIndex...]
        let isZone =
            zone.isEmpty
            || zone.count == 5 && (zone.first == Byte.plus || zone.first == Byte.minus)
                && zone.dropFirst().allSatisfy { $0 &- 0x30 < 10 }
        return 1...18 ~= number.count && isZone
    }

    /// Dates that begin with the name of a weekday or of a month.
    private static func namedForms(_ text: ArraySlice<UInt8>) -> TextForms {
        var reader = DigitReader(text)
        let name = reader.word()
        if let month = month(name) {
            guard reader.skip(0x20), let day = reader.number(2) ?? reader.number(1),
                reader.skip(Byte.comma), reader.skip(0x20), let year = reader.number(4),
                reader.isAtEnd, Timestamp(year: year, month: month, day: day) != nil
            else { return [] }
            return of(.monthDayYear)
        }
        guard name.count == 3, weekdays.contains(name.lowercased()) else { return [] }
        if reader.skip(Byte.comma) { return isHTTP(&reader) ? of(.httpDate) : [] }
        return isTwitter(&reader) ? of(.twitterDate) : []
    }

    /// Tests for ` 06 Nov 1994 08:49:37 GMT` after the weekday.
    private static func isHTTP(_ reader: inout DigitReader) -> Bool {
        guard reader.skip(0x20), let day = reader.number(2), reader.skip(0x20),
            let month = month(reader.word()), reader.skip(0x20), let year = reader.number(4),
            reader.skip(0x20), isTime(&reader), reader.skip(0x20), reader.word() == "GMT"
        else { return false }
        return reader.isAtEnd && Timestamp(year: year, month: month, day: day) != nil
    }

    /// Tests for ` Aug 31 00:29:15 +0000 2014` after the weekday.
    private static func isTwitter(_ reader: inout DigitReader) -> Bool {
        guard reader.skip(0x20), let month = month(reader.word()), reader.skip(0x20),
            let day = reader.number(2), reader.skip(0x20), isTime(&reader), reader.skip(0x20),
            reader.skip(Byte.plus) || reader.skip(Byte.minus), reader.number(4) != nil,
            reader.skip(0x20), let year = reader.number(4)
        else { return false }
        return reader.isAtEnd && Timestamp(year: year, month: month, day: day) != nil
    }

    private static func isTime(_ reader: inout DigitReader) -> Bool {
        guard let hour = reader.number(2), reader.skip(Byte.colon), let minute = reader.number(2),
            reader.skip(Byte.colon), let second = reader.number(2)
        else { return false }
        return hour < 24 && minute < 60 && second < 60
    }

    private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Returns the month of an abbreviated name.
    private static func month(_ name: String) -> Int? {
        name.count == 3 ? months.firstIndex(of: name.lowercased()).map { $0 + 1 } : nil
    }
}
