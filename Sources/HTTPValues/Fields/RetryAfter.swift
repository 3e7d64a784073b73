/// The field `Retry-After` of a response.
///
/// ```swift
/// RetryAfter.wait("120", now: now)     // 120 seconds
/// ```
///
/// Source: RFC 9110, section 10.2.3.
public enum RetryAfter {
    /// Returns the time to wait, given the current time in seconds since 1970; see
    /// `wait(_:now:date:)`.
    package static func wait(
        _ field: String, since now: Int64, date: String?
    ) -> Duration? {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let digits = field.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard !digits.isEmpty else { return nil }
        if digits.allSatisfy({ ("0"..."9").contains(Unicode.Scalar($0)) }) {
            let number = Int64(String(decoding: digits, as: UTF8.self))
            return seconds(number ?? .max)
        }
        guard let end = HTTPDate.seconds(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let start = date.flatMap(HTTPDate.seconds) ?? now
        let (difference, isTooLarge) = end.subtractingReportingOverflow(start)
        return isTooLarge ? nil : seconds(difference)
    }

    private static func seconds(_ number: Int64) -> Duration {
        .seconds(min(max(number, 0), Int64(Int32.max)))
    }
}
