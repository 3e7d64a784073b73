/// The parts of a field `Content-Type`.
///
/// Source: RFC 9110, section 8.3.1.
struct MediaType: Sendable {
    /// The type in lower case, without parameters.
    let essence: String
    /// The parameter `charset` in lower case; `nil` if it is absent.
    let charset: String?

    init(_ field: String) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        essence = Self.trimmed(parts[0]).lowercased()
        var charset: String?
        for part in parts.dropFirst() where charset == nil {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, Self.trimmed(pair[0]).lowercased() == "charset" else { continue }
            charset = Self.trimmed(pair[1]).filter { $0 != "\"" }.lowercased()
        }
        self.charset = charset
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let start = text.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...last])
    }
}
