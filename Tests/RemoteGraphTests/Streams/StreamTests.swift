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

@Suite("Imports of responses", .endsInTime)
struct StreamTests {
    /// A body whose end waits for a gate.
    final class HeldBody: ResponseBodySource {
        private let rest: Mutex<[[UInt8]]>
        private let gate: Gate

        init(_ bytes: [UInt8], holdingBack count: Int, _ gate: Gate) {
            rest = Mutex([Array(bytes.dropLast(count)), Array(bytes.suffix(count))])
            self.gate = gate
        }

        var metrics: TransportMetrics? { nil }

        func nextChunk() async throws(TransportError) -> [UInt8]? {
            if rest.withLock({ $0.count }) == 1 { await gate.wait() }
            guard !Task.isCancelled else { throw .cancelled(.receiving(bytes: 0)) }
            return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    @Test(arguments: StoreKind.allCases, ResumptionTests.formats)
    func `N-196: records are saved before the end of the response arrives`(
        kind: StoreKind, format: ImportFormat
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let gate = Gate()
            let desk = try ExportDesk(store, format: format) { _, server in
                let bytes = server.state.withLock { $0.bytes }
                let body = HeldBody(bytes, holdingBack: bytes.count / 100, gate)
                return TransportResponse(200, body: ResponseBody(body))
            }
            let progress = Mutex<[Int]>([])
            let result = try await desk.run { step in
                progress.withLock { $0.append(step.records) }
                if step.records > 180 { gate.open() }
            }
            #expect(result.records == 200 && result.batches == 29)
            #expect(progress.withLock { $0.first } == 7)
            #expect(try await desk.content == desk.expected)
        }
    }

