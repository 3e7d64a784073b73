public import HTTPValues
public import ObjectGraph

/// A request with the route and the values that led to it, which the mapping of its response reads.
///
/// ```swift
/// let request = try remote.request(.get, for: article)
/// request.request.url      // https://example.com/api/v1/articles/7
/// request.arguments        // ["articleID": "7"]
/// ```
public struct RemoteRequest: Sendable, Hashable, CustomStringConvertible {
    /// The request.
    public var request: ResourceRequest
    /// The route; `nil` for a request by path.
    public let route: Route?
    /// The arguments of the route, decoded.
    public let arguments: [String: String]
    /// Values that mappings of the response read at `@metadata`.
    ///
    /// They override the values of ``RemotePlan/metadata(_:_:headers:status:from:fields:_:)``.
    ///
    /// | path | value |
    /// |---|---|
    /// | `query.parameters` | the query, and the additional parameters, without secret ones |
    /// | `routing.parameters` | the arguments of the route |
    /// | `routing.route` | the pattern of the route |
    ///
    /// Further values can be added:
    ///
    /// ```swift
    /// var request = try remote.request(named: "articles")
    /// request.metadata["section"] = "news"          // read at @metadata.section
    /// try await manager.send(request)
    /// ```
    ///
    /// Source: RestKit, rules 205 and 223.
    public var metadata: [String: Value] = [:]

    package init(
        _ request: ResourceRequest, route: Route? = nil, arguments: [String: String] = [:],
        metadata: [String: Value] = [:]
    ) {
        (self.request, self.route, self.arguments) = (request, route, arguments)
        self.metadata = metadata
    }

    /// The key that equal requests have in common.
    public var key: RequestKey { RequestKey(request.method, request.url) }

    /// The method, and the pattern of the route if there is one; never the URL, which may contain
    /// confidential values.
    public var description: String {
        "\(request.method.rawValue) " + (route.map { "\($0.pattern)" } ?? "by path")
    }
}

extension RemoteRequest: CustomReflectable {
    /// The description and the route, without fields and body.
    public var customMirror: Mirror {
        Mirror(self, children: ["request": description, "route": route as Any])
    }
}
