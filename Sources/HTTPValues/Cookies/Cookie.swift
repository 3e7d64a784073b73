/// A cookie of one host.
///
/// Source: RFC 6265, sections 4.1 and 5.
struct Cookie: Sendable, Hashable {
    /// The greatest number of bytes of a cookie; RFC 6265, section 6.1.
    private static let limit = 4096

    let name: String
    let value: String
    let path: String
    /// The expiry in seconds since 1970; `nil` for the lifetime of the jar.
    let expiry: Int64?

    /// Reads a field `Set-Cookie` of the response to a request; `nil` if the cookie is refused.
    init?(_ field: String, from url: URLReference, _ origin: Origin, at time: Int64) {
        // A field of visible ASCII characters can be sent back.
        let isSendable = ["Cookie": field] as HeaderFields
        guard field.utf8.count <= Self.limit, isSendable.unsendableName == nil else { return nil }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        guard let pair = parts.first, let mark = pair.firstIndex(of: "=") else { return nil }
        name = pair[..<mark].trimmed
        value = pair[pair.index(after: mark)...].trimmed
        guard !name.isEmpty else { return nil }
        var attributes: [String: String] = [:]
        for part in parts.dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            attributes[words[0].trimmed.lowercased()] = words.count > 1 ? words[1].trimmed : ""
        }
        if let domain = attributes["domain"], !domain.isEmpty {
            let host = domain.hasPrefix(".") ? domain.dropFirst() : domain[...]
            guard host.lowercased() == origin.host else { return nil }
        }
        guard attributes["secure"] == nil || origin.scheme == "https" else { return nil }
        let own = attributes["path"] ?? ""
        path = own.hasPrefix("/") ? own : Self.defaultPath(url.path)
        expiry = Self.expiry(attributes, at: time)
    }

    /// Source: RFC 6265, section 5.1.4.
    private static func defaultPath(_ path: String) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex
        else { return "/" }
        return String(path[..<slash])
    }

    /// Source: RFC 6265, sections 5.2.1, 5.2.2 and 5.3; a date may have hyphens, as in the
    /// specification by Netscape.
    private static func expiry(_ attributes: [String: String], at time: Int64) -> Int64? {
        if let age = attributes["max-age"], let seconds = maximumAge(age) {
            guard seconds > 0 else { return .min }
            let (end, isTooLarge) = time.addingReportingOverflow(seconds)
            return isTooLarge ? nil : end
        }
        return attributes["expires"].flatMap { text in
            HTTPDate.seconds(text) ?? HTTPDate.seconds(text.replacing("-", with: " "))
        }
    }

    private static func maximumAge(_ text: String) -> Int64? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int64(text) ?? (text.hasPrefix("-") ? .min : .max)
    }

    /// Tests whether the cookie belongs to requests for a path.
    ///
    /// Source: RFC 6265, section 5.1.4.
    func matches(path requested: String) -> Bool {
        guard requested.hasPrefix(path) else { return false }
        return requested.utf8.count == path.utf8.count || path.hasSuffix("/")
            || requested.dropFirst(path.count).hasPrefix("/")
    }

    /// Tests whether the cookie has expired at a time in seconds since 1970.
    func hasExpired(at time: Int64) -> Bool { expiry.map { $0 <= time } ?? false }
}
