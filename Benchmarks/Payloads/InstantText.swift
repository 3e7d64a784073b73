/// Writes instants as APIs do: `2024-06-13T09:20:04Z`.
enum InstantText {
    /// The text of an instant, given in seconds since the beginning of 2015.
    ///
    /// Source of the arithmetic: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    static func text(_ seconds: Int) -> String {
        let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let shifted = days + 16_436 + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = "\(year)-\(pair(month))-\(pair(day))"
        return "\(date)T\(pair(second / 3600)):\(pair(second / 60 % 60)):\(pair(second % 60))Z"
    }

    private static func pair(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
