import HTTPValues
import ObjectGraph
import RemoteGraph
import RemotePlanning
import RemoteServers
import StreamingImport
import TestSupport
import Testing

@Suite("Streams of nginx", .runsAlone, .needsServers, .endsInTime)
struct StreamTests {
    private let folder: NginxFolder
    private let relay: CuttingRelay

    init() throws {
        folder = try NginxFolder()
        relay = try CuttingRelay(to: folder.port(.plain))
    }

    private func write(_ count: Int) throws {
        let lines = (1...count).map { #"{"id": \#($0), "title": "Article \#($0)"}"# + "\n" }
        try folder.write(lines.joined(), to: "articles.ndjson")
    }

    private func load(_ newsroom: Newsroom) async throws -> Int {
        try await newsroom.manager.import(
            path: "articles.ndjson", mapping: "Article", checkpoint: "articles"
        ).records
    }

    @Test(arguments: StoreKind.everyKind)
    func `a download that was cut goes on where it ended`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let server = RemoteDescription(base: relay.url(folder.url(.plain)))
            try await resume(Newsroom(server, store: store) { $0.retry.sendings = 1 })
        }
    }

    private func resume(_ newsroom: Newsroom) async throws {
        try write(20_000)
        try relay.cut(after: 300_000)
        await expectError(.failedTransfer) { try await load(newsroom) }
        let saved = try newsroom.identifiers().count
        #expect(saved > 0 && saved < 20_000)
        _ = try await load(newsroom)
        #expect(try newsroom.identifiers() == Array(1...20_000))
        let (first, last) = (newsroom.transport.exchanges[0], newsroom.transport.exchanges[1])
        #expect(last.status == 206)
        #expect(last.request.headers["Range"]?.hasPrefix("bytes=") == true)
        #expect(last.request.headers["If-Range"] == first.headers["ETag"])
        #expect(last.request.headers["Accept-Encoding"] == "identity")
    }
}
