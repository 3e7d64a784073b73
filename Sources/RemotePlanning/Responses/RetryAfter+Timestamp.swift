public import HTTPValues
public import ObjectGraph

extension RetryAfter {
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
        wait(field, since: now.seconds, date: date)
    }
}
