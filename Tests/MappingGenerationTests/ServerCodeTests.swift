import EntityMapper
import Foundation
import MappingFiles
import MappingGeneration
import MercatorPayload
import Testing

@Suite("The network of a generated package")
struct ServerCodeTests {
    /// A server with one list of one page.
    private static var plain: PackageServer {
        var route = PackageServer.Route(named: "statuses", "statuses")
        route.records = [PackageServer.Records("statuses", using: "Status")]
        route.style = ".single"
        var server = PackageServer(base: "https://example.com/api")
        server.routes = [route]
        return server
    }

    /// A server with everything a server can have, and names that could end a literal.
    private static var hostile: PackageServer {
        let name = "\"\\(exit(1))\n\u{202e}"
        var list = PackageServer.Route(named: name, "a\\\\:b%2Fc\"\\(exit(1))")
        list.query = [
            name: [.written("\"; exit(1)"), .environment("A\"B")],
            "q": [.written("a+b c%")], String(repeating: "long", count: 9): [.written(name)],
        ]
        list.records = [
            PackageServer.Records(.root, using: "Status"),
            PackageServer.Records(PayloadPath(["deep", name].map { .key($0) }), using: "User"),
        ]
        list.style = ".number(parameter: \"p\", first: 0)"
        var single = PackageServer.Route(named: "me", "me")
        single.records = [PackageServer.Records("user", using: "User")]
        single.style = ".single"
        var object = PackageServer.Route(named: "statuses/{id}", "statuses/:statusID")
        object.records = [PackageServer.Records(.root, using: "Status")]
        object.entity = "Status"
        var server = PackageServer(base: "https://example.com/a/\"\\(exit(1))")
        server.routes = [list, single, object]
        server.fields = [
            .bearer("TOKEN"), .line("FIELD"), .named("X-Key", .environment("KEY")),
            .named("Accept", .written("a\"\\(exit(1))")),
        ]
        server.formats = ["text/plain": "json"]
        server.cleartextHost = "example.com"
        server.timeLimit = 7
        server.authorities = "/tmp/\"own\".pem"
        return server
    }

    /// A server with names that no line has room for.
    private static var long: PackageServer {
        let name = String(repeating: "resources/", count: 10)
        var server = plain
        for count in [1, 9, 10] {
            let short = String(name.dropLast(count))
            var route = PackageServer.Route(named: short, short)
            route.records = [PackageServer.Records(.root, using: "Status")]
            server.routes.append(route)
        }
        return server
    }

    private func package(
        _ server: PackageServer, _ file: MappingFile = TwitterExample.file
    ) throws -> SwiftPackage {
        try SwiftPackage(
            file, named: "Twitter", dependency: .path("../Mercator"), server: server)
    }

    private func text(_ name: String, in package: SwiftPackage) throws -> String {
        let path = name == "Package.swift" ? name : "Sources/Twitter/\(name)"
        return try #require(package.files.first { $0.path == path }?.text)
    }

    @Test func `a server is described as by hand`() throws {
        #expect(try text("Server.swift", in: package(Self.plain)) == Self.code)
    }

    private static let code = #"""
        import Mercator
        import RemoteGraphCurl

        /// Describes the server: its routes, and the records of its responses.
        func makeServer() -> RemoteDescription {
            var server = RemoteDescription(base: "https://example.com/api")
            server.addRoute(named: "statuses", "statuses")
            server.addResponse(
                ResponseDescriptor("statuses", root: "statuses", methods: [.get], using: "Status"))
            return server
        }

        /// The routes that are loaded.
        let lists = ["statuses"]

        /// Requests the lists, and saves their records in a store, which is made if necessary.
        ///
        /// A list that has not changed since the last time is not sent again.
        func load(into store: String, report: @Sendable (String) -> Void) async throws {
            let container = try PersistentContainer(model: makeModel(), store: SQLiteStore(store))
            let manager = try makeManager(for: container)
            for route in lists {
                let outcome = try await manager.load(route)
                report("\(route): \(outcome)")
            }
        }

