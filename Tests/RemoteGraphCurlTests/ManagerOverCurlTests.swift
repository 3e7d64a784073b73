import EntityMapper
import Foundation
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemoteGraphCurl
import RemotePlanning
import ScriptedServer
import TestSupport
import Testing

@Suite("A manager over libcurl", .runsAlone, .endsInTime)
struct ManagerOverCurlTests {
    private static let json = #"{"articles": [{"id": 1}, {"id": 2}]}"#
    private static let ok = answer(200, json)

    private static func answer(_ status: Int, _ body: String, _ fields: String = "") -> String {
        "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\n\(fields)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func manager(
        _ url: String, options change: (inout RemoteOptions) -> Void = { _ in },
        credentials: (any CredentialProvider)? = nil
    ) throws -> ObjectManager {
        let model = try ManagedObjectModel([
            EntityDescription("Article", attributes: [.init("articleID", .integer64)])
        ])
        var mapping = EntityMapping(for: model["Article"] ?? EntityDescription("Article"))
        mapping.identificationAttributes = ["articleID"]
        mapping.addAttributeMapping(from: "id", to: "articleID")
        let plan = try MappingPlan(
            MappingSet([mapping], roots: ["articles": "Article"]), for: model)
        var server = RemoteDescription(base: url, secretFields: ["X-Token"])
        server.addRoute(for: "Article", "articles/:articleID")
        server.addResponse(ResponseDescriptor(root: "articles", using: "Article"))
        var options = RemoteOptions()
        options.clock = TestClock()
        change(&options)
        return ObjectManager(
            try RemotePlan(server, for: plan),
            in: try PersistentContainer(model: model, store: InMemoryStore()),
            over: CurlTransport(), options: options, credentials: credentials)
    }

    private func count(_ manager: ObjectManager) throws -> Int {
        try manager.container.perform { try $0.count(FetchRequest("Article")) }
    }

    @Test func `a list is loaded and saved`() async throws {
        let server = try ScriptedServer.answering { _ in Self.ok }
        let manager = try manager(server.url)
        guard case .mapped(let result) = try await manager.load(path: "articles") else {
            Issue.record("not mapped")
            return
        }
        #expect(result.total.inserted == 2)
        #expect(try count(manager) == 2)
        let fields = try #require(server.requests.first).fields
        #expect(fields.contains { $0.hasPrefix("User-Agent: Mercator/") })
        #expect(!fields.contains { $0.lowercased().hasPrefix("cookie") })
    }

    @Test func `a thousand requests in a row need one connection`() async throws {
        let server = try ScriptedServer.answering { _ in Self.ok }
        let manager = try manager(server.url)
        for _ in 0..<1000 { try await manager.load(path: "articles") }
        #expect(server.connectionCount == 1)
        #expect(try count(manager) == 2)
    }

    @Test func `a redirect to another port takes no secrets along`() async throws {
        let other = try ScriptedServer.answering { _ in Self.ok }
        let location = other.url + "/x"
        let server = try ScriptedServer.answering { _ in
            Self.answer(307, "", "Location: \(location)\r\n")
        }
        let manager = try manager(server.url)
        try await manager.load(
            path: "articles",
            headers: ["Authorization": "a", "Cookie": "c=1", "X-Token": "t", "X-Other": "o"])
        let fields = try #require(other.requests.first).fields.map { $0.lowercased() }
        for name in ["authorization:", "cookie:", "x-token:"] {
            #expect(!fields.contains { $0.hasPrefix(name) })
        }
        #expect(fields.contains("x-other: o"))
        #expect(server.requests.first?["X-Token"] == "t")
    }

