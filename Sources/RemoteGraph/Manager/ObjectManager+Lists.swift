public import HTTPValues
public import ObjectGraph
public import RemotePlanning

/// Requests about several objects, or about a relationship.
///
/// The parameters have the same meaning as for requests about an object.
extension ObjectManager {
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

    /// Sends new objects in one body, and takes their identifiers and values from the response.
    ///
    /// If an object has no identifier, the response must have as many representations of its
    /// mapping as were sent, in the same order. Otherwise the objects are unbound, and nothing is
    /// mapped.
    ///
    /// ```swift
    /// try await manager.post([one, two], at: .path("articles/batch"))
    /// ```
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - address: The path.
    ///   - arguments: Arguments of the pattern.
    ///   - query: The query.
    ///   - parameters: Additional members of the body.
    ///   - headers: Header fields.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``.
    @discardableResult
    public func post(
        _ objects: [ManagedObjectID], at address: RequestAddress = .route,
        arguments: [String: Value] = [:], query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        try await save(
            .post, objects, RequestInputs(at: address, arguments, query, parameters, headers))
    }

    /// Sends objects as a whole in one body, and maps the response to them.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - address: The path.
    ///   - arguments: Arguments of the pattern.
    ///   - query: The query.
    ///   - parameters: Additional members of the body.
    ///   - headers: Header fields.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``.
    @discardableResult
    public func put(
        _ objects: [ManagedObjectID], at address: RequestAddress = .route,
        arguments: [String: Value] = [:], query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        try await save(
            .put, objects, RequestInputs(at: address, arguments, query, parameters, headers))
    }

    /// Sends objects, and applies the response to them.
    private func save(
        _ method: ResourceRequest.Method, _ objects: [ManagedObjectID], _ inputs: RequestInputs
    ) async throws(RemoteError) -> RemoteOutcome {
        let request = try await request(about: objects) { [plan] objects in
            try plan.request(method, for: objects, inputs)
        }
        var job = RemoteJob(request, .save)
        job.list = objects
        return try await perform(job)
    }
}