        /// Makes a manager that skips values that do not fit, and tells about them.
        func makeManager(for container: PersistentContainer) throws -> ObjectManager {
            let server = makeServer()
            let plan = try MappingPlan(makeMappings(), for: container.model)
            let remote = try RemotePlan(server, for: plan)
            var options = RemoteOptions()
            options.mapping.failurePolicy = .skipValue
            return ObjectManager(remote, in: container, over: CurlTransport(), options: options)
        }

        """#

    @Test func `the program loads if it gets a store alone, and imports files otherwise`() throws {
        let package = try package(Self.plain)
        let program = try text("main.swift", in: package)
        #expect(program.contains("try await load(into: store) { print($0) }"))
        #expect(program.contains("try importFiles(Array(arguments.dropLast()), into: store)"))
        let manifest = try text("Package.swift", in: package)
        #expect(manifest.contains("name: \"MercatorCurl\", package: \"Mercator\""))
        #expect(manifest.contains("dependencies: [mercator, curl]"))
    }

    @Test func `pages are requested by their style, and lists of one page conditionally`() throws {
        let code = try text("Server.swift", in: package(Self.hostile))
        #expect(code.contains(", .number(parameter: \"p\", first: 0)),"))
        #expect(code.contains("        if style == .single {"))
        #expect(code.contains("            for try await page in manager.pages(route, by: style"))
        var paged = Self.plain
        paged.routes[0].style = ".link()"
        let pages = try text("Server.swift", in: package(paged))
        #expect(
            pages.contains(
                "let lists: [(route: String, style: PageStyle)] = [(\"statuses\", .link())]"))
        #expect(!pages.contains("if style"))
    }

    @Test func `secrets are read from the environment`() throws {
        let code = try text("Server.swift", in: package(Self.hostile))
        #expect(code.contains(#"fields["Authorization"] = try "Bearer " + environment("TOKEN")"#))
        #expect(code.contains(#"fields["X-Key"] = try environment("KEY")"#))
        #expect(code.contains(#"try fields.add(line: environment("FIELD"))"#))
        #expect(code.contains(#".string(try environment("A\"B"))"#))
        #expect(code.contains(#"server.headers["Accept"] = "a\"\\(exit(1))""#))
        #expect(!code.contains("server.headers[\"Authorization\"]"))
        #expect(try !text("Server.swift", in: package(Self.plain)).contains("environment"))
    }

    @Test func `records that are known by their source get it, but not in pages`() throws {
        var file = TwitterExample.file
        var mapping = file.mappings.mappings[0]
        mapping.addAttributeMapping(from: "@metadata.source", to: "text")
        file.mappings.mappings[0] = mapping
        let code = try text("Server.swift", in: package(Self.plain, file))
        #expect(code.contains(#"request.metadata["source"] = .string(route)"#))
        let error = #expect(throws: SwiftPackageError.self) {
            try package(Self.hostile, file)
        }
        #expect(error?.description.contains("name a member that identifies them with --id") == true)
    }

    @Test func `rows are imported from files only`() throws {
        var file = TwitterExample.file
        file.source.rows = ["id"]
        let error = #expect(throws: SwiftPackageError.self) { try package(Self.plain, file) }
        #expect(error?.description.contains("'mercator infer FILE --swift'") == true)
    }

    @Test(
        "the network compiles in Swift 6 mode without a warning, and needs no formatting",
        .enabled(if: SwiftTools.areReady, "the modules of Mercator are not built"),
        arguments: ["plain", "hostile", "long"])
    func compiles(name: String) throws {
        let servers = ["plain": Self.plain, "hostile": Self.hostile, "long": Self.long]
        let package = try package(#require(servers[name]))
        let folder = try TemporaryFolder()
        try package.write(to: folder.path)
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: "\(folder.path)/Sources/Twitter"
        ).sorted().map { "\(folder.path)/Sources/Twitter/\($0)" }
        #expect(try SwiftTools.typeCheck(sources) == "")
        #expect(try SwiftTools.lint(folder.path) == "")
    }
}
