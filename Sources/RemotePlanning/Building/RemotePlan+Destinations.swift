import HTTPValues
import ObjectGraph

/// The paths of requests.
extension RemotePlan {
    /// Returns the path of a request about objects, which must be the same for all of them.
    func destination(
        _ method: ResourceRequest.Method, _ objects: [ManagedObject], _ address: RequestAddress,
        _ arguments: [String: Value]
    ) throws(RemoteError) -> Destination {
        switch address {
        case .route:
            return try common(objects) { object throws(RemoteError) in
                guard let route = route(for: object.entity, method) else {
                    throw RemoteError(
                        .missingRoute,
                        "no route for \(method.rawValue) of \(object.entity.name); add one by "
                            + "addRoute(for:)")
                }
                return try destination(route, object, arguments)
            }
        case .relationship(let name, let owner):
            let owner = try self.owner(owner, in: objects.first?.context)
            return try destination(method, relationship: name, of: owner, arguments)
        case .named(let name):
            let route = try route(named: name)
            guard route.methods.contains(method) else {
                throw RemoteError(
                    .missingRoute, "\(route) is not for \(method.rawValue); add another one")
            }
            return try common(objects) { object throws(RemoteError) in
                try destination(route, object, arguments)
            }
        case .path(let path):
            guard arguments.isEmpty else {
                throw RemoteError(
                    .invalidArgument, "a path has no parameters; leave out the arguments")
            }
            return try destination(path: path)
        }
    }

    /// Returns the path for a relationship of an object.
    func destination(
        _ method: ResourceRequest.Method, relationship: String, of object: ManagedObject,
        _ arguments: [String: Value]
    ) throws(RemoteError) -> Destination {
        guard let route = route(for: object.entity, relationship: relationship, method) else {
            throw RemoteError(
                .missingRoute,
                "no route for \(method.rawValue) of relationship '\(relationship)' of "
                    + "\(object.entity.name); add one by addRoute(forRelationship:of:)")
        }
        return try destination(route, object, arguments)
    }

    /// Returns the path of a route for arguments, completed from an object.
    func destination(
        _ route: Route, _ object: ManagedObject?, _ arguments: [String: Value]
    ) throws(RemoteError) -> Destination {
        let texts = try texts(route, object, arguments)
        do throws(PathArgumentError) {
            return Destination(
                route: route, path: try route.pattern.path(with: texts), arguments: texts)
        } catch {
            throw RemoteError(.invalidArgument, "\(route): \(error)", cause: error)
        }
    }

    /// Checks and escapes a path.
    func destination(path: String) throws(RemoteError) -> Destination {
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
        return Destination(path: PercentEncoding.path(parts.joined(separator: "/")))
    }

    func route(named name: String) throws(RemoteError) -> Route {
        if let route = server.routes.first(where: { $0.target == .named(name) }) { return route }
        let names = server.routes.compactMap { route -> String? in
            if case .named(let name) = route.target { name } else { nil }
        }
        throw RemoteError(
            .missingRoute, "no route is named '\(name)'\(Suggestion.text(for: name, among: names))")
    }

    private func common(
        _ objects: [ManagedObject],
        _ destination: (ManagedObject) throws(RemoteError) -> Destination
    ) throws(RemoteError) -> Destination {
        var common: Destination?
        for object in objects {
            let own = try destination(object)
            if let common, common.path != own.path {
                throw RemoteError(
                    .invalidArgument,
                    "\(own.route.map { "\($0)" } ?? "a path"): the objects have different paths, "
                        + "but a request has one; send them one by one, or pass another address")
            }
            common = common ?? own
        }
        guard let common else {
            throw RemoteError(.invalidRequest, "expected at least one object, found none")
        }
        return common
    }

    private func owner(
        _ identifier: ManagedObjectID, in context: ManagedObjectContext?
    ) throws(RemoteError) -> ManagedObject {
        do throws(StoreError) {
            if let object = try context?.object(with: identifier) { return object }
        } catch {
            throw RemoteError(
                .invalidRequest, "\(identifier) could not be read: \(error)", cause: error)
        }
        throw RemoteError(
            .missingObject, "\(identifier) does not exist; it was deleted, or never saved")
    }
}
