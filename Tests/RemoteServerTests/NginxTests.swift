import EntityMapper
import Foundation
import HTTPValues
import ObjectGraph
import OrphanDetection
import RemoteGraph
import RemotePlanning
import RemoteServers
import TestSupport
import Testing

@Suite("With nginx", .runsAlone, .needsServers, .endsInTime)
struct NginxTests {
    private let folder: NginxFolder

    init() throws { folder = try NginxFolder() }

    private func newsroom(
        _ url: String? = nil, over transport: WatchedTransport = WatchedTransport(),
        _ change: (inout RemoteOptions) -> Void = { _ in }
    ) throws -> Newsroom {
        var server = RemoteDescription(base: url ?? folder.url(.plain))
        server.addResponse(
            ResponseDescriptor(
                root: "articles", using: "Article", scope: .all("Article", limit: .unlimited)))
        return try Newsroom(server, over: transport, options: change)
    }

    private func articles(_ count: Int) -> String {
        let all = (1...count).map { #"{"id": \#($0), "title": "Article \#($0)"}"# }
        return #"{"articles": [\#(all.joined(separator: ","))]}"#
    }

    @Test func `a compressed body is mapped`() async throws {
        let newsroom = try newsroom()
        try folder.write(articles(1000), to: "gzip/articles.json")
        let result = try await newsroom.manager.load(path: "gzip/articles.json").mapped()
        #expect(result.total.inserted == 1000)
        let exchange = try #require(newsroom.transport.exchanges.last)
        #expect(exchange.headers["Content-Encoding"] == "gzip")
        // nginx makes the tag of a compressed body a weak one.
        #expect(exchange.headers["ETag"]?.hasPrefix("W/") == true)
    }

    @Test(arguments: ["", "gzip/"])
    func `a file that has not changed is confirmed`(place: String) async throws {
        let newsroom = try newsroom()
        try folder.write(articles(1000), to: place + "articles.json")
        let objects = try await newsroom.manager.load(path: place + "articles.json").mapped().array
        #expect(
            try await newsroom.manager.load(path: place + "articles.json").confirmed() == objects)
        try folder.write(articles(900), to: place + "articles.json")
        _ = try await newsroom.manager.load(path: place + "articles.json").mapped()
        #expect(try newsroom.identifiers().count == 900)
        #expect(newsroom.transport.statuses == [200, 304, 200])
    }

    @Test(arguments: [NginxFolder.Kind.plain, .tls])
    func `a thousand requests in a row need one connection`(
        kind: NginxFolder.Kind
    ) async throws {
        let newsroom = try newsroom(folder.url(kind), over: folder.transport())
        try folder.write(articles(2), to: "articles.json")
        for _ in 0..<1000 { try await newsroom.manager.load(path: "articles.json") }
        let exchanges = newsroom.transport.exchanges
        #expect(exchanges.count == 1000 && newsroom.transport.connectionCount == 1)
        #expect(Set(exchanges.map(\.version)) == [kind == .plain ? .http1Point1 : .http2])
        #expect(try newsroom.identifiers() == [1, 2])
    }

    @Test func `a 429 that does not say when is tried again later`() async throws {
        let newsroom = try newsroom { $0.generator = Longest() }
        try folder.write(articles(1), to: "few/articles.json")
        try await withThrowingTaskGroup { group in
            // Another query makes another request, but not another file.
            for number: Value in [1, 2] {
                group.addTask {
                    try await newsroom.manager.load(
                        path: "few/articles.json", query: ["number": number])
                }
            }
            for try await outcome in group { _ = try outcome.mapped() }
        }
        let exchanges = newsroom.transport.exchanges
        // The two answers may be read in either order.
        #expect(exchanges.map(\.status).sorted() == [200, 200, 429])
        let refusal = try #require(exchanges.first { $0.status == 429 })
        #expect(refusal.headers["Retry-After"] == nil)
    }

