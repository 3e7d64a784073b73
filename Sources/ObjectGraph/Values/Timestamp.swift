/// An instant with a resolution of one nanosecond, in the years 0001 to 9999.
///
/// Foundation's `Date` is a `Double`, with a resolution of about 100 nanoseconds today; a server's
/// timestamp that was converted to it and back may not equal the original. A `Timestamp` keeps
/// every digit of the payload. The range is the range of RFC 3339 (without the year 0), so every
/// timestamp has a text form, and the text forms sort in the order of the instants.
///
/// ```swift
/// let created = Timestamp("2014-08-31T00:29:15.25Z")
/// created?.date            // Foundation's Date, rounded
/// ```
public struct Timestamp: Sendable, Hashable {
    /// The whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public let seconds: Int64
    /// The nanoseconds after ``seconds``, from 0 to 999 999 999.
    public let nanoseconds: Int32

    /// The first instant of the year 1.
    public static let distantPast = Timestamp(uncheckedSeconds: -62_135_596_800, nanoseconds: 0)
    /// The last nanosecond of the year 9999.
    public static let distantFuture = Timestamp(
        uncheckedSeconds: 253_402_300_799, nanoseconds: 999_999_999)

    /// Creates an instant from seconds since 1970.
    ///
    /// - Returns: `nil` outside the years 1 to 9999, or if `nanoseconds` is not in
    ///   0..<1 000 000 000.
    public init?(seconds: Int64, nanoseconds: Int32 = 0) {
        guard seconds >= Timestamp.distantPast.seconds,
            seconds <= Timestamp.distantFuture.seconds,
            (0..<1_000_000_000).contains(nanoseconds)
        else { return nil }
        self.init(uncheckedSeconds: seconds, nanoseconds: nanoseconds)
    }

    /// Creates an instant without checks; the caller has checked both ranges.
    package init(uncheckedSeconds seconds: Int64, nanoseconds: Int32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

extension Timestamp: Comparable {
    /// Tests whether the left instant is earlier than the right one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.seconds == right.seconds
            ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
    }
}

extension Timestamp {
    /// Creates an instant from a date and a time of day in the proleptic Gregorian calendar.
    ///
    /// A leap second (`second == 60`) is the first instant of the next minute, as in POSIX.
    ///
    /// `offset` is the local time minus UTC, in seconds. The result is `nil` if the date or the
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

    /// Returns the days from the epoch to a date, in years that begin in March.
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
    ///
    /// The computation uses years that begin in March, so that a leap day is the last
    /// day of a year.
    ///
    /// Source: Neri and Schneider, "Euclidean affine functions and their application to calendar
    /// algorithms", 2023; each division is by a constant, which compiles to a multiplication.
    public var components: Components {
        // The time since March 1 of the year 0 is not negative from the year 1 on.
        let elapsed = UInt64(bitPattern: seconds &+ 719_468 * 86_400)
        let days = UInt32(truncatingIfNeeded: elapsed / 86_400)
        let time = UInt32(truncatingIfNeeded: elapsed % 86_400)
        let centuries = 4 &* days &+ 3
        let century = centuries / 146_097
        let years = (centuries % 146_097) | 3
        let product = 2_939_745 &* UInt64(years)
        let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
        let months = 2141 &* dayOfYear &+ 197_913
        let isNextYear = dayOfYear >= 306
        let month = Int(months >> 16)
        let year = Int(100 &* century) + Int(product >> 32)
        return Components(
            year: isNextYear ? year + 1 : year, month: isNextYear ? month - 12 : month,
            day: Int((months & 0xFFFF) / 2141) + 1, hour: Int(time / 3600),
            minute: Int(time / 60 % 60), second: Int(time % 60))
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
