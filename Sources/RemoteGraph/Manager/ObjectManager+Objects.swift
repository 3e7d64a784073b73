public import HTTPValues
public import ObjectGraph
public import RemotePlanning

/// Requests about objects.
///
/// An object must be saved. The address is the path; by default, the route of the object's entity.
/// `arguments` take precedence over attributes; `query`, `parameters` and `headers` have the same
/// meaning as in ``RemotePlan``. All methods throw ``RemoteError``, and then have changed nothing.
extension ObjectManager {
    /// Requests an object and maps the response.
    ///
    /// If the server does not have it any more (404 or 410), it is deleted here, or reported as a
    /// conflict if it has unsent edits.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - address: The path.
    ///   - arguments: Arguments of the pattern.
    ///   - query: The query.
    ///   - headers: Header fields.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``.
    @discardableResult
    public func get(
        _ object: ManagedObjectID, at address: RequestAddress = .route,
        arguments: [String: Value] = [:], query: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        try await perform(
            .get, object, .object,
            RequestInputs(at: address, arguments, query, [:], headers))
    }

    /// Sends a new object, or several in one body, and takes identifiers from the response.
    ///
    /// The values of the response are taken as well.
    ///
    /// If one of several objects has no identifier, the response must have as many representations
    /// of its mapping as were sent, in the same order. Otherwise the objects are unbound, and
    /// nothing is mapped.
    ///
    /// ```swift
    /// if case .saved(let saved) = try await manager.post(draft) { print(saved.binding as Any) }
    /// ```
    ///
    /// ```swift
    /// try await manager.post([one, two], at: .path("articles/batch"))
    /// ```
    ///
    /// - Parameters:
    ///   - objects: The object, or an array of objects.
    ///   - address: The path.
    ///   - arguments: Arguments of the pattern.
    ///   - query: The query.
    ///   - parameters: Additional members of the body.
    ///   - headers: Header fields; one named as in ``RemoteOptions/idempotencyKeyField`` allows
    ///     that the request is sent again.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``.
    @discardableResult
    public func post(
        _ objects: some SentObjects, at address: RequestAddress = .route,
        arguments: [String: Value] = [:], query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        try await save(
            .post, objects, RequestInputs(at: address, arguments, query, parameters, headers))
    }

    /// Sends an object as a whole, or several in one body, and maps the response to them.
    ///
    /// - Parameters:
    ///   - objects: The object, or an array of objects.
    ///   - address: The path.
    ///   - arguments: Arguments of the pattern.
    ///   - query: The query.
    ///   - parameters: Additional members of the body.
    ///   - headers: Header fields.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``.
    @discardableResult
    public func put(
        _ objects: some SentObjects, at address: RequestAddress = .route,
        arguments: [String: Value] = [:], query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        try await save(
            .put, objects, RequestInputs(at: address, arguments, query, parameters, headers))
    }

    /// Edits an object, on the server first: sends the changes, and saves them with the response.
    ///
    /// ```swift
    /// let outcome = try await manager.patch(article) { $0["title"] = "Maps" }
    /// ```
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - address: The path.
    ///   - arguments: Arguments of the pattern.
    ///   - query: The query.
    ///   - parameters: Additional members of the body.
    ///   - headers: Header fields.
    ///   - edit: Changes the object. It runs before the request and once more after it, possibly
    ///     several times.
    /// - Returns: The outcome; `unchanged` without a request if there are neither changes nor
    ///   parameters.
    /// - Throws: ``RemoteError``.
    @discardableResult
    public func patch(
        _ object: ManagedObjectID, at address: RequestAddress = .route,
        arguments: [String: Value] = [:], query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:],
        _ edit: @escaping @Sendable (ManagedObject) throws -> Void
    ) async throws(RemoteError) -> RemoteOutcome {
        let inputs = RequestInputs(at: address, arguments, query, parameters, headers)
        let request = try await request(about: object) { [plan] object -> RemoteRequest? in
            try edit(object)
            guard object.context.hasChanges || !parameters.isEmpty else { return nil }
            return try plan.request(.patch, for: object, inputs)
        }
        guard let request else { return .unchanged }
        var job = RemoteJob(request, .save, object)
        job.edit = edit
        return try await perform(job)
    }

    /// Deletes an object on the server, and then here.
    ///
    /// An object that the server does not have any more (404 or 410) is deleted here as well.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - address: The path.
    ///   - arguments: Arguments of the pattern.
    ///   - query: The query.
    ///   - headers: Header fields.
    /// - Returns: The outcome.
    /// - Throws: ``RemoteError``.
    @discardableResult
    public func delete(
        _ object: ManagedObjectID, at address: RequestAddress = .route,
        arguments: [String: Value] = [:], query: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> RemoteOutcome {
        try await perform(
            .delete, object, .delete,
            RequestInputs(at: address, arguments, query, [:], headers))
    }

    /// Sends objects, and applies the response to them.
    private func save(
        _ method: ResourceRequest.Method, _ objects: some SentObjects, _ inputs: RequestInputs
    ) async throws(RemoteError) -> RemoteOutcome {
        let list = objects.identifiers
        if !objects.isList, let object = list.first {
            return try await perform(method, object, .save, inputs)
        }
        let request = try await request(about: list) { [plan] objects in
            try plan.request(method, for: objects, inputs)
        }
        var job = RemoteJob(request, .save)
        job.list = list
        return try await perform(job)
    }

    /// Sends a request about an object, and applies the response to it.
    private func perform(
        _ method: ResourceRequest.Method, _ object: ManagedObjectID, _ purpose: RemotePurpose,
        _ inputs: RequestInputs
    ) async throws(RemoteError) -> RemoteOutcome {
        let request = try await request(about: object) { [plan] object in
            try plan.request(method, for: object, inputs)
        }
        return try await perform(RemoteJob(request, purpose, object))
    }

    /// Creates a request about an object in a unit of work whose changes are discarded.
    func request<Request: Sendable>(
        about identifier: ManagedObjectID,
        _ create: @escaping @Sendable (ManagedObject) throws -> Request
    ) async throws(RemoteError) -> Request {
        try await request(about: [identifier]) { try create($0[0]) }
    }

    /// Creates a request about objects in a unit of work whose changes are discarded.
    func request<Request: Sendable>(
        about identifiers: [ManagedObjectID],
        _ create: @escaping @Sendable ([ManagedObject]) throws -> Request
    ) async throws(RemoteError) -> Request {
        do {
            return try await container.performBackgroundTask { context in
                try create(
                    try identifiers.map { identifier in
                        if let object = try context.object(with: identifier) { return object }
                        throw RemoteError(
                            .missingObject,
                            "\(identifier) does not exist; it was deleted, or never saved")
                    })
            }
        } catch let error as RemoteError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw RemoteError(
                .invalidRequest, "the request could not be created: \(error)", cause: error)
        }
    }
}
