public import HTTPValues
public import ObjectGraph
public import RepresentationWriting

/// Creating requests.
///
/// In all methods, `query` overrides the parameters of the route by name; nested values are written
/// with brackets. `headers` override the fields of the content, which override the fields of the
/// server; they must consist of visible ASCII characters. `parameters` are additional members of
/// the body, and override members of the object; for GET, HEAD and DELETE, which have no body, they
/// are added to the query.
extension RemotePlan {
    /// Creates a request for an object, or for several objects that are sent in one body.
    ///
    /// Objects of an array can be of several entities. Without a root, they are sent as an array.
    /// Objects with the same root are sent as an array there, even a single one; objects with
    /// different roots are sent as one object with a member for each root.
    ///
    /// ```swift
    /// try remote.request(.post, for: [one, two], at: .path("articles/batch"))
    /// // {"article":[{"title":"One"},{"title":"Two"}]}
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method; POST, PUT or PATCH for an array.
    ///   - objects: The object or the objects, including their pending changes.
    ///   - address: The path; by default, the route of the objects' entities, which must be the
    ///     same for all of them.
    ///   - arguments: Arguments of the pattern, which take precedence over attributes.
    ///   - query: The query.
    ///   - parameters: Additional members of the body, which require roots in an array.
    ///   - headers: Header fields.
    /// - Returns: The request.
    /// - Throws: ``RemoteError`` if there is no route, if an argument cannot be part of a path, if
    ///   an object cannot be written, or if a field cannot be sent; for an array, also if it has no
    ///   objects, if an entity has no request descriptor, or if the descriptors are incompatible:
    ///   with and without a root, in several formats, with different header fields, or merge
    ///   patches.
    ///
    /// Source: RestKit, rules 215 and 216.
    public func request(
        _ method: ResourceRequest.Method, for objects: some WritableObjects,
        at address: RequestAddress = .route, arguments: [String: Value] = [:],
        query: [String: Value] = [:], parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) throws(RemoteError) -> RemoteRequest {
        try request(
            method, for: objects, RequestInputs(at: address, arguments, query, parameters, headers))
    }

    /// Creates a request for an object, or for several objects that are sent in one body.
    package func request(
        _ method: ResourceRequest.Method, for objects: some WritableObjects, _ inputs: RequestInputs
    ) throws(RemoteError) -> RemoteRequest {
        let list = objects.managedObjects
        let destination = try destination(method, list, inputs.address, inputs.arguments)
        guard !objects.isList, let object = list.first else {
            let content = try content(of: list, method, inputs.parameters)
            return try request(method, destination, inputs.query, content, inputs.headers)
        }
        let part = request(for: object.entity, method).map { BodyContent.Part(object, $0) }
        let content = BodyContent(parts: [part].compactMap(\.self), parameters: inputs.parameters)
        var headers = inputs.headers
        if headers["If-Match"] == nil, headers["If-None-Match"] == nil, method != .post {
            headers["If-Match"] = part.flatMap { method == .get ? nil : versionTag(in: $0) }
        }
        return try request(method, destination, inputs.query, content, headers)
    }

    /// Returns the entity tag of an object's saved version by its version attribute; `nil` if it
    /// has none.
    package func versionTag(of object: ManagedObject, _ method: ResourceRequest.Method) -> String? {
        request(for: object.entity, method).flatMap {
            versionTag(in: BodyContent.Part(object, $0))
        }
    }

    private func versionTag(in part: BodyContent.Part) -> String? {
        guard let name = part.descriptor.version else { return nil }
        let text =
            switch part.object.committedValue(of: name) {
            case .string(let text): text
            case .integer(let number): "\(number)"
            default: ""
            }
        let tag = EntityTag("\"\(text)\"")
        return text.isEmpty || tag.form != .strong ? nil : tag.text
    }

    /// Creates a request for a relationship of an object.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - relationship: The name of the relationship.
    ///   - object: The object.
    ///   - arguments: Arguments of the pattern, which take precedence over attributes.
    ///   - query: The query.
    ///   - parameters: The members of the body.
    ///   - headers: Header fields.
    /// - Returns: The request.
    /// - Throws: ``RemoteError`` as for an object.
    public func request(
        _ method: ResourceRequest.Method = .get, forRelationship relationship: String,
        of object: some ObjectHandle, arguments: [String: Value] = [:],
        query: [String: Value] = [:], parameters: [String: Value] = [:],
        headers: HeaderFields = [:]
    ) throws(RemoteError) -> RemoteRequest {
        try request(
            method,
            try destination(
                method, relationship: relationship, of: object.managedObject, arguments),
            query, BodyContent(parameters: parameters), headers)
    }

    /// Creates a request by the name of a route, which determines the method.
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - arguments: The arguments of the pattern.
    ///   - query: The query.
    ///   - parameters: The members of the body.
    ///   - headers: Header fields.
    /// - Returns: The request.
    /// - Throws: ``RemoteError`` if there is no such route, or if an argument is missing or not
    ///   known to the pattern.
    public func request(
        named name: String, arguments: [String: Value] = [:], query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) throws(RemoteError) -> RemoteRequest {
        let route = try route(named: name)
        return try request(
            route.methods.methods?.first ?? .get, try destination(route, nil, arguments), query,
            BodyContent(parameters: parameters), headers)
    }

    /// Creates a request by path.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path relative to the base; its escapes are kept, other characters that a path
    ///     cannot contain are escaped.
    ///   - query: The query.
    ///   - parameters: The members of the body.
    ///   - headers: Header fields.
    /// - Returns: The request.
    /// - Throws: ``RemoteError`` with code `invalidRequest` if the path contains a query or dot
    ///   segments, or if a field cannot be sent.
    public func request(
        _ method: ResourceRequest.Method = .get, path: String, query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) throws(RemoteError) -> RemoteRequest {
        try request(
            method, try destination(path: path), query, BodyContent(parameters: parameters), headers
        )
    }

    private func request(
        _ method: ResourceRequest.Method, _ destination: Destination, _ query: [String: Value],
        _ content: BodyContent, _ headers: HeaderFields
    ) throws(RemoteError) -> RemoteRequest {
        let hasBody = method.profile != nil
        let extra = hasBody ? [:] : content.parameters
        let permanent = (destination.route?.query ?? [:]).filter {
            query[$0.key] == nil && extra[$0.key] == nil
        }
        let own = query.filter { extra[$0.key] == nil }
        let pairs = [try self.query(permanent), try self.query(own), try form(extra)].filter {
            !$0.isEmpty
        }
        let url = base.url(destination.path)
        let body = hasBody ? try self.body(content, method) : nil
        return RemoteRequest(
            ResourceRequest(
                method, url + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")),
                headers: try fields(content.descriptor?.headers, headers, body?.type),
                body: body?.bytes),
            route: destination.route, arguments: destination.arguments,
            metadata: metadata(
                destination,
                [permanent, own, content.parameters].reduce([:]) {
                    $0.merging($1) { $1 }
                }))
    }

    /// Returns the request metadata for mappings of the response.
    private func metadata(
        _ destination: Destination, _ parameters: [String: Value]
    ) -> [String: Value] {
        let secrets = Secrets(server)
        let parameters = parameters.filter { !secrets.isSecret(parameter: $0.key) }
        var metadata: [String: Value] = ["query": ["parameters": .dictionary(parameters)]]
        if let route = destination.route {
            metadata["routing"] = [
                "parameters": .dictionary(destination.arguments.mapValues(Value.string)),
                "route": .string(route.pattern.description),
            ]
        }
        return metadata
    }
}
