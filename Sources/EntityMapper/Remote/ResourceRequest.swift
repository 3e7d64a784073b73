/// A request to a server, as a value: nothing is sent by making one.
///
/// ```swift
/// request.method     // .post
/// request.url        // http://example.com/api/v1/products/42
/// request.body       // {"product":{"id":42,"name":"Boot"}}
/// ```
public struct ResourceRequest: Sendable, Hashable, CustomStringConvertible {
    /// What the request does.
    public var method: Method
    /// Where it goes, every character escaped that needs to be.
    public var url: String
    /// The header fields.
    public var headers: RequestHeaders
    /// The payload as JSON in UTF-8; `nil` without one.
    public var body: [UInt8]?

    /// What a request does.
    public enum Method: String, Sendable, Hashable, Codable, CaseIterable {
        /// Asks for representations.
        case get = "GET"
        /// Sends a representation to be processed.
        case post = "POST"
        /// Replaces all of an object.
        case put = "PUT"
        /// Changes a part of an object.
        case patch = "PATCH"
        /// Deletes an object.
        case delete = "DELETE"
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: What the request does.
    ///   - url: Where it goes.
    ///   - headers: The header fields.
    ///   - body: The payload.
    public init(
        _ method: Method, _ url: String, headers: RequestHeaders = [:], body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Method and URL: `DELETE http://example.com/products/42`.
    public var description: String { "\(method.rawValue) \(url)" }
}

/// What is to be done for an object.
///
/// ```swift
/// switch try requests.delete(product) {
/// case .send(let request): queue.append(request)
/// case .deleteLocally: context.delete(product)
/// case .stop(let reason): show(reason)
/// }
/// ```
public enum ResourceStep: Sendable, Hashable {
    /// A request is to be sent.
    case send(ResourceRequest)
    /// The server does not know the object: it is to be deleted here, without a request.
    case deleteLocally
    /// Nothing may be sent; the text says what was expected.
    case stop(String)

    /// The request, if one is to be sent.
    public var request: ResourceRequest? {
        if case .send(let request) = self { request } else { nil }
    }
}
