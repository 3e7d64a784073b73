import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import OrphanDetection
import RemoteGraph
import RemotePlanning
import Testing

@Suite("Choosing descriptors of responses")
struct ResponseChoiceTests {
    private static let base = "https://example.com/api/"

    private func choose(
        _ path: String, _ method: ResourceRequest.Method = .get, status: Int = 200,
        describe change: (inout RemoteDescription) -> Void
    ) throws -> ResponseChoice {
        try Library().remote(change).responses(to: method, Self.base + path, status: status)
    }

    private func names(_ choice: ResponseChoice) -> [String] {
        choice.parts.map { "\($0.descriptor.pattern?.description ?? "-") \($0.descriptor.methods)" }
    }

    @Test func `a base matches by scheme, host, port and component`() throws {
        let remote = try Library().remote { server in
            server.base = "HTTPS://H:443/api"
            server.addResponse(ResponseDescriptor("x", using: "Article"))
        }
        #expect(try remote.responses(to: .get, "https://h/api/x", status: 200).parts.count == 1)
        #expect(try remote.responses(to: .get, "https://h/a%70i/x?y", status: 200).parts.count == 1)
        for url in ["https://h/apiv2/x", "http://h/api/x", "https://h:8443/api/x", "https://h/x"] {
            expectError(.noDescriptor) {
                try remote.responses(to: .get, url, status: 200)
            }
        }
    }

    @Test func `a literal precedes a parameter, which precedes none; then methods decide`() throws {
        let change = { (server: inout RemoteDescription) in
            server.addResponse(ResponseDescriptor(using: "Article"))
            server.addResponse(ResponseDescriptor("a/:x", using: "Article"))
            server.addResponse(ResponseDescriptor("a/1", using: "Article"))
            server.addResponse(ResponseDescriptor("a/:x", methods: [.get], using: "Author"))
            server.addResponse(ResponseDescriptor("a/:x", methods: [.get, .post], using: "Tag"))
        }
        #expect(names(try choose("a/1", describe: change)) == ["a/1 any method"])
        #expect(names(try choose("a/2", describe: change)) == ["a/:x GET"])
        #expect(names(try choose("a/2", .post, describe: change)) == ["a/:x GET, POST"])
        #expect(names(try choose("a/2", .put, describe: change)) == ["a/:x any method"])
        #expect(names(try choose("b", describe: change)) == ["- any method"])
    }

    @Test func `the best descriptors of all roots become one set of mappings`() throws {
        let choice = try choose("articles") { server in
            server.addResponse(ResponseDescriptor("articles", root: "data", using: "Article"))
            server.addResponse(ResponseDescriptor(root: "included", using: "Author"))
            server.addResponse(ResponseDescriptor(root: "data", using: "Tag"))
        }
        #expect(choice.plan.mappings.roots.map(\.path) == ["data", "included"])
        #expect(choice.plan.mappings.roots.map(\.mapping) == ["Article", "Author"])
        let library = try Library()
        let result = try MappingOperation(choice.plan).run(
            #"{"data": [{"id": 1}], "included": [{"id": 2}]}"#, in: library.container)
        #expect(result.total.inserted == 2)
    }

    @Test func `arguments of several descriptors are apart, by root`() throws {
        let library = try Library()
        let remote = try library.remote { server in
            server.addResponse(ResponseDescriptor("a/:x", root: "data.list", using: "Article"))
            server.addResponse(ResponseDescriptor("a/:y", root: "included", using: "Author"))
        }
        let url = Self.base + "a/%2F"
        let choice = try remote.responses(to: .get, url, status: 200)
        #expect(choice.parts.map(\.arguments) == [["x": "/"], ["y": "/"]])
        let metadata = remote.metadata(.get, url, status: 200, fields: [], choice.parts)
        #expect(
            metadata["network"] == [
                "arguments": ["data": ["list": ["x": "/"]], "included": ["y": "/"]]
            ])
    }

    @Test func `fields are readable in lower case, secret ones are not`() throws {
        let metadata = try Library().remote().metadata(
            .get, Self.base + "a?token=t", status: 200,
            fields: [("X-Total", "5"), ("x-total", "6"), ("Set-Cookie", "s=1")])
        #expect(
            metadata["HTTP"] == [
                "request": [
                    "method": "GET", "URL": .string(Self.base + "a?token=<hidden>"), "headers": [:],
                ],
                "response": [
                    "status": 200, "URL": .string(Self.base + "a?token=<hidden>"),
                    "headers": ["x-total": "5, 6"],
                ],
            ])
    }

    @Test func `without a descriptor for the status, the error says so`() throws {
        let error = #expect(throws: RemoteError.self) {
            try choose("x") { $0.addError(ErrorDescriptor(statuses: .clientError, .problem)) }
        }
        #expect(error?.code == .noDescriptor)
        #expect(error?.description.hasPrefix("200 noDescriptor") == true)
        #expect(error?.message.contains("no descriptor for 200") == true)
        #expect(error?.message.contains("400") == false)
    }

    @Test func `an error lists every descriptor and all its reasons`() throws {
        let error = #expect(throws: RemoteError.self) {
            try choose("x") { server in
                server.addResponse(ResponseDescriptor("x", methods: [.post], using: "Article"))
                server.addResponse(
                    ResponseDescriptor("y", methods: [.post], statuses: [201], using: "Author"))
            }
        }
        let lines = error?.message.split(separator: "\n") ?? []
        #expect(lines.count == 3)
        #expect(lines.dropFirst().first?.hasSuffix(": expected method POST") == true)
        #expect(
            lines.last?.hasSuffix(
                ": expected status 201, expected method POST, expected path 'y'") == true)
    }

    @Test func `scopes take arguments of the path as values of the attribute`() throws {
        let change = { (server: inout RemoteDescription) in
            server.addResponse(
                ResponseDescriptor(
                    "by/:id", using: "Article",
                    scope: .objects(of: "Article", where: ["articleID": "id"], limit: .count(3))))
        }
        let scope = try choose("by/7", describe: change).orphans?.scopes.first
        #expect(
            scope?.request
                == FetchRequest("Article", where: .true && .attribute("articleID") == 7))
        #expect(scope?.limit == .count(3))
        #expect(try choose("by/7", .post, describe: change).orphans == nil)
        #expect(try choose("by/7", status: 206, describe: change).orphans == nil)
        expectError(.invalidArgument) { try choose("by/x", describe: change) }
    }
}
