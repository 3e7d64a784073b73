import MappingFiles
import MappingGeneration
import MappingInference
import Mercator

/// The server of a package that loads what a description tells.
struct DescribedServer {
    private let description: OpenAPIDescription
    private let inferred: InferredMapping
    /// The name of the package, with which the names of environment variables begin.
    private let package: String

    init(_ description: OpenAPIDescription, _ inferred: InferredMapping, package: String) {
        (self.description, self.inferred, self.package) = (description, inferred, package)
    }

    /// Returns the server; `nil` if no URL of one is known, which is noted.
    ///
    /// - Parameters:
    ///   - url: The base given on the command line.
    ///   - console: The console for notes.
    /// - Returns: The server.
    /// - Throws: ``CommandError`` if the base or a route is not valid.
    func server(at url: String?, _ console: Console) throws -> PackageServer? {
        guard let base = url ?? description.servers.first(where: { Origin($0) != nil }) else {
            console.note(
                "'\(description.name)' names no server by a complete URL, so the package only "
                    + "imports files; name one with --base-url")
            return nil
        }
        var server = PackageServer(base: base)
        server.routes = routes
        authorize(&server, console)
        let loaded = server.routes.filter { $0.style != nil }
        guard !loaded.isEmpty else {
            console.note(
                "each route of '\(description.name)' needs arguments, so the package only imports "
                    + "files")
            return nil
        }
        try server.requireValid(inferred.file)
        return server
    }

    /// The routes, each with the records of its responses.
    private var routes: [PackageServer.Route] {
        var routes: [PackageServer.Route] = []
        var shapes: [String: String] = [:]
        var entities: Set<String> = []
        for found in inferred.routes {
            guard let path = RoutePath(found.path),
                let mapping = inferred.file.mappings.mappings.first(where: {
                    $0.name == found.entity
                })
            else { continue }
            // Paths that differ by the names of their parameters are one.
            guard shapes[path.shape, default: found.path] == found.path else { continue }
            shapes[path.shape] = found.path
            let root = found.records == "self" ? .root : try? PayloadPath(found.records)
            guard let root else { continue }
            let records = PackageServer.Records(root, using: mapping.name)
            if let index = routes.firstIndex(where: { $0.name == path.name }) {
                if !routes[index].records.contains(where: { $0.root == root }) {
                    routes[index].records.append(records)
                }
                continue
            }
            let identity = mapping.identificationAttributes ?? []
            let isOfObject =
                !found.isCollection && path.isOfObject && identity.count == 1
                && entities.insert(mapping.entity.name).inserted
            let pattern = isOfObject ? path.pattern(identity) : path.pattern(path.parameters)
            var route = PackageServer.Route(named: path.name, pattern)
            route.records = [records]
            route.entity = isOfObject ? mapping.entity.name : nil
            route.style = path.parameters.isEmpty ? style(of: found) : nil
            routes.append(route)
        }
        return routes
    }

    /// Returns the paging style of a route; `nil` if a request needs further parameters.
    private func style(of route: InferredRoute) -> String? {
        guard Set(route.requiredParameters).subtracting(credentials).isEmpty else { return nil }
        guard let paging = route.paging else { return PageStyle.single.swiftExpression }
        let style: PageStyle =
            if let first = paging.first {
                .number(parameter: paging.parameter, first: first)
            } else {
                .offset(parameter: paging.parameter)
            }
        return style.swiftExpression
    }

    /// The names of the parameters and fields that authorize requests.
    private var credentials: Set<String> {
        Set(
            description.authorization.compactMap {
                switch $0 {
                case .field(let name), .parameter(let name): name
                case .bearer, .other: nil
                }
            })
    }

    /// Adds what all requests need, from the environment.
    private func authorize(_ server: inout PackageServer, _ console: Console) {
        for authorization in description.authorization {
            switch authorization {
            case .bearer: server.fields.append(.bearer(EnvironmentName.of(package, "token")))
            case .field(let name):
                server.fields.append(.named(name, .environment(EnvironmentName.of(package, name))))
            case .parameter(let name):
                for index in server.routes.indices where server.routes[index].entity == nil {
                    let text = PackageServer.Text.environment(EnvironmentName.of(package, name))
                    server.routes[index].query[name] = [text]
                }
            case .other(let name):
                console.note("the package does not send what the scheme '\(name)' demands")
            }
        }
    }
}
