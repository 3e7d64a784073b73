import MappingFiles
import ModelGeneration

/// The functions that load.
extension ServerCode {
    /// The routes that are loaded.
    var lists: [String] {
        let routes = server.loadedRoutes
        guard server.hasPages else {
            return ["/// The routes that are loaded."]
                + SwiftLayout.list("let lists = ", routes.map { SwiftLiteral.text($0.name) })
        }
        let elements = routes.map { "(\(SwiftLiteral.text($0.name)), \($0.style ?? ".single"))" }
        return ["/// The routes that are loaded, and the way to their pages."]
            + SwiftLayout.list("let lists: [(route: String, style: PageStyle)] = ", elements)
    }

    /// The function that loads into a store.
    var load: [String] {
        [
            "/// Requests the lists, and saves their records in a store, which is made if necessary.",
            "///",
            server.hasPages
                ? "/// The pages of a list are sent each time; what has not changed changes nothing."
                : "/// A list that has not changed since the last time is not sent again.",
            "func load(into store: String, report: @Sendable (String) -> Void) async throws {",
            "    let container = try PersistentContainer(model: makeModel(), store: SQLiteStore(store))",
            "    let manager = try makeManager(for: container)",
        ] + loop + ["}"]
    }

    private var loop: [String] {
        guard server.hasPages else {
            return ["    for route in lists {"] + single("        ") + ["    }"]
        }
        let head = [
            "    var options = PageOptions()", "    options.emptyCursorEnds = true",
            "    for (route, style) in lists {",
        ]
        guard server.loadedRoutes.contains(where: { $0.style == ".single" }) else {
            return head + pages("        ") + ["    }"]
        }
        return head + ["        if style == .single {"] + single("            ")
            + ["        } else {"] + pages("            ") + ["        }", "    }"]
    }

    private func single(_ indent: String) -> [String] {
        let request =
            file.readsNamesOfSources
            ? [
                "var request = try manager.plan.request(named: route)",
                "request.metadata[\"source\"] = .string(route)",
                "let outcome = try await manager.send(request)",
            ] : ["let outcome = try await manager.load(route)"]
        return (request + [#"report("\(route): \(outcome)")"#]).map { indent + $0 }
    }

    private func pages(_ indent: String) -> [String] {
        [
            "for try await page in manager.pages(route, by: style, options: options) {",
            #"    report("\(route): \(page)")"#, "}",
        ].map { indent + $0 }
    }

    /// The function that makes the manager, with the settings of `importFiles`.
    var makeManager: [String] {
        let kind = file.groups.isEmpty ? "" : "for: kinds[0]"
        let hasCredential = CredentialCode(server).isNeeded
        let transport = server.authorities == nil ? "CurlTransport()" : "CurlTransport(transport)"
        return [
            "/// Makes a manager that skips values that do not fit, and tells about them.",
            "func makeManager(for container: PersistentContainer) throws -> ObjectManager {",
            "    let server = \(server.readsVariables ? "try " : "")makeServer()",
            "    let plan = try MappingPlan(makeMappings(\(kind)), for: container.model)",
            "    let remote = try RemotePlan(server, for: plan)",
            hasCredential ? "    let credential = try EnvironmentCredential(for: server)" : nil,
        ].compactMap(\.self) + authorities + options
            + SwiftLayout.call(
                "    return ObjectManager",
                ["remote", "in: container", "over: \(transport)", "options: options"]
                    + (hasCredential ? ["credentials: credential"] : [])) + ["}"]
    }

    private var authorities: [String] {
        guard let path = server.authorities else { return [] }
        return ["    var transport = CurlTransport.Options()"]
            + SwiftLayout.assignment(
                "    transport.certificateAuthorities", SwiftLiteral.text(path))
    }

    private var options: [String] {
        [
            "    var options = RemoteOptions()",
            "    options.mapping.failurePolicy = .skipValue",
            server.timeLimit.map { "    options.timeLimit = .seconds(\($0))" },
            server.cleartextHost.map { "    options.cleartextHosts = [\(SwiftLiteral.text($0))]" },
        ].compactMap(\.self)
    }
}

extension PackageServer {
    /// The routes that are loaded.
    var loadedRoutes: [Route] { routes.filter { $0.style != nil } }
    /// Indicates whether a list in pages is loaded.
    var hasPages: Bool { loadedRoutes.contains { $0.style != ".single" } }
    /// Indicates whether a query has the value of an environment variable.
    var readsVariables: Bool { !parameterVariables.isEmpty }
}
