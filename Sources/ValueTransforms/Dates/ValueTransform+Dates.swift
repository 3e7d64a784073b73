public import EntityMapper

// The named transforms for dates.
//
// All date transforms read the empty string as nil (RestKit, rule 107); none tries a second format.

extension ValueTransform {
    /// Reads strings in any format of ISO 8601, more than ``default`` does.
    ///
    /// In addition to RFC 3339, it reads dates without separators (`20090519T143922Z`), week dates
    /// (`2009-W21-2`), ordinal dates (`2009-139`), and a year, a month or a week alone, which
    /// denotes its first instant. Two-digit years are not supported. Dates are written in RFC 3339
    /// in UTC.
    ///
    /// Source: ISO 8601-1:2019.
    public static let iso8601 = ValueTransform("iso8601", form: ISO8601Form(name: "iso8601"))

    /// Reads numbers, or strings with numbers, as seconds since 1970, possibly with a fraction.
    ///
    /// Dates are written as numbers, exact to the nanosecond.
    public static let secondsSince1970 = ValueTransform(
        "secondsSince1970", form: EpochForm(name: "secondsSince1970", unitsPerSecond: 1))

    /// Reads numbers, or strings with numbers, as milliseconds since 1970.
    ///
    /// Dates are written as numbers, with a fraction if needed, exact to the nanosecond.
    public static let millisecondsSince1970 = ValueTransform(
        "millisecondsSince1970",
        form: EpochForm(name: "millisecondsSince1970", unitsPerSecond: 1000))

    /// Reads numbers, or strings with numbers, as microseconds since 1970.
    ///
    /// Dates are written as numbers, with a fraction if needed, exact to the nanosecond.
    public static let microsecondsSince1970 = ValueTransform(
        "microsecondsSince1970",
        form: EpochForm(name: "microsecondsSince1970", unitsPerSecond: 1_000_000))

    /// Reads and writes dates in the format of HTTP headers: `Sun, 31 Aug 2014 00:29:15 GMT`.
    ///
    /// Fractions of a second are not written.
    ///
    /// Source: RFC 9110, section 5.6.7, IMF-fixdate; RFC 1123.
    public static let httpDate = dates("httpDate", "EEE, dd MMM yyyy HH:mm:ss zzz")

    /// Reads and writes dates in the obsolete HTTP format: `Sunday, 06-Nov-94 08:49:37 GMT`.
    ///
    /// The two-digit years denote 1969 to 2068; other years cannot be written. Fractions of a
    /// second are not written.
    ///
    /// Source: RFC 9110, section 5.6.7, `rfc850-date`; RFC 850. The range of years follows POSIX's
    /// `strptime`.
    public static let rfc850Date = dates("rfc850Date", "EEEE, dd-MMM-yy HH:mm:ss zzz")

    /// Reads and writes dates in the format of C's `asctime`: `Sun Nov  6 08:49:37 1994`, in UTC.
    ///
    /// Fractions of a second are not written.
    ///
    /// Source: RFC 9110, section 5.6.7, `asctime-date`.
    public static let asctimeDate = ValueTransform(
        "asctimeDate", form: FormattedDateForm(name: "asctimeDate", format: .asctime))

    /// Reads and writes days as `08/31/2014`, month first; the time of day is not written.
    public static let usDate = dates("usDate", "MM/dd/yyyy")

    /// Reads and writes days as `2014-08-31` only; the time of day is not written.
    public static let isoDay = dates("isoDay", "yyyy-MM-dd")

    /// Reads and writes dates of older .NET serializers: `/Date(1112715000000+0200)/`.
    ///
    /// The number is milliseconds since 1970 in UTC; an offset that follows it has no effect on the
    /// instant. Fractions of a millisecond are not written.
    ///
    /// Source: RestKit, rule 240.
    ///
    /// - Parameter offset: The offset to write, in seconds ahead of UTC. It must be whole minutes
    ///   and less than a day; the plan reports any other.
    /// - Returns: The transform.
    public static func dotNetDate(offset: Int = 0) -> ValueTransform {
        let name = offset == 0 ? "dotNetDate" : "dotNetDate(offset: \(offset))"
        return ValueTransform(name, form: DotNetDateForm(offset: offset, name: name))
    }

    /// Reads and writes dates in a fixed format, in English and independent of the locale.
    ///
    /// The supported letters follow Unicode Technical Standard 35: `yyyy`, `yy`, `MM`, `M`, `MMM`,
    /// `MMMM`, `dd`, `d`, `HH`, `H`, `hh`, `h`, `a`, `mm`, `ss`, `S` (a fraction; read with any
    /// number of digits), `EEE`, `EEEE`, `Z`, `XXX`, `X`, `zzz` (`GMT`, `UTC` or an offset). Text
    /// in single quotes and all other characters are literals. Without a zone, dates are in UTC.
    ///
    /// Dates are written down to the smallest unit of the format, so `yyyy-MM-dd` drops the time of
    /// day. An instant that would be read back as a different instant cannot be written, such as an
    /// afternoon in a format with `hh` but without `a`.
    ///
    /// - Parameter format: The format. The plan reports unsupported letters.
    /// - Returns: The transform.
    public static func date(format: String) -> ValueTransform {
        dates("date(\(format))", format)
    }

    /// Reads and writes dates in a fixed format, with an offset for formats without a zone.
    ///
    /// ```swift
    /// let eastern = ValueTransform.date(format: "MM-dd-yyyy", offset: -5 * 3600)
    /// ```
    ///
    /// If the format contains a zone, the zone of the text is used for reading, and this offset for
    /// writing.
    ///
    /// - Parameters:
    ///   - format: The format, with the letters of ``date(format:)``.
    ///   - offset: The offset in seconds ahead of UTC. It must be whole minutes and less than a
    ///     day; the plan reports any other.
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
