// The named transforms for dates.
//
// All of them take the empty text as nil (RestKit, rule 107); none of them tries a second form.

extension ValueTransform {
    /// Texts in any form of ISO 8601, more than ``default`` takes.
    ///
    /// Beyond RFC 3339 these are dates without separators (`20090519T143922Z`), weeks
    /// (`2009-W21-2`), days of the year (`2009-139`), and a year, a month or a week alone, which
    /// stand for their first instant. Two-digit years are not among them. Written is RFC 3339 in UTC.
    ///
    /// Source: ISO 8601-1:2019.
    public static let iso8601 = ValueTransform("iso8601", form: ISO8601Form(name: "iso8601"))

    /// Numbers, or texts of numbers, of seconds since 1970, with a fraction if there is one.
    ///
    /// Written are numbers, exact to the nanosecond.
    public static let secondsSince1970 = ValueTransform(
        "secondsSince1970", form: EpochForm(name: "secondsSince1970", unitsPerSecond: 1))

    /// Numbers, or texts of numbers, of milliseconds since 1970.
    ///
    /// Written are numbers, with a fraction if there is one, exact to the nanosecond.
    public static let millisecondsSince1970 = ValueTransform(
        "millisecondsSince1970",
        form: EpochForm(name: "millisecondsSince1970", unitsPerSecond: 1000))

    /// Numbers, or texts of numbers, of microseconds since 1970.
    ///
    /// Written are numbers, with a fraction if there is one, exact to the nanosecond.
    public static let microsecondsSince1970 = ValueTransform(
        "microsecondsSince1970",
        form: EpochForm(name: "microsecondsSince1970", unitsPerSecond: 1_000_000))

    /// Dates as HTTP headers have them: `Sun, 31 Aug 2014 00:29:15 GMT`.
    ///
    /// Fractions of a second are not written.
    ///
    /// Source: RFC 9110, section 5.6.7, IMF-fixdate; RFC 1123.
    public static let httpDate = dates("httpDate", "EEE, dd MMM yyyy HH:mm:ss zzz")

    /// Dates of the first web servers: `Sunday, 06-Nov-94 08:49:37 GMT`.
    ///
    /// The years are 1969 to 2068; an instant outside cannot be written. Fractions of a second are
    /// not written.
    ///
    /// Source: RFC 9110, section 5.6.7, `rfc850-date`; RFC 850. The years as in POSIX's `strptime`.
    public static let rfc850Date = dates("rfc850Date", "EEEE, dd-MMM-yy HH:mm:ss zzz")

    /// Dates as C's `asctime` has them: `Sun Nov  6 08:49:37 1994`, in UTC.
    ///
    /// Fractions of a second are not written.
    ///
    /// Source: RFC 9110, section 5.6.7, `asctime-date`.
    public static let asctimeDate = ValueTransform(
        "asctimeDate", form: FormattedDateForm(name: "asctimeDate", format: .asctime))

    /// Days as `08/31/2014`, month first; the time of day is not written.
    public static let usDate = dates("usDate", "MM/dd/yyyy")

    /// Days as `2014-08-31` and nothing else; the time of day is not written.
    public static let isoDay = dates("isoDay", "yyyy-MM-dd")

    /// Dates as .NET's old serializers have them: `/Date(1112715000000+0200)/`.
    ///
    /// The number is milliseconds since 1970 in UTC, whatever offset follows it. Less than a
    /// millisecond is not written.
    ///
    /// Source: RestKit, rule 240.
    ///
    /// - Parameter offset: The offset to write, in seconds ahead of UTC: whole minutes, less than a
    ///   day; anything else is a problem of the plan.
    /// - Returns: The transform.
    public static func dotNetDate(offset: Int = 0) -> ValueTransform {
        let name = offset == 0 ? "dotNetDate" : "dotNetDate(offset: \(offset))"
        return ValueTransform(name, form: DotNetDateForm(offset: offset, name: name))
    }

    /// Dates in a fixed form, in English and without a locale.
    ///
    /// The letters are those of Unicode Technical Standard 35: `yyyy`, `yy`, `MM`, `M`, `MMM`,
    /// `MMMM`, `dd`, `d`, `HH`, `H`, `hh`, `h`, `a`, `mm`, `ss`, `S` (a fraction; read with any
    /// number of digits), `EEE`, `EEEE`, `Z`, `XXX`, `X`, `zzz` (`GMT`, `UTC` or an offset); text in
    /// single quotes and all other characters stand for themselves. Without a zone, UTC is meant.
    ///
    /// Written is down to the smallest unit of the form, so `yyyy-MM-dd` drops the time of day. An
    /// instant that the form would turn into another one cannot be written, such as an afternoon in
    /// a form with `hh` but no `a`.
    ///
    /// - Parameter format: The form. A letter that is not listed is a problem of the plan.
    /// - Returns: The transform.
    public static func date(format: String) -> ValueTransform {
        dates("date(\(format))", format)
    }

    /// Dates in a fixed form that are meant in a zone which they do not name.
    ///
    /// ```swift
    /// let eastern = ValueTransform.date(format: "MM-dd-yyyy", offset: -5 * 3600)
    /// ```
    ///
    /// A form with a zone is read as its texts say, and written with this offset.
    ///
    /// - Parameters:
    ///   - format: The form, with the letters of ``date(format:)``.
    ///   - offset: Seconds ahead of UTC: whole minutes, less than a day; anything else is a problem
    ///     of the plan.
    /// - Returns: The transform.
    public static func date(format: String, offset: Int) -> ValueTransform {
        guard offset != 0 else { return date(format: format) }
        return dates("date(\(format), offset: \(offset))", format, offset: offset)
    }

    private static func dates(_ name: String, _ format: String, offset: Int = 0) -> ValueTransform {
        let format = DateFormat(format, offset: offset)
        return ValueTransform(name, form: FormattedDateForm(name: name, format: format))
    }
}
