/// The parts of a field `Content-Type`.
///
/// Source: RFC 9110, section 8.3.1.
package struct MediaType: Sendable {
    /// The type in lower case, without parameters.
    package let essence: String
    /// The parameter `charset` in lower case; `nil` if it is absent.
    package let charset: String?

    package init(_ field: String) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        essence = parts[0].trimmed.lowercased()
        var charset: String?
        for part in parts.dropFirst() where charset == nil {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmed.lowercased() == "charset" else { continue }
            charset = pair[1].trimmed.filter { $0 != "\"" }.lowercased()
        }
        self.charset = charset
    }
}
