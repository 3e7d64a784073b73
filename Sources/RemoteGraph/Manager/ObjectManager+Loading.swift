public import HTTPValues
public import ObjectGraph
public import RemotePlanning

/// Requests without an object, or about a relationship.
///
/// The parameters have the same meaning as in ``RemotePlan``.
extension ObjectManager {
    /// Sends a request by the name of a route, which determines the method, and maps the response.
    ///
    /// ```swift
    /// let outcome = try await manager.load("article", arguments: ["id": 7])
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - arguments: The arguments of the pattern.
    ///   - query: The query.
    ///   - parameters: The members of the body.
    ///   - headers: Header fields.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``; nothing was changed then.
    @discardableResult
    public func load(
        _ name: String, arguments: [String: Value] = [:], query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        try await perform(
            RemoteJob(
                try plan.request(
                    named: name, arguments: arguments, query: query, parameters: parameters,
                    headers: headers)))
    }

    /// Sends a request by path and maps the response.
    ///
    /// ```swift
    /// let outcome = try await manager.load(path: "articles/7")
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path relative to the base.
    ///   - query: The query.
    ///   - parameters: The members of the body.
    ///   - headers: Header fields.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``; nothing was changed then.
    @discardableResult
    public func load(
        _ method: ResourceRequest.Method = .get, path: String, query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        try await perform(
            RemoteJob(
                try plan.request(
                    method, path: path, query: query, parameters: parameters, headers: headers)))
    }

    /// Sends a request about a relationship and maps the response.
    ///
    /// Objects are sent to a relationship by
    /// `post` with the address ``RequestAddress/relationship(_:of:)``.
    ///
    /// ```swift
    /// try await manager.load(relationship: "articles", of: author)
    /// try await manager.load(.delete, relationship: "tags", of: article)
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - relationship: The name of the relationship.
    ///   - object: The object with the relationship; it is not deleted, not even by a DELETE.
    ///   - arguments: Arguments of the pattern.
    ///   - query: The query.
    ///   - parameters: The members of the body.
    ///   - headers: Header fields.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``.
    @discardableResult
    public func load(
        _ method: ResourceRequest.Method = .get, relationship: String, of object: ManagedObjectID,
        arguments: [String: Value] = [:], query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        let request = try await request(about: object) { [plan] object in
            try plan.request(
                method, forRelationship: relationship, of: object, arguments: arguments,
                query: query, parameters: parameters, headers: headers)
        }
        return try await perform(RemoteJob(request))
    }

    /// Sends a request that was created earlier, and maps the response.
    ///
    /// ```swift
    /// var request = try remote.request(named: "articles")
    /// request.metadata["section"] = "news"
    /// let outcome = try await manager.send(request)
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - object: The object that the response is applied to; `nil` for a request without an
    ///     object.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``; nothing was changed then.
    @discardableResult
    public func send(
        _ request: RemoteRequest, for object: ManagedObjectID? = nil
    ) async throws(RemoteError) -> RemoteOutcome {
        var job = RemoteJob(request)
        job.target = object
        if object != nil, job.purpose == .list { job.purpose = .object }
        return try await perform(job)
    }

    /// Sends a body by path, such as a file, and maps the response.
    ///
    /// ```swift
    /// try await manager.send(.put, path: "images/7", body: .file("/tmp/7.png"), as: "image/png")
    ///
    /// let image = try RequestBody.file("/tmp/7.png")
    /// let form = try RequestBody.multipart([
    ///     .init("caption", "A map"), .init("image", file: image, named: "7.png", as: "image/png"),
    /// ])
    /// try await manager.send(.post, path: "images", body: form)
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path relative to the base.
    ///   - body: The body.
    ///   - contentType: The content type of the body, or `nil`; a multipart body overrides it.
    ///   - query: The query.
    ///   - headers: Header fields.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``; nothing was changed here then. The code is `bodyNotReplayable` if
    ///   the request has to be sent again, but the body can be read only once.
    @discardableResult
    public func send(
        _ method: ResourceRequest.Method, path: String, body: RequestBody,
        as contentType: String? = nil,
        query: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        guard method != .get, method != .head else {
            throw RemoteError(
                .invalidRequest,
                "a \(method.rawValue) has no body, which servers may refuse or ignore (RFC 9110, "
                    + "sections 9.3.1 and 9.3.2); send a query, or use another method")
        }
        var job = RemoteJob(try plan.request(method, path: path, query: query, headers: headers))
        if let contentType = body.contentType ?? contentType {
            job.request.request.headers["Content-Type"] = contentType
        }
        job.body = body
        return try await perform(job)
    }

    /// Cancels the running requests whose path meets a pattern; they fail with code `cancelled`.
    ///
    /// ```swift
    /// manager.cancel("articles/:id", method: .get)
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: The pattern of the requested path.
    ///   - method: The method; `nil` for any.
    public func cancel(_ pattern: PathPattern, method: ResourceRequest.Method? = nil) {
        running.cancel { meets($0, pattern, method) }
    }

    /// Returns the running requests whose path meets a pattern, in the order of their beginning.
    ///
    /// Equal requests that are sent together are one.
    ///
    /// - Parameters:
    ///   - pattern: The pattern of the requested path.
    ///   - method: The method; `nil` for any.
    /// - Returns: The requests.
    /// - Complexity: O(running requests).
    public func runningRequests(
        _ pattern: PathPattern, method: ResourceRequest.Method? = nil
    ) -> [RemoteRequest] {
        running.requests.filter { meets($0, pattern, method) }
    }

    private func meets(
        _ request: RemoteRequest, _ pattern: PathPattern, _ method: ResourceRequest.Method?
    ) -> Bool {
        let own = request.request
        guard method == nil || own.method == method, let path = plan.base.path(of: own.url)
        else { return false }
        return pattern.arguments(in: path) != nil
    }
}
