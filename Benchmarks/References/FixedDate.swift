#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads `2024-06-13T09:20:04Z` and nothing else, without a formatter: the fast way by hand.
enum FixedDate {
    /// The date in a text.
    ///
    /// - Throws: ``BenchmarkError`` for a text of another form.
    static func date(_ text: String) throws -> Date {
        var text = text
        let seconds = text.withUTF8 { bytes -> Int? in
            guard bytes.count == 20 else { return nil }
            func number(_ range: Range<Int>) -> Int {
                range.reduce(0) { unsafe $0 * 10 + Int(bytes[$1]) - 48 }
            }
            let days = days(year: number(0..<4), month: number(5..<7), day: number(8..<10))
            return days * 86_400 + number(11..<13) * 3600 + number(14..<16) * 60
                + number(17..<19)
        }
        guard let seconds else { throw BenchmarkError("'\(text)' is not a date") }
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Days since 1970.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let yearOfEra = year % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return year / 400 * 146_097 + dayOfEra - 719_468
    }
}
