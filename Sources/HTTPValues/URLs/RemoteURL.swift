/// Resolves references to URLs, as fields of a response contain them.
public enum RemoteURL {
    /// Resolves a reference in a response, such as `Location`, against the request's URL.
    ///
    /// ```swift
    /// RemoteURL.resolve("../x?y=%2F", against: "https://example.com/a/b/c")
    ///     // https://example.com/a/x?y=%2F
    /// ```
    ///
    /// - Parameters:
    ///   - reference: A URL or a relative reference, with escapes, which are kept.
    ///   - url: The URL of the request.
    /// - Returns: The URL, with the fragment of the reference.
    ///
    /// Source: RFC 3986, section 5.2; RFC 9110, section 10.2.2.
    public static func resolve(_ reference: String, against url: String) -> String {
        URLReference(reference).resolved(against: URLReference(url)).description
    }
}