    @Test func `an answer that is cut is asked for again, then reported`()
        async throws
    {
        let server = try ScriptedServer { connection in
            try connection.readRequest()
            try connection.send(String(Self.ok.dropLast(5)))
        }
        let manager = try manager(server.url)
        let error = await #expect(throws: RemoteError.self) {
            try await manager.load(path: "articles")
        }
        #expect(error?.code == .failedTransfer)
        #expect((error?.cause as? TransportError)?.kind == .incompleteBody)
        #expect(server.requests.count == 3)
        #expect(try count(manager) == 0)
    }

    @Test func `a HEAD has no body`() async throws {
        let server = try ScriptedServer.answering { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 83\r\n\r\n"
        }
        guard case .empty = try await manager(server.url).load(.head, path: "articles") else {
            Issue.record("not empty")
            return
        }
    }

    @Test func `cancelling a request closes its connection`() async throws {
        let server = try ScriptedServer { connection in
            try connection.readRequest()
            try connection.readRequest()
        }
        let manager = try manager(server.url)
        let task = Task { try await manager.load(path: "articles") }
        #expect(await server.waits { $0.requests.count == 1 })
        task.cancel()
        let error = await #expect(throws: RemoteError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(await server.waits { $0.openCount == 0 })
    }

    @Test func `cancelled requests leave no connection open`() async throws {
        let server = try ScriptedServer { connection in
            while true {
                let request = try connection.readRequest()
                if request.target.hasSuffix("last") { try connection.send(Self.ok) }
            }
        }
        let manager = try manager(server.url)
        var random = SeededGenerator(seed: 3)
        let tasks = (0..<300).map { number in
            Task { try await manager.load(path: "articles/\(number)") }
        }
        for task in tasks.shuffled(using: &random) {
            if random.chance(0.2) { await Task.yield() }
            task.cancel()
        }
        for task in tasks {
            let error = await #expect(throws: RemoteError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
        #expect(await server.waits { $0.openCount == 0 })
        try await manager.load(path: "articles/last")
        #expect(try count(manager) == 2)
    }

    @Test func `a server that is silent is given up`() async throws {
        let server = try ScriptedServer { connection in
            try connection.readRequest()
            connection.waitForEnd()
        }
        let manager = try manager(server.url) {
            $0.limits.idle = .seconds(1)
            $0.retry.sendings = 1
            $0.clock = SystemClock()
        }
        let start = ContinuousClock.now
        let error = await #expect(throws: RemoteError.self) {
            try await manager.load(path: "articles")
        }
        let time = start.duration(to: .now)
        #expect(error?.code == .timedOut)
        #expect((error?.cause as? TransportError)?.kind == .timedOut(.idle))
        #expect(time >= .seconds(1))
        #expect(await server.waits { $0.openCount == 0 })
    }

    @Test func `a server that accepts no connection is given up`() async throws {
        let server = try FullBacklog()
        let manager = try manager("http://127.0.0.1:\(server.port)") {
            $0.limits.connect = .seconds(1)
            $0.retry.sendings = 1
        }
        let error = await #expect(throws: RemoteError.self) {
            try await manager.load(path: "articles")
        }
        #expect(error?.code == .timedOut)
        #expect((error?.cause as? TransportError)?.kind == .timedOut(.connect))
    }

    @Test func `twenty thousand requests do not add to the memory`() async throws {
        // The server does not keep the requests.
        let server = try ScriptedServer { connection in
            while case _ = try connection.readHead() { try connection.send(Self.ok) }
        }
        let manager = try manager(server.url)
        for _ in 0..<2000 { try await manager.load(path: "articles") }
        let before = try Self.residentBytes()
        for _ in 0..<20_000 { try await manager.load(path: "articles") }
        let growth = try Self.residentBytes() - before
        #expect(growth < 10_000_000, "\(growth)")
        #expect(try count(manager) == 2)
    }

    /// The memory of the process, by the second number of `/proc/self/statm`.
    private static func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
            * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    @Test func `managers that are dropped cancel their open requests`() async throws {
        let server = try ScriptedServer { connection in
            while true {
                if try connection.readRequest().target.hasSuffix("open") {
                    connection.waitForEnd()
                }
                try connection.send(Self.ok)
            }
        }
        for number in 0..<500 {
            let task = try await { () -> Task<RemoteOutcome, any Error>? in
                let manager = try manager(server.url)
                try await manager.load(path: "articles")
                guard number.isMultiple(of: 5) else { return nil }
                return Task { try await manager.load(path: "open") }
            }()
            guard let task else { continue }
            #expect(await server.waits { $0.requests.count == number + number / 5 + 2 })
            task.cancel()
            let error = await #expect(throws: RemoteError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
        #expect(await server.waits { $0.openCount == 0 })
    }

    @Test func `a form with a file arrives with its exact length`() async throws {
        let server = try ScriptedServer.answering { _ in Self.answer(204, "") }
        let path = FileManager.default.temporaryDirectory
            .appending(path: "mercator-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 0x61, count: 1_000_000).write(to: URL(filePath: path))
        let form = try RequestBody.multipart([
            .init("caption", "a"), .init("f", file: try .file(path), named: "f"),
        ])
        try await manager(server.url).send(.post, path: "images", body: form)
        let request = try #require(server.requests.first)
        #expect(request["Content-Length"] == form.length.map { "\($0)" })
        #expect(request["Content-Type"] == form.contentType)
        #expect(request.chunkCount == 0)
        #expect(try await request.body == form.bytes())
    }

    @Test func `cookies are sent back over the network`() async throws {
        let server = try ScriptedServer.answering { _ in
            Self.answer(204, "", "Set-Cookie: a=1; Path=/\r\nSet-Cookie: b=2; Path=/\r\n")
        }
        let manager = try manager(server.url) { $0.cookies = CookieJar() }
        for _ in 0..<2 { try await manager.load(path: "articles") }
        #expect(server.requests.map { $0["Cookie"] } == [nil, "a=1; b=2"])
    }
}
