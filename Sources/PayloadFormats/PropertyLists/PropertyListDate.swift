/// Conversion of property list dates to ISO 8601 in UTC.
enum PropertyListDate {
    /// Returns the text of a number of seconds since 2001-01-01.
    ///
    /// The result is `nil` outside the years 1 to 9999.
    ///
    /// A present-day instant has a precision of about a tenth of a microsecond as a double, so
    /// fractions are written as microseconds.
    static func text(ofSecondsSince2001 seconds: Double) -> String? {
        // Covers the supported years with room to spare.
        guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
        let whole = seconds.rounded(.down)
        var second = Int64(whole)
        var microsecond = Int64(((seconds - whole) * 1e6).rounded())
        if microsecond == 1_000_000 {
            second += 1
            microsecond = 0
        }
        let (days, time) = (floorDivide(second, by: 86_400), modulo(second, 86_400))
        let (year, month, day) = civilDate(ofDays: days + 11_323)  // days to 2001-01-01
        guard 1...9999 ~= year else { return nil }
        let clock = [time / 3600, time / 60 % 60, time % 60].map { digits($0, 2) }
        var text = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
        text += clock.joined(separator: ":")
        if microsecond > 0 {
            let fraction = digits(microsecond, 6)
            let zeros = fraction.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count
            text += "." + fraction.dropLast(zeros)
        }
        return text + "Z"
    }

    /// Tests whether a text is a date in the format of XML property lists: `2026-07-04T12:00:00Z`.
    static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let pattern = Array("0000-00-00T00:00:00Z".utf8)
        guard bytes.count == pattern.count else { return false }
        let isShaped = zip(bytes, pattern).allSatisfy { byte, sample in
            sample == UInt8(ascii: "0")
                ? UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte : byte == sample
        }
        guard isShaped else { return false }
        let numbers = text.split { !$0.isNumber }.compactMap { Int64($0) }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard 1...12 ~= month, numbers[3] < 24, numbers[4] < 60, numbers[5] < 60 else {
            return false
        }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...lengths[Int(month) - 1] ~= day
    }

    /// Returns the date of a number of days since 1970-01-01.
    ///
    /// Years begin in March, so that leap days come last. Source: Howard Hinnant,
    /// "chrono-compatible low-level date algorithms".
    private static func civilDate(ofDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
        (value - modulo(value, divisor)) / divisor
    }

    private static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
        let remainder = value % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