    @Test func `a missing file deletes nothing`() async throws {
        let newsroom = try newsroom()
        _ = try newsroom.insert("Article", ["articleID": 7])
        let error = await expectError(.failedStatus) {
            try await newsroom.manager.load(path: "missing.json")
        }
        #expect(error?.status == 404)
        #expect(try newsroom.identifiers() == [7])
    }

    @Test func `a download that was cut is repeated`() async throws {
        let relay = try CuttingRelay(to: folder.port(.plain))
        let newsroom = try newsroom(relay.url(folder.url(.plain)))
        try folder.write(articles(5000), to: "articles.json")
        for _ in 0..<2 { try relay.cut(after: 40_000) }
        let result = try await newsroom.manager.load(path: "articles.json").mapped()
        #expect(result.total.inserted == 5000)
        #expect(newsroom.transport.statuses == [200, 200, 200])
    }

    @Test func `a download that is cut each time changes nothing`() async throws {
        let relay = try CuttingRelay(to: folder.port(.plain))
        let newsroom = try newsroom(relay.url(folder.url(.plain)))
        _ = try newsroom.insert("Article", ["articleID": 7_000])
        let before = try newsroom.snapshot()
        try folder.write(articles(5000), to: "articles.json")
        for _ in 0..<3 { try relay.cut(after: 40_000) }
        let error = await expectError(.failedTransfer) {
            try await newsroom.manager.load(path: "articles.json")
        }
        #expect((error?.cause as? TransportError)?.kind == .incompleteBody)
        #expect(error?.attempts.count == 3)
        #expect(try newsroom.snapshot() == before)
    }

    @Test func `a slow download is cancelled at once, and changes nothing`() async throws {
        let newsroom = try newsroom()
        try folder.write(articles(5000), to: "slow/articles.json")
        let task = Task { try await newsroom.manager.load(path: "slow/articles.json") }
        while newsroom.transport.exchanges.isEmpty { await Task.yield() }
        let start = ContinuousClock.now
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        #expect(start.duration(to: .now) < .seconds(1))
        #expect(try newsroom.identifiers().isEmpty)
    }

    @Test func `a file is sent, read and deleted`() async throws {
        let newsroom = try newsroom()
        let path = FileManager.default.temporaryDirectory
            .appending(path: "sent\(UInt32.random(in: .min ... .max)).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try articles(300).write(toFile: path, atomically: true, encoding: .utf8)
        let manager = newsroom.manager
        try await manager.send(
            .put, path: "new/articles.json", body: .file(path), as: "application/json")
        #expect(try await manager.load(path: "new/articles.json").mapped().array.count == 300)
        try await manager.load(.delete, path: "new/articles.json")
        await expectError(.failedStatus) { try await manager.load(path: "new/articles.json") }
        #expect(newsroom.transport.statuses == [201, 200, 204, 404])
    }

    @Test func `ranges are those that resumed downloads rely on`() async throws {
        let transport = folder.transport()
        try folder.write("0123456789", to: "digits.ndjson")
        let url = folder.url(.plain) + "digits.ndjson"
        func get(_ headers: HeaderFields) async throws -> (TransportResponse, String) {
            let response = try await transport.send(
                TransportRequest(.get, url, headers: headers), deadline: nil)
            return (response, String(decoding: try await response.bytes(upTo: 1000), as: UTF8.self))
        }
        let tag = try #require(try await get([:]).0.headers["ETag"])
        let (rest, text) = try await get(["Range": "bytes=4-", "If-Range": tag])
        #expect(rest.status == 206 && text == "456789")
        #expect(rest.headers["Content-Range"] == "bytes 4-9/10")
        let (changed, whole) = try await get(["Range": "bytes=4-", "If-Range": "\"other\""])
        #expect(changed.status == 200 && whole == "0123456789")
        let (beyond, _) = try await get(["Range": "bytes=10-"])
        #expect(beyond.status == 416 && beyond.headers["Content-Range"] == "bytes */10")
        #expect(try await get(["If-None-Match": tag]).0.status == 304)
    }
}

/// A generator by which random waits are as long as they can be.
private struct Longest: RandomNumberGenerator, Sendable {
    mutating func next() -> UInt64 { .max }
}
