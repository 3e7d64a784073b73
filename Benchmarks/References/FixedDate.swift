#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hand-written parsers for dates in three fixed formats, faster than formatters.
///
/// - Throws: ``BenchmarkError`` for text in another format.
enum FixedDate {
    /// Parses a date such as `2024-06-13T09:20:04Z`.
    static func date(_ text: String) throws -> Date {
        try read(text, length: 20) { text in
            text.days(year: 0, month: 5, day: 8) * 86_400 + text.seconds(11)
                + text.number(17, 2)
        }
    }

    /// Parses a date such as `13.06.2024 09:20`.
    static func date(printed text: String) throws -> Date {
        try read(text, length: 16) { text in
            text.days(year: 6, month: 3, day: 0) * 86_400 + text.seconds(11)
        }
    }

    /// Parses a date such as `Thu, 13 Jun 2024 09:20:04 GMT`.
    static func date(http text: String) throws -> Date {
        try read(text, length: 29) { text in
            guard let month = text.month(8) else { return nil }
            let days = DigitText.days(
                year: text.number(12, 4), month: month, day: text.number(5, 2))
            return days * 86_400 + text.seconds(17) + text.number(23, 2)
        }
    }

    private static func read(
        _ text: String, length: Int, _ seconds: (DigitText) -> Int?
    ) throws -> Date {
        var text = text
        let found = text.withUTF8 { bytes in
            bytes.count == length ? unsafe seconds(DigitText(bytes)) : nil
        }
        guard let found else { throw BenchmarkError("'\(text)' is not a date") }
        return Date(timeIntervalSince1970: Double(found))
    }
}

/// Digits at fixed offsets of a text whose length has been checked.
@safe
private struct DigitText {
    private let bytes: UnsafeBufferPointer<UInt8>

    private static let months: [[UInt8]] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ].map { Array($0.utf8) }

    /// Wraps memory that must stay valid for the lifetime of the value.
    @unsafe
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
    }

    func number(_ start: Int, _ count: Int) -> Int {
        (start..<start + count).reduce(0) { unsafe $0 * 10 + Int(bytes[$1]) - 48 }
    }

    /// Returns the seconds of a time such as `09:20`.
    func seconds(_ start: Int) -> Int { number(start, 2) * 3600 + number(start + 3, 2) * 60 }

    /// Returns the number of a month from its name.
    func month(_ start: Int) -> Int? {
        Self.months.firstIndex { name in
            (0..<3).allSatisfy { unsafe name[$0] == bytes[start + $0] }
        }.map { $0 + 1 }
    }

    func days(year: Int, month: Int, day: Int) -> Int {
        Self.days(year: number(year, 4), month: number(month, 2), day: number(day, 2))
    }

    /// Returns the number of days since 1970-01-01.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let yearOfEra = year % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return year / 400 * 146_097 + dayOfEra - 719_468
    }
}
