/// An instant, exact to the nanosecond, in the years 0001 to 9999.
///
/// Foundation's `Date` is a `Double` and resolves today to about 100 nanoseconds; a server's
/// timestamp that went through it may not compare equal to itself. A `Timestamp` keeps what the
/// payload said. The range is that of RFC 3339 (less the year 0), so every timestamp has a text
/// that sorts like the instant.
///
/// ```swift
/// let created = Timestamp("2014-08-31T00:29:15.25Z")
/// created?.date            // Foundation's Date, rounded
/// ```
public struct Timestamp: Sendable, Hashable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public let seconds: Int64
    /// Nanoseconds after ``seconds``, from 0 to 999 999 999.
    public let nanoseconds: Int32

    /// The first instant of the year 1.
    public static let distantPast = Timestamp(uncheckedSeconds: -62_135_596_800, nanoseconds: 0)
    /// The last nanosecond of the year 9999.
    public static let distantFuture = Timestamp(
        uncheckedSeconds: 253_402_300_799, nanoseconds: 999_999_999)

    /// Makes an instant from seconds since 1970.
    ///
    /// - Returns: `nil` outside the years 1 to 9999, or if `nanoseconds` is not below a second.
    public init?(seconds: Int64, nanoseconds: Int32 = 0) {
        guard seconds >= Timestamp.distantPast.seconds,
            seconds <= Timestamp.distantFuture.seconds,
            (0..<1_000_000_000).contains(nanoseconds)
        else { return nil }
        self.init(uncheckedSeconds: seconds, nanoseconds: nanoseconds)
    }

    /// The caller has checked both ranges.
    package init(uncheckedSeconds seconds: Int64, nanoseconds: Int32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

extension Timestamp: Comparable {
    /// Whether the left instant is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.seconds == right.seconds
            ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
    }
}

extension Timestamp {
    /// Makes an instant from a date and a time of day in the proleptic Gregorian calendar.
    ///
    /// A leap second (`second == 60`) counts as the first instant of the next minute, as POSIX does.
    ///
    /// `offset` is how many seconds the clock is ahead of UTC. The result is `nil` if the day or the
    /// time does not exist.
    public init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
        nanoseconds: Int32 = 0, offset: Int = 0
    ) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Timestamp.days(in: month, of: year), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second),
            (-86_399...86_399).contains(offset)
        else { return nil }
        let days = Timestamp.daysSince1970(year: year, month: month, day: day)
        let time = hour * 3600 + minute * 60 + second - offset
        self.init(seconds: Int64(days * 86_400 + time), nanoseconds: nanoseconds)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from the epoch to a date, by counting years that begin in March.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date and the time of day in UTC.
    public var components: Components {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let time = Int(seconds - days * 86_400)
        let shifted = Int(days) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return Components(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, hour: time / 3600,
            minute: time / 60 % 60, second: time % 60)
    }

    /// A date and a time of day in UTC.
    public struct Components: Sendable, Hashable {
        /// The year, from 1 to 9999.
        public var year: Int
        /// The month, from 1 to 12.
        public var month: Int
        /// The day of the month, from 1.
        public var day: Int
        /// The hour, from 0 to 23.
        public var hour: Int
        /// The minute, from 0 to 59.
        public var minute: Int
        /// The second, from 0 to 59.
        public var second: Int
    }
}
