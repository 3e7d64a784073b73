import EntityMapper
import HTTPValues
import ObjectGraph
import RemoteGraph
import RemoteGraphCurl
import RemotePlanning
import ScriptedServer
import StreamingImport
import Synchronization
import TestSupport
import Testing

@Suite("Imports over libcurl", .runsAlone, .endsInTime)
struct StreamsOverCurlTests {
    private func manager(_ url: String) throws -> ObjectManager {
        let article = EntityDescription("Article", attributes: [.init("articleID", .integer64)])
        let model = try ManagedObjectModel([article])
        var mapping = EntityMapping(for: article)
        mapping.identificationAttributes = ["articleID"]
        mapping.addAttributeMapping(from: "id", to: "articleID")
        let plan = try MappingPlan(MappingSet([mapping], roots: ["": "Article"]), for: model)
        return ObjectManager(
            try RemotePlan(RemoteDescription(base: url), for: plan),
            in: try PersistentContainer(model: model, store: InMemoryStore()),
            over: CurlTransport())
    }

    private func lines(_ count: Int) -> [UInt8] {
        Array((0..<count).map { "{\"id\": \($0)}\n" }.joined().utf8)
    }

    @Test func `a body that is cut at 40 % is resumed`() async throws {
        let bytes = lines(20_000)
        let cuts = Mutex(3)
        let server = try ScriptedServer { connection in
            let request = try connection.readRequest()
            let first = request["Range"].flatMap { Int($0.dropFirst(6).dropLast()) }
            let rest = bytes[(first ?? 0)...]
            let isCut = cuts.withLock { count in
                count -= 1
                return count >= 0
            }
            let range = "bytes \(first ?? 0)-\(bytes.count - 1)/\(bytes.count)"
            try connection.send(
                "HTTP/1.1 \(first == nil ? "200 OK" : "206 Part\r\nContent-Range: \(range)")\r\n"
                    + "ETag: \"v1\"\r\nContent-Length: \(rest.count)\r\n\r\n")
            try connection.send(Array(isCut ? rest.prefix(rest.count * 2 / 5) : rest))
        }
        let manager = try manager(server.url)
        var options = ImportOptions(checkpoint: "export")
        options.batchRecords = 500
        let result = try await manager.import(path: "export", options: options)
        #expect(result.records == 20_000 && result.total.inserted == 20_000)
        #expect(server.requests.count == 4)
        #expect(server.requests.map { $0["If-Range"] } == [nil, "\"v1\"", "\"v1\"", "\"v1\""])
        #expect(server.requests.allSatisfy { $0["Accept-Encoding"] == "identity" })
    }

    @Test func `the server waits for the import, which begins before the end`()
        async throws
    {
        let bytes = lines(1_500_000)
        let server = try ScriptedServer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
            try connection.send(bytes)
        }
        let manager = try manager(server.url)
        let sent = Mutex<Int?>(nil)
        var options = ImportOptions()
        options.batchRecords = 100
        let error = await #expect(throws: RemoteError.self) {
            try await manager.import(path: "export", options: options) { _ in
                sent.withLock { $0 = $0 ?? server.sentCount }
                manager.cancel("export")
            }
        }
        #expect(error?.code == .cancelled)
        // A few batches, a megabyte in the transport, and the buffers of the sockets.
        #expect(try #require(sent.withLock { $0 }) < bytes.count / 2)
        let count = try manager.container.perform { try $0.count(FetchRequest("Article")) }
        #expect(count >= 100 && count < 10_000)
    }
}
