import Mercator

/// Printed values of servers: descriptions, plans, choices and errors.
extension PrintingTests {
    /// Describes a server with many routes and descriptors, all of them without problems.
    private static func server(_ count: Int) -> RemoteDescription {
        var server = RemoteDescription(base: "https://example.com/", headers: ["X-Key": "secret"])
        for number in 0..<min(count, 300) {
            server.addRoute(named: "r\(number)", "r\(number)/:id")
            server.addResponse(ResponseDescriptor("r\(number)/:id", using: "Article"))
            server.addError(ErrorDescriptor("r\(number)", .problem))
        }
        server.addRequest(RequestDescriptor(for: "Article"))
        return server
    }

    private static func error(of work: () throws -> Void) -> [String] {
        do {
            try work()
            return []
        } catch {
            return texts(of: error)
        }
    }

    static let servers: [(String, @Sendable (Bench, Int) throws -> [String])] = [
        (
            "RemoteDescription, RemotePlan, RemoteRequest, RemoteError",
            { bench, count in
                let server = server(count)
                let remote = try RemotePlan(server, for: bench.operation.plan)
                let url = "https://example.com/nothing"
                return texts(of: server) + texts(of: remote)
                    + texts(of: try remote.request(named: "r0", arguments: ["id": 1]))
                    + error { _ = try remote.responses(to: .get, url, status: 200) }
            }
        ),
        (
            "RemotePlanError, RemoteProblem",
            { bench, count in
                var server = server(1)
                for number in 0..<min(count, 300) { server.addRoute(for: "E\(number)", "x") }
                return error { _ = try RemotePlan(server, for: bench.operation.plan) }
            }
        ),
        (
            """
            Route, Target, RequestDescriptor, ResponseDescriptor, ErrorDescriptor, \
            Content, OrphanScope, MethodSet, StatusSet, PathPattern, \
            PathArgumentError, RequestKey, RouteDependency, Origin
            """,
            { _, _ in
                let pattern: PathPattern = "articles/:id"
                return texts(of: Route(.entity("Article"), pattern))
                    + texts(of: Route.Target.relationship("articles", of: "Author"))
                    + texts(of: RequestDescriptor(for: "Article"))
                    + texts(of: ResponseDescriptor(pattern, using: "Article"))
                    + texts(of: ErrorDescriptor(pattern, .problem))
                    + texts(of: ErrorDescriptor.Content.problem)
                    + texts(of: OrphanScope.all("Article")) + texts(of: MethodSet.any)
                    + texts(of: StatusSet.success) + texts(of: pattern)
                    + error { _ = try pattern.path(with: [:]) }
                    + texts(of: RequestKey(.get, "https://h"))
                    + texts(of: RouteDependency(of: "articles", on: pattern))
                    + texts(of: Origin("https://h") as Any)
            }
        ),
        (
            "Credential, RemoteOutcome",
            { bench, count in
                texts(of: Credential(bearer: String(repeating: "x", count: count)))
                    + texts(of: RemoteOutcome.mapped(bench.result))
            }
        ),
        (
            "ProblemDetails",
            { _, count in
                let title = String(repeating: "long ", count: count)
                let document = try PayloadDocument("{\"title\": \"\(title)\"}")
                return texts(of: ProblemDetails(document) as Any)
            }
        ),
    ]
}
