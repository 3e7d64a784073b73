/// A date in one of the three formats of HTTP.
///
/// | format | example |
/// |---|---|
/// | current | `Sun, 06 Nov 1994 08:49:37 GMT` |
/// | RFC 850 | `Sunday, 06-Nov-94 08:49:37 GMT` |
/// | C's `asctime` | `Sun Nov  6 08:49:37 1994` |
///
/// Source: RFC 9110, section 5.6.7.
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Returns the seconds since 1970; `nil` for invalid text.
    package static func seconds(_ text: String) -> Int64? {
        let words = text.lowercased().split(separator: " ", omittingEmptySubsequences: false)
        guard let weekday = words.first, weekdays.contains(String(weekday.prefix(3))) else {
            return nil
        }
        let hasComma = weekday.last == ","
        switch words.count {
        case 6 where hasComma && isGMT(words[5]):
            return seconds(words[3], words[2], words[1], words[4])
        case 4 where hasComma && isGMT(words[3]):
            let day = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard day.count == 3 else { return nil }
            return seconds(day[2], day[1], day[0], words[2])
        case 5 where !hasComma: return seconds(words[4], words[1], words[2], words[3])
        // A day below 10 has a space in front.
        case 6 where !hasComma && words[2].isEmpty:
            return seconds(words[5], words[1], words[3], words[4])
        default: return nil
        }
    }

    private static func isGMT(_ zone: Substring) -> Bool {
        ["gmt", "utc", "ut", "z", "+0000"].contains(zone)
    }

    private static func seconds(
        _ year: Substring, _ month: Substring, _ day: Substring, _ time: Substring
    ) -> Int64? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = self.year(year),
            let month = months.firstIndex(of: String(month.prefix(3))), let day = number(day),
            let hour = number(parts[0]), let minute = number(parts[1]),
            let second = number(parts[2]),
            1...length(ofMonth: month, year) ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = days(year, month, day)
        return ((days * 24 + hour) * 60 + minute) * 60 + second
    }

    /// Reads two or four digits; 69 to 99 denote 1969 to 1999, as in POSIX.
    private static func year(_ text: Substring) -> Int64? {
        switch text.count {
        case 2: return number(text).map { $0 + ($0 < 69 ? 2000 : 1900) }
        case 4: return number(text).flatMap { $0 > 0 ? $0 : nil }
        default: return nil
        }
    }

    private static func number(_ digits: Substring) -> Int64? {
        guard 1...4 ~= digits.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int64(digits)
    }

    private static func length(ofMonth month: Int, _ year: Int64) -> Int64 {
        switch month {
        case 1: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 3, 5, 8, 10: 30
        default: 31
        }
    }

    /// Returns the days since 1970; a year begins in March, so that a leap day is its last one.
    private static func days(_ year: Int64, _ month: Int, _ day: Int64) -> Int64 {
        let year = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((Int64(month) + 10) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
