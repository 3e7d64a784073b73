/// The common beginning of a server's URLs: an origin and components of a path.
///
/// A trailing slash has no meaning.
package struct BaseURL: Sendable, Hashable {
    package let origin: Origin
    /// The path with escapes: empty, or a slash and components without a slash at the end.
    private let path: String
    private let components: [String?]

    /// Checks a URL; `problems` gets the reasons if the result is `nil`.
    package init?(_ text: String, _ problems: inout [String]) {
        let url = URLReference(text)
        let count = problems.count
        if url.hasUserInformation {
            problems.append(
                "the base contains a user name or a password, which is not shown here; remove it "
                    + "and pass a credential provider")
        }
        if url.query != nil || url.fragment != nil {
            problems.append(
                "expected the beginning of URLs, found a query or a fragment in the base; pass "
                    + "queries with the routes")
        }
        let origin = Origin(url)
        if origin == nil, !url.hasUserInformation {
            problems.append(
                "expected a base such as 'https://example.com/api', found a text without a valid "
                    + "scheme, host and port; the scheme is http or https")
        }
        guard let origin, problems.count == count else { return nil }
        self.origin = origin
        var path = URLReference.withoutDotSegments(PercentEncoding.path(url.path))
        while path.last == "/" { path.removeLast() }
        self.path = path
        components = PathComponents(path).texts
    }

    /// Returns the URL of a path with escapes.
    package func url(_ path: String) -> String {
        "\(origin)\(self.path)\(path.isEmpty ? self.path.isEmpty ? "/" : "" : "/" + path)"
    }

    /// Returns the path of a URL after the base, without the query; `nil` for other URLs.
    ///
    /// Paths are compared by decoded component, so `/apiv2` does not begin with `/api`.
    package func path(of url: String) -> PathComponents? {
        let url = URLReference(url)
        guard Origin(url) == origin else { return nil }
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let own = PathComponents(parts: parts.prefix(components.count) + []).texts
        guard own == components, !own.contains(nil) else { return nil }
        let rest = Array(parts.dropFirst(components.count))
        return PathComponents(parts: rest == [""] ? [] : rest)
    }
}
