import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import StreamingImport
import Synchronization
import TestSupport
import Testing

@Suite("Imports of responses that were cut", .endsInTime)
struct ResumptionTests {
    static let formats = [ImportFormat.lines, .array(at: "articles")]

    @Test(arguments: StoreKind.allCases, formats)
    func `N-197, N-203: a further import asks for the rest, and has each record once`(
        kind: StoreKind, format: ImportFormat
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try ExportDesk(store, format: format, options: { $0.resumesImports = false })
            let records = try await desk.runIntoCut(after: 3000)
            #expect(records > 20)
            let result = try await desk.run()
            #expect(result.resumedFrom?.records == records && result.records == 200)
            #expect(result.total.inserted == 200)
            #expect(try await desk.content == desk.expected)
            let offset = try #require(result.resumedFrom?.byteOffset)
            #expect(desk.sent("Range") == [nil, "bytes=\(offset)-"])
            #expect(desk.sent("If-Range") == [nil, "\"v1\""])
            #expect(desk.sent("Accept-Encoding") == ["identity", "identity"])
        }
    }

    // RFC 9110, section 8.8.3, allows bytes outside of ASCII, which cannot be sent back safely.
    @Test(arguments: ["\"\u{E9}\"", "\"a\u{0}\"", "*"], [nil, "y\u{E9}sterday"])
    func `a tag or date that cannot be sent back is not kept`(
        tag: String, date: String?
    ) async throws {
        let desk = try ExportDesk()
        desk.server.change { state in
            state.headers["ETag"] = tag
            state.headers["Last-Modified"] = date
        }
        for _ in 0..<2 {
            let result = try await desk.run()
            #expect(result.records == 200)
        }
        #expect(desk.sent("If-None-Match") == [nil, nil])
        #expect(desk.sent("If-Modified-Since") == [nil, nil])
    }

    @Test func `N-203: what cannot be resumed may be encoded`() async throws {
        let desk = try ExportDesk()
        try await desk.run(checkpoint: nil)
        #expect(desk.sent("Accept-Encoding") == [nil])
    }

    /// Cost: 24 streams, each cut fifty times.
    @Test(arguments: [1...200, 3000...3000, 200...200])
    func `N-205: cuts at random bytes end as none would`(chunks: ClosedRange<Int>) async throws {
        for (seed, format) in zip(UInt64(1)...4, Self.formats + Self.formats) {
            var generator = SeededGenerator(seed: seed)
            for kind in StoreKind.allCases {
                try await kind.withStoreAwaiting { store in
                    let desk = try ExportDesk(
                        store, format: format, count: 600, options: { $0.retry.sendings = .max })
                    let cuts = (0..<50).map { _ in Int.random(in: 0...900, using: &generator) }
                    let chunkSize = Int.random(in: chunks, using: &generator)
                    desk.server.change { ($0.cuts, $0.chunkSize) = (cuts, chunkSize) }
                    // Some runs end by a cancellation between batches, as by a kill.
                    while true {
                        let batches = Int.random(in: 1...20, using: &generator)
                        let task = Task {
                            let count = Mutex(0)
                            return try await desk.run { _ in
                                let now = count.withLock { count in
                                    count += 1
                                    return count
                                }
                                if now == batches { desk.manager.cancel("export") }
                            }
                        }
                        guard let result = try? await task.value else { continue }
                        #expect(result.records == 600, "\(generator)")
                        #expect(result.total.inserted == 600, "\(generator)")
                        break
                    }
                    #expect(try await desk.content == desk.expected, "\(generator)")
                    #expect(desk.server.state.withLock { $0.cuts.isEmpty }, "\(generator)")
                }
            }
        }
    }

    @Test func `a cut body is asked for at once, and sendings that bring nothing are counted`()
        async throws
    {
        let desk = try ExportDesk()
        // Each but the last three brings a batch.
        desk.server.change { $0.cuts = [1000, 1000, 1000, 1000, 1000, 1000, 0, 10, 20] }
        let error = await expectError(.failedTransfer) { try await desk.run() }
        #expect(desk.stub.requests.count == 8)
        #expect(error?.message.contains("the checkpoint 'export', and it goes on behind") == true)
        #expect(error?.message.contains("it was tried 3 times") == true)
        #expect((error?.cause as? TransportError)?.kind == .incompleteBody)
        #expect(error?.attempts.count == 3)
        #expect(desk.clock.waits.count == 7)
        let result = try await desk.run()
        #expect(result.total.inserted == 200)
        #expect(try await desk.content == desk.expected)
    }

    @Test func `without a checkpoint, a cut body is an error that says how to go on`()
        async throws
    {
        let desk = try ExportDesk()
        desk.server.change { $0.cuts = [3000] }
        let error = await expectError(.failedTransfer) { try await desk.run(checkpoint: nil) }
        #expect(error?.message.contains("name a checkpoint") == true)
        #expect(desk.stub.requests.count == 1)
        #expect(try !desk.content.isEmpty)
    }

    @Test(arguments: [0, 1, 40, 100, 100_000], formats)
    func `N-199: what a part repeats is compared and passed over`(
        overlap: Int, format: ImportFormat
    ) async throws {
        let desk = try ExportDesk(
            format: format, options: { $0.resumesImports = false }
        ) { request, server in
            guard let first = Self.first(request) else { return nil }
            return server.state.withLock {
                ExportServer.part(&$0, from: max(0, first - overlap))
            }
        }
        let records = try await desk.runIntoCut(after: 3000)
        let result = try await desk.run()
        #expect(result.resumedFrom?.records == records && result.total.inserted == 200)
        #expect(desk.stub.requests.count == 2)
        #expect(try await desk.content == desk.expected)
    }

    /// Responses to a request for the rest that do not fit.
    enum Misfit: CaseIterable, Sendable {
        case behind, otherLength, unknownLength, noRange, otherUnit, otherTag, encoded, longer
        case otherOverlap, unsatisfied

        func response(_ first: Int, _ state: inout ExportServer.State) -> TransportResponse {
            let start = self == .behind ? first + 1 : self == .otherOverlap ? first - 80 : first
            let part = ExportServer.part(&state, from: start)
            let count = state.bytes.count
            var headers = part.headers
            var body = Array(state.bytes[start...])
            switch self {
            case .behind: break
            case .otherLength: headers["Content-Range"] = "bytes \(first)-\(count)/\(count + 1)"
            case .unknownLength:
                headers["Content-Range"] = "bytes \(first)-\(count)/*"
            case .noRange: headers["Content-Range"] = nil
            case .otherUnit: headers["Content-Range"] = "items \(first)-\(count - 1)/\(count)"
            case .otherTag: headers["ETag"] = "\"v2\""
            case .encoded: headers["Content-Encoding"] = "gzip"
            case .longer: body += Array("{\"id\": 1000}\n".utf8)
            case .otherOverlap: for index in 0..<80 { body[index] = UInt8(ascii: " ") }
            case .unsatisfied:
                headers["Content-Range"] = "bytes */\(count)"
                return TransportResponse(416, headers: headers)
            }
            return TransportResponse(206, headers: headers, body: ResponseBody(body))
        }
    }

    @Test(arguments: Misfit.allCases)
    func `N-199, N-200: a part that does not fit makes a request for everything`(
        misfit: Misfit
    ) async throws {
        let desk = try ExportDesk(options: { $0.resumesImports = false }) { request, server in
            guard let first = Self.first(request) else { return nil }
            return server.state.withLock { misfit.response(first, &$0) }
        }
        let records = try await desk.runIntoCut(after: 3000)
        if misfit == .longer {
            // The bytes are those that were asked for, and more: a fault of the transfer.
            await expectError(.failedTransfer) { try await desk.run() }
            #expect(try !desk.content.contains { $0.hasPrefix("1000") })
            return
        }
        let result = try await desk.run()
        #expect(desk.stub.requests.count == 3 && desk.lastSent("Range") == nil)
        // It is the same resource after all, so nothing is imported twice.
        #expect(result.resumedFrom?.records == records && result.total.inserted == 200)
        #expect(try await desk.content == desk.expected)
    }

    @Test func `parts of the rest are asked for one after the other`() async throws {
        let desk = try ExportDesk { request, server in
            guard let first = Self.first(request) else { return nil }
            return server.state.withLock { state in
                let end = min(first + 1500, state.bytes.count)
                return TransportResponse(
                    206,
                    headers: [
                        "ETag": "\"v1\"",
                        "Content-Range": "bytes \(first)-\(end - 1)/\(state.bytes.count)",
                    ], body: ResponseBody(Array(state.bytes[first..<end])))
            }
        }
        desk.server.change { $0.cuts = [1000] }
        let result = try await desk.run()
        #expect(result.total.inserted == 200 && desk.stub.requests.count > 4)
        #expect(try await desk.content == desk.expected)
    }

    @Test func `N-200: nothing behind the checkpoint means that everything was read`()
        async throws
    {
        let desk = try ExportDesk(options: { $0.resumesImports = false })
        let records = try await desk.runIntoCut(after: 3000)
        // The server has exactly what was read.
        let read = try #require(try desk.checkpoint).byteOffset
        desk.server.change { $0.bytes.removeLast($0.bytes.count - read) }
        let result = try await desk.run()
        #expect(desk.lastSent("Range") == "bytes=\(read)-" && desk.stub.requests.count == 2)
        #expect(result.records == records && result.resumedFrom?.records == records)
        let again = try await desk.run()
        #expect(desk.lastSent("If-None-Match") == "\"v1\"")
        #expect(again.records == records && desk.stub.requests.count == 3)
    }

    @Test(arguments: ["W/\"v1\"", nil, "\"v1\""] as [String?], formats)
    func `N-202: without ranges or a strong tag, the resource is compared and stepped over`(
        tag: String?, format: ImportFormat
    ) async throws {
        let desk = try ExportDesk(format: format, options: { $0.resumesImports = false })
        desk.server.change { ($0.headers["ETag"], $0.hasRanges) = (tag, false) }
        let records = try await desk.runIntoCut(after: 3000)
        let result = try await desk.run()
        #expect((desk.lastSent("Range") != nil) == (tag == "\"v1\""))
        #expect(result.resumedFrom?.records == records && result.total.inserted == 200)
        #expect(desk.stub.requests.count == 2)
        #expect(try await desk.content == desk.expected)
    }

    @Test(arguments: ["\"v2\"", "\"v1\"", nil] as [String?], [20, 150])
    func `another version is imported from its start`(tag: String?, changed: Int) async throws {
        let desk = try ExportDesk(options: { $0.resumesImports = false })
        if tag == nil { desk.server.change { $0.headers["ETag"] = nil } }
        let records = try await desk.runIntoCut(after: 5000)
        #expect(records > 20 && records < 150)
        desk.server.change { state in
            let text = String(decoding: state.bytes, as: UTF8.self)
            state.bytes = Array(text.replacing("[\(changed)]", with: "[new]").utf8)
            state.headers["ETag"] = tag
            // A server that breaks its promise of a strong tag has no ranges here.
            state.hasRanges = tag != "\"v1\""
        }
        let result = try await desk.run()
        let isNoticed = tag == "\"v2\"" || changed == 20
        #expect((result.resumedFrom == nil) == isNoticed)
        #expect(desk.stub.requests.count == (isNoticed && tag != "\"v2\"" ? 3 : 2))
        #expect(result.records == 200)
        #expect(try await desk.content == desk.expected)
    }

    @Test func `what has not changed since the import is not read again`() async throws {
        for field in ["ETag", "Last-Modified"] {
            let desk = try ExportDesk()
            desk.server.change {
                $0.headers["ETag"] = nil
                $0.headers[field] = field == "ETag" ? "W/\"1\"" : "Mon, 23 Nov 2026 10:00:00 GMT"
            }
            let first = try await desk.run()
            let second = try await desk.run()
            #expect(second.records == 200 && second.counts == first.counts)
            #expect(second.resumedFrom?.isFinished == true && desk.stub.requests.count == 2)
            let condition = field == "ETag" ? "If-None-Match" : "If-Modified-Since"
            #expect(desk.sent(condition)[1] != nil)
            // Without a validator, it is read and compared.
            desk.server.change { $0.headers[field] = nil }
            #expect(try await desk.run().resumedFrom?.records == 200)
            try await desk.run(startsOver: true)
            #expect(desk.sent(condition)[3] == nil && desk.sent("Range")[3] == nil)
        }
    }

    @Test func `lines that were appended are those that are imported`() async throws {
        let desk = try ExportDesk(count: 50)
        desk.server.change { $0.headers["ETag"] = nil }
        try await desk.run()
        desk.server.change { $0.bytes = Array(ExportDesk.text(0..<60).utf8) }
        let result = try await desk.run()
        #expect(result.resumedFrom?.records == 50 && result.total.inserted == 60)
    }

    @Test func `the rest is not taken from another user or another URL`() async throws {
        let session = Session()
        let desk = try ExportDesk(
            credentials: session, options: { $0.resumesImports = false }, { _, _ in nil })
        await session.set(Credential(bearer: "a", identity: "ann"))
        let records = try await desk.runIntoCut(after: 3000)
        await session.set(Credential(bearer: "b", identity: "bob"))
        let result = try await desk.run()
        // The part is refused, since it may be one of another resource; the whole is compared.
        #expect(desk.stub.requests.count == 3 && desk.sent("Range")[2] == nil)
        #expect(result.resumedFrom?.records == records)
        try await desk.run(query: ["part": 2])
        #expect(desk.lastSent("If-None-Match") == nil)
        // The value of a secret parameter is neither kept nor compared.
        let before = desk.stub.requests.count
        try await desk.run(query: ["key": "first-secret"])
        try await desk.run(query: ["key": "second-secret"])
        #expect(desk.stub.requests.count == before + 2)
        #expect(desk.lastSent("If-None-Match") == "\"v1\"")
        let origin = try #require(try desk.checkpoint?.origin)
        #expect(origin["url"]?.contains("key=") == true)
        #expect(!origin.values.contains { $0.contains("secret") })
    }

    static func first(_ request: TransportRequest) -> Int? {
        request.headers["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
    }
}
