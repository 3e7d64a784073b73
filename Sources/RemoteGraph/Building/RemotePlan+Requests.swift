public import ObjectGraph
import Payload
public import ResourceMapping

/// Creating requests.
///
/// In all methods, a parameter of `query` replaces that of the route with the same name; nested
/// values are written with brackets. Fields of `headers` replace those of the content, which
/// replace those of the server; they must consist of visible ASCII characters. `parameters` are
/// additional members of the body, and take precedence over those of the object; GET, HEAD and
/// DELETE have no body, and take them into the query.
extension RemotePlan {
    /// Creates a request for an object.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - object: The object, including its pending changes.
    ///   - arguments: Arguments of the pattern, which take precedence over attributes.
    ///   - query: The query.
    ///   - parameters: Additional members of the body.
    ///   - headers: Header fields.
    /// - Returns: The request.
    /// - Throws: ``RemoteError`` if there is no route, if an argument cannot be part of a path, if
    ///   the object cannot be written, or if a field cannot be sent.
    public func request(
        _ method: ResourceRequest.Method, for object: some ObjectHandle,
        arguments: [String: Value] = [:], query: [String: Value] = [:],
        parameters: [String: Value] = [:], headers: HeaderFields = [:]
    ) throws(RemoteError) -> RemoteRequest {
        let object = object.managedObject
        guard let route = route(for: object.entity, method) else {
            throw missingRoute(
                "no route for \(method.rawValue) of \(object.entity.name); add one by "
                    + "addRoute(for:)")
        }
        let content = BodyContent(
            descriptor: request(for: object.entity, method), object: object, parameters: parameters)
        return try request(
            method, route, try texts(route, object, arguments), query, content, headers)
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
        let object = object.managedObject
        guard let route = route(for: object.entity, relationship: relationship, method) else {
            throw missingRoute(
                "no route for \(method.rawValue) of relationship '\(relationship)' of "
                    + "\(object.entity.name); add one by addRoute(forRelationship:of:)")
        }
        return try request(
            method, route, try texts(route, object, arguments), query,
            BodyContent(parameters: parameters), headers)
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
        let names = server.routes.compactMap { route -> String? in
            if case .named(let name) = route.target { name } else { nil }
        }
        guard let route = server.routes.first(where: { $0.target == .named(name) }),
            let method = route.methods.methods?.first
        else {
            throw missingRoute(
                "no route is named '\(name)'\(Suggestion.text(for: name, among: names))")
        }
        return try request(
            method, route, try texts(route, nil, arguments), query,
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
        let parts = PathComponents.parts(of: path)
        guard !path.utf8.contains(where: { "?#".utf8.contains($0) }) else {
            throw RemoteError(
                .invalidRequest, "the path contains a query or a fragment; pass it as the query")
        }
        guard !PathComponents(parts: parts).texts.contains(where: { $0 == "." || $0 == ".." })
        else {
            throw RemoteError(
                .invalidRequest,
                "the path contains '.' or '..', which are removed from paths; "
                    + "leave them out")
        }
        return try request(
            method, nil, path: PercentEncoding.path(parts.joined(separator: "/")), [:], query,
            BodyContent(parameters: parameters), headers)
    }

    private func missingRoute(_ message: String) -> RemoteError {
        RemoteError(.missingRoute, message)
    }

    private func request(
        _ method: ResourceRequest.Method, _ route: Route, _ arguments: [String: String],
        _ query: [String: Value], _ content: BodyContent, _ headers: HeaderFields
    ) throws(RemoteError) -> RemoteRequest {
        let path: String
        do throws(PathArgumentError) {
            path = try route.pattern.path(with: arguments)
        } catch {
            throw RemoteError(.invalidArgument, "\(route): \(error)", cause: error)
        }
        return try request(method, route, path: path, arguments, query, content, headers)
    }

    private func request(
        _ method: ResourceRequest.Method, _ route: Route?, path: String,
        _ arguments: [String: String], _ query: [String: Value], _ content: BodyContent,
        _ headers: HeaderFields
    ) throws(RemoteError) -> RemoteRequest {
        let hasBody = method.profile != nil
        let extra = hasBody ? [:] : content.parameters
        let permanent = (route?.query ?? [:]).filter {
            query[$0.key] == nil && extra[$0.key] == nil
        }
        let own = query.filter { extra[$0.key] == nil }
        let pairs = [try form(permanent), try form(own), try form(extra)].filter { !$0.isEmpty }
        let url = base.url(path) + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        let body = hasBody ? try self.body(content, method) : nil
        return RemoteRequest(
            request: ResourceRequest(
                method, url,
                headers: try fields(content.descriptor?.headers, headers, body?.type),
                body: body?.bytes),
            route: route, arguments: arguments)
    }
}
