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
