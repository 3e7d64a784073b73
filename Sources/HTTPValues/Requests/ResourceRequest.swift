/// A request to a server, as a value; it is not sent by this type.
///
/// ```swift
/// request.method     // .post
/// request.url        // http://example.com/api/v1/products/42
/// request.body       // {"product":{"id":42,"name":"Boot"}}
/// ```
public struct ResourceRequest: Sendable, Hashable, CustomStringConvertible {
    /// The method.
    public var method: Method
    /// The URL, with all necessary escapes.
    public var url: String
    /// The header fields.
    public var headers: HeaderFields
    /// The payload as JSON in UTF-8; `nil` if there is none.
    public var body: [UInt8]?

    /// The method of a request.
    public enum Method: String, Sendable, Hashable, Codable, CaseIterable {
        /// Requests representations.
        case get = "GET"
        /// Requests the status and the header fields of a representation, without it.
        case head = "HEAD"
        /// Requests the communication options of a resource.
        case options = "OPTIONS"
        /// Sends a representation to be processed.
        case post = "POST"
        /// Replaces an object as a whole.
        case put = "PUT"
        /// Changes parts of an object.
        case patch = "PATCH"
        /// Deletes an object.
        case delete = "DELETE"
    }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL.
    ///   - headers: The header fields.
    ///   - body: The payload.
    public init(
        _ method: Method, _ url: String, headers: HeaderFields = [:], body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The method and the URL, such as `DELETE http://example.com/products/42`.
    public var description: String { "\(method.rawValue) \(url)" }
}
