import HTTPValues
import ObjectGraph
import RemoteGraph
import RemotePlanning
import RemoteServers
import TestSupport
import Testing

@Suite("HTTP/2", .runsAlone, .needsServers, .endsInTime)
struct HTTP2Tests {
    private let folder: NginxFolder
    private let transport: WatchedTransport

    init() throws {
        folder = try NginxFolder()
        transport = folder.transport()
        try folder.write("ok", to: "small")
    }

    private func get(_ path: String, _ kind: NginxFolder.Kind = .tls) async throws
        -> TransportResponse
    {
        try await transport.send(
            TransportRequest(.get, folder.url(kind) + path), deadline: nil)
    }

    private func text(_ path: String, _ kind: NginxFolder.Kind = .tls) async throws -> String {
        let bytes = try await get(path, kind).bytes(upTo: 1 << 27)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func put(_ path: String, _ kind: NginxFolder.Kind) async throws -> Int {
        var request = TransportRequest(.put, folder.url(kind) + path)
        request.body = .bytes([UInt8](repeating: 65, count: 100_000))
        let response = try await transport.send(request, deadline: nil)
        _ = try await response.bytes(upTo: 1000)
        return response.status
    }

    @Test func `requests at the same time share a connection`() async throws {
        #expect(try await text("small") == "ok")
        let texts = try await withThrowingTaskGroup { group in
            for _ in 0..<40 { group.addTask { try await text("small") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "ok", count: 40))
        #expect(transport.connectionCount == 1)
        #expect(Set(transport.exchanges.map(\.version)) == [.http2])
    }

    @Test func `cancelling one request leaves the others and their connection`() async throws {
        try folder.write(String(repeating: "a", count: 30_000), to: "slow/a")
        #expect(try await text("small") == "ok")
        let tasks = (0..<4).map { _ in Task { try await text("slow/a").count } }
        while transport.exchanges.count < 5 { await Task.yield() }
        tasks[0].cancel()
        tasks[2].cancel()
        for (number, task) in tasks.enumerated() {
            if number.isMultiple(of: 2) {
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.kind == .cancelled)
            } else {
                #expect(try await task.value == 30_000)
            }
        }
        #expect(try await text("small") == "ok")
        #expect(transport.connectionCount == 1)
    }

    @Test func `a body that is not read does not hold up other requests`() async throws {
        let size = 64 << 20
        try folder.write(String(repeating: "a", count: size), to: "large")
        let response = try await get("large")
        var iterator = response.body.makeAsyncIterator()
        var count = try await iterator.next(isolation: nil)?.count ?? 0
        for _ in 0..<100 { #expect(try await text("small") == "ok") }
        #expect(response.metrics == nil, "the body waits for its reader")
        while let chunk = try await iterator.next(isolation: nil) { count += chunk.count }
        #expect(count == size)
        #expect(transport.connectionCount == 1)
    }

    @Test func `the end of a connection that the server announces loses no request`() async throws {
        for _ in 0..<100 { #expect(try await text("small", .short) == "ok") }
        #expect(transport.connectionCount == 5)
        let texts = try await withThrowingTaskGroup { group in
            for _ in 0..<100 { group.addTask { try await text("small", .short) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.count == 100)
    }

    @Test func `more requests than the server allows at a time wait`() async throws {
        try folder.write(String(repeating: "a", count: 5_000), to: "slow/a")
        #expect(try await text("small", .narrow) == "ok")
        let texts = try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { try await text("slow/a", .narrow) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.map(\.count) == Array(repeating: 5_000, count: 10))
    }

    @Test func `a refused request is an error, and the next one is none`() async throws {
        let error = await #expect(throws: TransportError.self) { try await put("a", .narrow) }
        #expect(error?.kind == .reset)
        #expect(try await text("small", .narrow) == "ok")
        #expect(try await put("a", .narrow) == 201)
        #expect(try await text("a", .narrow).count == 100_000)
    }
}
