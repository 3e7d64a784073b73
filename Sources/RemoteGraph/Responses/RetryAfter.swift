public import ObjectGraph

/// The field `Retry-After` of a response.
///
/// ```swift
/// RetryAfter.wait("120", now: now)     // 120 seconds
/// ```
///
/// Source: RFC 9110, section 10.2.3.
public enum RetryAfter {
    /// Returns the time to wait.
    ///
    /// - Parameters:
    ///   - field: The value of the field: seconds, or a date in one of the three formats of HTTP.
    ///   - now: The current time, against which a date is measured.
    ///   - date: The field `Date` of the response, which replaces the current time if valid,
    ///     because the server's dates follow its own clock.
    /// - Returns: The time, at least zero and at most 68 years; `nil` for an invalid value.
    public static func wait(
        _ field: String, now: Timestamp, date: String? = nil
    ) -> Duration? {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let digits = field.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard !digits.isEmpty else { return nil }
        if digits.allSatisfy({ ("0"..."9").contains(Unicode.Scalar($0)) }) {
            let number = Int64(String(decoding: digits, as: UTF8.self))
            return seconds(number ?? .max)
        }
        guard let end = HTTPDate.timestamp(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let start = date.flatMap(HTTPDate.timestamp) ?? now
        let (difference, isTooLarge) = end.seconds.subtractingReportingOverflow(start.seconds)
        return isTooLarge ? nil : seconds(difference)
    }

    private static func seconds(_ number: Int64) -> Duration {
        .seconds(min(max(number, 0), Int64(Int32.max)))
    }
}