    @Test func `N-206: an error in front of a stream is read, and nothing is imported`()
        async throws
    {
        let page = String(repeating: "x", count: 200_000)
        let log = EventLog()
        let desk = try ExportDesk(options: { $0.observer = log }) { _, _ in
            TransportResponse(503, json: #"{"title": "down", "page": "\#(page)"}"#)
        }
        let error = await expectError(.failedStatus) { try await desk.run() }
        #expect(error?.status == 503 && error?.body.count == RemoteError.bodyLimit)
        #expect(desk.stub.requests.count == 3 && error?.attempts.count == 3)
        #expect(try desk.content.isEmpty && desk.checkpoint == nil)
        #expect(!log.events.contains { if case .saved = $0 { true } else { false } })
    }

    @Test(arguments: [202, 204, 206, 302, 304, 404, 416])
    func `other statuses are errors, and nothing is imported`(status: Int) async throws {
        let desk = try ExportDesk { _, _ in
            TransportResponse(status, json: #"{"id": 1}"#)
        }
        let code: RemoteError.Code = status == 206 ? .unexpectedPartialContent : .failedStatus
        let error = await expectError(code) { try await desk.run() }
        #expect(error?.status == status && desk.stub.requests.count == 1)
        #expect(try desk.content.isEmpty && desk.checkpoint == nil)
    }

    @Test(arguments: [
        ("text/html", RemoteError.Code.unsupportedType), ("application/xml", .unsupportedType),
        ("application/gzip", .unsupportedType),
        ("application/x-ndjson; charset=utf-16", .unsupportedCharset),
    ])
    func `a response of another type is not taken for records`(
        type: String, code: RemoteError.Code
    ) async throws {
        let desk = try ExportDesk()
        desk.server.change { $0.headers["Content-Type"] = type }
        let error = await expectError(code) { try await desk.run() }
        #expect(error?.status == 200)
        #expect(try desk.content.isEmpty && desk.checkpoint == nil)
        for type in ["application/json", "text/plain", "application/octet-stream", nil] {
            desk.server.change { $0.headers["Content-Type"] = type }
            #expect(try await desk.run(startsOver: true).records == 200)
        }
    }

    @Test func `a stream has no limit as a whole, but one for each record`() async throws {
        let desk = try ExportDesk(options: { $0.bodyLimit = 1000 })
        #expect(try await desk.run().records == 200)
        var options = ImportOptions()
        options.recordBytes = 30
        let error = await expectError(.failedMapping) {
            try await desk.manager.import(path: "export", options: options)
        }
        #expect((error?.cause as? ImportError)?.code == .recordTooLong)
    }

    @Test func `a record that fails ends the import, and earlier batches stay`() async throws {
        let desk = try ExportDesk()
        desk.server.change { state in
            let text = String(decoding: state.bytes, as: UTF8.self)
            state.bytes = Array(text.replacing(#"{"id": 50,"#, with: #"{"id": [],"#).utf8)
        }
        var options = ImportOptions()
        options.batchRecords = 20
        options.mapping.failurePolicy = .fail
        let error = await expectError(.failedMapping) {
            try await desk.manager.import("export", options: options)
        }
        #expect(error?.status == 200 && error?.message.contains("line 51") == true)
        #expect((error?.cause as? ImportError)?.code == .recordFailed)
        #expect(try desk.content.count == 40)
        #expect(desk.stub.requests.count == 1)
    }

    @Test func `what cannot be imported is refused before anything is sent`() async throws {
        let desk = try ExportDesk()
        await expectError(.missingRoute) { try await desk.manager.import("exprot") }
        await expectError(.invalidRequest) {
            try await desk.manager.import("export", mapping: "Missing")
        }
        var options = ImportOptions()
        options.part = ImportPart(1, of: 2)
        await expectError(.failedMapping) {
            try await desk.manager.import("export", options: options)
        }
        #expect(desk.stub.requests.isEmpty)
    }

    @Test func `a rejected credential is renewed, and a redirect followed`() async throws {
        let session = Session()
        let desk = try ExportDesk(credentials: session) { request, _ in
            guard request.headers["Authorization"] == "Bearer token-1" else {
                return request.url.hasSuffix("/export") ? TransportResponse(401) : nil
            }
            return request.url.hasSuffix("/export")
                ? TransportResponse(307, headers: ["Location": "/files/1"]) : nil
        }
        let result = try await desk.run()
        #expect(result.records == 200)
        #expect(desk.stub.requests.map(\.url.count) == [30, 30, 27])
        #expect(await session.refreshCount == 1)
        // The version is that of the URL that was requested.
        try await desk.run()
        #expect(desk.lastSent("If-None-Match") == "\"v1\"")
    }

    @Test func `a cancelled import keeps what it has saved`() async throws {
        for usesManager in [false, true] {
            let gate = Gate()
            let desk = try ExportDesk { _, server in
                let bytes = server.state.withLock { $0.bytes }
                return TransportResponse(
                    200, body: ResponseBody(HeldBody(bytes, holdingBack: 4000, gate)))
            }
            let task = Task { try await desk.run() }
            await wait { gate.count == 1 }
            if usesManager { desk.manager.cancel("export") } else { task.cancel() }
            let error = await expectError(.cancelled) { try await task.value }
            #expect(error?.message.contains("stays") == true)
            #expect(try desk.checkpoint?.records == desk.content.count)
            #expect(desk.manager.waitingTaskCount == 0)
        }
    }

    @Test func `five streams from an origin leave a place for other requests`() async throws {
        let gate = Gate()
        let desk = try ExportDesk { request, server in
            guard request.url.contains("/export") else {
                return TransportResponse(404)
            }
            let bytes = server.state.withLock { $0.bytes }
            return TransportResponse(
                200, body: ResponseBody(HeldBody(bytes, holdingBack: 4000, gate)))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await desk.run(checkpoint: nil, query: ["number": .integer(Int64(number))])
                }
            }
            await wait { desk.manager.waitingTaskCount == 8 && gate.count == 5 }
            await expectError(.failedStatus) { try await desk.manager.load(path: "articles/1") }
            #expect(desk.stub.requests.count == 6)
            gate.open()
            try await group.waitForAll()
        }
        #expect(desk.stub.requests.count == 9)
    }

    @Test func `an import is observed as one request`() async throws {
        let log = EventLog()
        let desk = try ExportDesk(options: { $0.observer = log })
        desk.server.change { $0.cuts = [3000] }
        try await desk.run()
        let kinds = log.events.map { event in
            switch event {
            case .sent(let request, _): "sent \(request.number)"
            case .received(let request, let response): "\(response.status) \(request.number)"
            case .retrying(let request, _): "retrying \(request.number)"
            case .saved(let request, _): "saved \(request.number)"
            default: "\(event)"
            }
        }
        #expect(kinds == ["sent 1", "200 1", "retrying 1", "sent 1", "206 1", "saved 1"])
    }

    @Test func `mappings read the fields of the response`() async throws {
        let model = try Library.model()
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        var mappings = try Library.mappings(model)
        let index = try #require(mappings.mappings.firstIndex { $0.entity.name == "Article" })
        mappings.mappings[index].addAttributeMapping(
            from: "@metadata.HTTP.response.headers.x-release", to: "summary")
        let plan = try RemotePlan(
            RemoteDescription(base: "https://example.com/"),
            for: MappingPlan(mappings, for: model))
        let stub = StubTransport { _ in
            TransportResponse(200, headers: ["X-Release": "7"], json: #"{"id": 1}"#)
        }
        try await ObjectManager(plan, in: container, over: stub).import(path: "export")
        let summaries = try container.perform { context in
            try context.fetch(FetchRequest("Article")).map { $0["summary"] }
        }
        #expect(summaries == ["7"])
    }
}
