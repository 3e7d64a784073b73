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

/// A server with one resource, of which it sends parts on demand.
final class ExportServer: Sendable {
    struct State: Sendable {
        var bytes: [UInt8]
        var headers: HeaderFields = ["ETag": "\"v1\"", "Content-Type": "application/x-ndjson"]
        var hasRanges = true
        /// The numbers of bytes after which the next bodies are cut.
        var cuts: [Int] = []
        var chunkSize = 700
    }

    let state: Mutex<State>

    init(_ text: String) { state = Mutex(State(bytes: Array(text.utf8))) }

    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// The response of a server that follows RFC 9110.
    func respond(_ request: TransportRequest) -> TransportResponse {
        state.withLock { state in
            let tag = state.headers["ETag"]
            if let tag, request.headers["If-None-Match"] == tag {
                return TransportResponse(304, headers: state.headers)
            }
            if let date = state.headers["Last-Modified"],
                request.headers["If-Modified-Since"] == date
            {
                return TransportResponse(304, headers: state.headers)
            }
            let mayRange =
                state.hasRanges && (request.headers["If-Range"].map { $0 == tag } ?? true)
            let range = request.headers["Range"].flatMap {
                Int($0.dropFirst("bytes=".count).dropLast())
            }
            return Self.part(&state, from: mayRange ? range : nil)
        }
    }

    /// Returns a part of the resource, cut as the state says.
    static func part(_ state: inout State, from first: Int?) -> TransportResponse {
        var headers = state.headers
        let count = state.bytes.count
        if let first, first >= count {
            headers["Content-Range"] = "bytes */\(count)"
            return TransportResponse(416, headers: headers)
        }
        if let first { headers["Content-Range"] = "bytes \(first)-\(count - 1)/\(count)" }
        var body = state.bytes[(first ?? 0)...]
        headers["Content-Length"] = "\(body.count)"
        var error: TransportError?
        if !state.cuts.isEmpty {
            let cut = state.cuts.removeFirst()
            if cut < body.count {
                body = body.prefix(cut)
                error = TransportError(.incompleteBody, .receiving(bytes: cut), "cut by the test")
            }
        }
        let chunks = body.chunks(of: state.chunkSize)
        return TransportResponse(
            first == nil ? 200 : 206, headers: headers,
            body: ResponseBody(StoredBody(chunks, error: error)))
    }
}

extension ArraySlice<UInt8> {
    fileprivate func chunks(of count: Int) -> [[UInt8]] {
        stride(from: startIndex, to: endIndex, by: count).map { start in
            Array(self[start..<Swift.min(start + count, endIndex)])
        }
    }
}

/// A manager with an export server.
struct ExportDesk {
    let container: PersistentContainer
    let server: ExportServer
    let stub: StubTransport
    let clock = TestClock()
    let manager: ObjectManager
    let format: ImportFormat

    init(
        _ store: any PersistentStore = InMemoryStore(), format: ImportFormat = .lines,
        count: Int = 200, options change: (inout RemoteOptions) -> Void = { _ in }
    ) throws {
        try self.init(store, format: format, count: count, options: change) { _, _ in nil }
    }

    /// Creates a desk whose server leaves responses to a closure, unless it returns `nil`.
    init(
        _ store: any PersistentStore = InMemoryStore(), format: ImportFormat = .lines,
        count: Int = 200, credentials: (any CredentialProvider)? = nil,
        options change: (inout RemoteOptions) -> Void = { _ in },
        _ respond:
            @escaping @Sendable (TransportRequest, ExportServer) async throws(TransportError) ->
            TransportResponse?
    ) throws {
        let model = try Library.model()
        let container = try PersistentContainer(model: model, store: store)
        let plan = try MappingPlan(try Library.mappings(model), for: model)
        var description = Library.server
        description.addRoute(named: "export", "export")
        description.secretParameters = ["key"]
        let server = ExportServer(Self.text(0..<count, format))
        let stub = StubTransport { request async throws(TransportError) in
            try await respond(request, server) ?? server.respond(request)
        }
        var options = RemoteOptions()
        options.clock = clock
        options.generator = SeededGenerator(seed: 1)
        change(&options)
        (self.container, self.server, self.stub, self.format) = (container, server, stub, format)
        manager = ObjectManager(
            try RemotePlan(description, for: plan), in: container, over: stub, options: options,
            credentials: credentials)
    }

    static func text(
        _ numbers: Range<Int>, _ format: ImportFormat = .lines, title: String = "Títle"
    ) -> String {
        let records = numbers.map { #"{"id": \#($0), "title": "\#(title) {[\#($0)]}"}"# }
        return format == .lines
            ? records.map { $0 + "\n" }.joined()
            : #"{"total": 3, "articles": [\#(records.joined(separator: ",\n"))], "more": null}"#
    }

    /// Imports in batches of seven records.
    @discardableResult
    func run(
        startsOver: Bool = false, checkpoint: String? = "export", query: [String: Value] = [:],
        onBatch: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws(RemoteError) -> ImportOperation.Result {
        var options = ImportOptions()
        options.batchRecords = 7
        options.startsOver = startsOver
        return try await manager.import(
            "export", format: format, checkpoint: checkpoint, options: options, query: query,
            onBatch: onBatch)
    }

    /// The titles of the articles in order of their identifiers; one entry for each object.
    var content: [String] {
        get throws {
            try container.perform { context in
                try context.fetch(
                    FetchRequest("Article", sortedBy: [.ascending("articleID")])
                ).map { "\($0["articleID"]) \($0["title"])" }
            }
        }
    }

    /// The content after an import of what the server has, without interruptions.
    var expected: [String] {
        get async throws {
            let whole = try ExportDesk(format: format, count: 0)
            let bytes = server.state.withLock { $0.bytes }
            whole.server.change { $0.bytes = bytes }
            try await whole.run(checkpoint: nil)
            return try whole.content
        }
    }

    /// The values of a field of the requests so far.
    func sent(_ field: String) -> [String?] { stub.requests.map { $0.headers[field] } }

    /// The checkpoint of the imports.
    var checkpoint: ImportCheckpoint? {
        get throws {
            try ImportOperation(
                manager.plan.mappings, format: format, options: ImportOptions(checkpoint: "export")
            ).checkpoint(in: container)
        }
    }

    /// The value of a field of the last request.
    func lastSent(_ field: String) -> String? { stub.requests.last?.headers[field] }

    /// Imports until the body is cut, and returns the number of records that are saved.
    @discardableResult
    func runIntoCut(after count: Int) async throws -> Int {
        server.change { $0.cuts = [count] }
        await expectError(.failedTransfer) { try await run() }
        let checkpoint = try #require(try checkpoint)
        #expect(!checkpoint.isFinished && checkpoint.records % 7 == 0)
        return checkpoint.records
    }
}
