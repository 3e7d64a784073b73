/// Formats instants as in APIs, given in seconds since the beginning of 2015.
enum InstantText {
    /// The beginning of 2015, in seconds since 1970.
    static let start = 16_436 * 86_400

    /// Formats an instant as in `2024-06-13T09:20:04Z`.
    static func text(_ seconds: Int) -> String {
        let day = CivilDay(seconds / 86_400)
        return "\(day.year)-\(pair(day.month))-\(pair(day.day))T\(time(seconds))Z"
    }

    /// Formats an instant as in `Thu, 13 Jun 2024 09:20:04 GMT`.
    static func httpText(_ seconds: Int) -> String {
        let day = CivilDay(seconds / 86_400)
        let weekday = weekdays[seconds / 86_400 % 7]
        let month = months[day.month - 1]
        return "\(weekday), \(pair(day.day)) \(month) \(day.year) \(time(seconds)) GMT"
    }

    /// Formats an instant as in `13.06.2024 09:20`.
    static func printedText(_ seconds: Int) -> String {
        let day = CivilDay(seconds / 86_400)
        return "\(pair(day.day)).\(pair(day.month)).\(day.year) \(time(seconds).prefix(5))"
    }

    /// The year 2015 began on a Thursday.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func time(_ seconds: Int) -> String {
        let second = seconds % 86_400
        return "\(pair(second / 3600)):\(pair(second / 60 % 60)):\(pair(second % 60))"
    }

    private static func pair(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

/// A calendar date.
private struct CivilDay {
    let year: Int
    let month: Int
    let day: Int

    /// Creates the date a number of days after the beginning of 2015.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    init(_ days: Int) {
        let shifted = days + 16_436 + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
