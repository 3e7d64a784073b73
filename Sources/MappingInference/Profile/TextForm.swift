/// A form of a text.
package enum TextForm: Int, Hashable, Sendable, CaseIterable {
    // Dates, by rule T4.
    case iso8601, isoDay, twitterDate, httpDate, monthDayYear, spacedDateTime, dotNetDate
    /// `dd/MM/yyyy` and `MM/dd/yyyy`; a text that fits both counts for both.
    case dayMonthYear, monthDayYearSlashes
    case isoMonth
    case uuid
    /// With scheme and host.
    case url
    /// Begins with `/` and has two steps or more.
    case relativeURL
    /// Base64 by T7: 24 characters or more, decodable, with upper, lower and digits, and
    /// no path.
    case base64
    /// An integer or a decimal number, without and with leading zeros.
    case integer, decimal, leadingZeros
    /// 16 hex digits or more.
    case hex
    /// At most 128 letters, digits and signs of ASCII, without white space: `DE`, `text/html`.
    case code
    /// A decimal number with two digits after the point, as amounts of money have: `12.50`.
    case hundredths
}
