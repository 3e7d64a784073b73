public import ResourceMapping

/// The method and the URL of a request, such that equal keys denote the same resource.
///
/// URLs are compared in normal form: `HTTPS://H:443/%7Ea/%c3%a9` equals `https://h/~a/%C3%A9`. The
/// order of a query's parameters is significant; user information and fragments are not part of a
/// key.
///
/// Source: RFC 3986, section 6.2.2.
public struct RequestKey: Sendable, Hashable, CustomStringConvertible {
    /// The method.
    public let method: ResourceRequest.Method
    /// The URL in normal form.
    public let url: String

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL of the request.
    public init(_ method: ResourceRequest.Method, _ url: String) {
        self.method = method
        self.url = URLReference(url).normalized.description
    }

    /// The method; the URL may contain confidential values.
    public var description: String { "\(method.rawValue) request" }
}

/// The target of a field with a URL.
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
