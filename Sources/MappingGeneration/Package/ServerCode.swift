import MappingFiles
import MercatorPayload
import ModelGeneration

/// Generates the network of a package: the description of a server, and a function that loads.
struct ServerCode {
    let server: PackageServer
    let file: MappingFile

    /// Creates the functions.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - file: The mapping file.
    /// - Throws: ``SwiftPackageError`` if responses cannot be mapped like files.
    init(_ server: PackageServer, _ file: MappingFile) throws(SwiftPackageError) {
        (self.server, self.file) = (server, file)
        guard file.source.rows == nil, file.groups.allSatisfy({ $0.rows == nil }) else {
            throw SwiftPackageError(
                .notExpressible,
                "the records are rows, arrays without keys, which responses of a server cannot be; "
                    + "'mercator infer FILE --swift' writes a package that imports files")
        }
        guard !server.hasPages || !file.readsNamesOfSources else {
            throw SwiftPackageError(
                .notExpressible,
                "records are identified by their position, which changes from page to page; name a "
                    + "member that identifies them with --id, or load one page")
        }
    }

    var text: String {
        let credential = CredentialCode(server)
        let imports =
            (credential.readsEnvironment ? ["import Foundation"] : []) + [
                "import Mercator", "import RemoteGraphCurl", "",
            ]
        return
            (imports + makeServer + [""] + lists + [""] + load + [""] + makeManager
            + credential.lines + [""]).joined(separator: "\n")
    }

    // MARK: Description

    private var makeServer: [String] {
        var paths = SwiftPaths()
        var queries = 0
        let routes = server.routes.flatMap { route in
            self.route(route, &queries) + route.records.flatMap { response($0, of: route, &paths) }
        }
        let base = ["base: \(SwiftLiteral.text(server.base))"]
        return [
            "/// Describes the server: its routes, and the records of its responses.",
            "func makeServer()\(server.readsVariables ? " throws" : "") -> RemoteDescription {",
        ] + SwiftLayout.call("    var server = RemoteDescription", base) + fields + formats
            + paths.declarations + routes + ["    return server", "}"]
    }

    /// The statements for fields in the sources.
    private var fields: [String] {
        server.fields.flatMap { field -> [String] in
            guard case .named(let name, .written(let value)) = field else { return [] }
            return SwiftLayout.assignment(
                "    server.headers[\(SwiftLiteral.text(name))]", SwiftLiteral.text(value))
        }
    }

    private var formats: [String] {
        server.formats.sorted { $0.key < $1.key }.flatMap { type, format in
            SwiftLayout.call(
                "    server.formats.register",
                [".\(format)", "forMIMEType: \(SwiftLiteral.text(type))"])
        }
    }

    private func route(_ route: PackageServer.Route, _ queries: inout Int) -> [String] {
        let pattern = SwiftLiteral.text(route.pattern)
        if let entity = route.entity {
            return SwiftLayout.call(
                "    server.addRoute",
                ["for: \(SwiftLiteral.text(entity))", pattern, "methods: [.get]"])
        }
        var arguments = ["named: \(SwiftLiteral.text(route.name))", pattern]
        let pairs = Self.pairs(route.query)
        let query = "query: [\(pairs.joined(separator: ", "))]"
        guard query.count > 60 else {
            if !pairs.isEmpty { arguments.append(query) }
            return SwiftLayout.call("    server.addRoute", arguments)
        }
        queries += 1
        return SwiftLayout.list("    let query\(queries): [String: Value] = ", pairs)
            + SwiftLayout.call("    server.addRoute", arguments + ["query: query\(queries)"])
    }

    private static func pairs(_ query: [String: [PackageServer.Text]]) -> [String] {
        query.sorted { $0.key < $1.key }.map { name, values in
            let texts = values.map { value in
                switch value {
                case .written(let text): SwiftLiteral.text(text)
                case .environment(let name):
                    ".string(try environment(\(SwiftLiteral.text(name))))"
                }
            }
            let value = texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]"
            return "\(SwiftLiteral.text(name)): \(value)"
        }
    }

    private func response(
        _ records: PackageServer.Records, of route: PackageServer.Route, _ paths: inout SwiftPaths
    ) -> [String] {
        var arguments = [SwiftLiteral.text(route.pattern)]
        if !records.root.components.isEmpty {
            arguments.append("root: \(paths.literal(records.root))")
        }
        arguments += ["methods: [.get]", "using: \(SwiftLiteral.text(records.mapping))"]
        let line = SwiftLayout.call("    server.addResponse(ResponseDescriptor", arguments, ")")
        guard line.count > 1 else { return line }
        return ["    server.addResponse("]
            + SwiftLayout.call("        ResponseDescriptor", arguments, ")")
    }
}
