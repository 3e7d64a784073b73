import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import OrphanDetection
import RemoteGraph
import RemotePlanning
import RemoteServers
import TestSupport
import Testing

@Suite("Pages of servers", .runsAlone, .needsServers, .endsInTime)
struct PageTests {
    private let space: DjangoSpace

    init() throws { space = try DjangoSpace() }

    private func newsroom(_ store: any PersistentStore) throws -> Newsroom {
        var server = RemoteDescription(base: space.url)
        for path: PathPattern in ["articles/", "by-offset/", "by-cursor/"] {
            server.addResponse(
                ResponseDescriptor(
                    path, root: "results", using: "Article",
                    scope: .all("Article", limit: .unlimited)))
        }
        return try Newsroom(server, store: store)
    }

    /// A way of paging, and the number of pages of 130 articles with it; those by number and by
    /// offset also ask for the page after the last one.
    struct Way: Sendable, CustomTestStringConvertible {
        let path: String
        let style: PageStyle
        var query: [String: Value] = [:]
        let counts: [Int]

        var testDescription: String { path }
    }

    private static let ways = [
        Way(path: "articles/", style: .number(), counts: [25, 25, 25, 25, 25, 5]),
        // The server gives 20 at most.
        Way(
            path: "by-offset/", style: .offset(), query: ["limit": 50],
            counts: [20, 20, 20, 20, 20, 20, 10]),
        Way(path: "by-cursor/", style: .nextURL(at: "next"), counts: [25, 25, 25, 25, 25, 5]),
    ]

    @Test(arguments: ways, StoreKind.everyKind)
    func `all articles are loaded, and what the list lacks is deleted`(
        way: Way, kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { try await load(way, newsroom($0)) }
    }

    private func load(_ way: Way, _ newsroom: Newsroom) async throws {
        try await space.seed(130)
        _ = try newsroom.insert("Article", ["articleID": -1])
        var counts: [Int] = []
        for try await page in newsroom.manager.pages(
            path: way.path, query: way.query, by: way.style)
        {
            counts.append(page.result?.array.count ?? 0)
        }
        #expect(counts.filter { $0 > 0 } == way.counts)
        let numbers = try newsroom.identifiers()
        #expect(numbers.count == (way.style == .number() ? 131 : 130))
    }

    @Test(arguments: StoreKind.everyKind)
    func `changes of a Kinto collection come in pages since a mark`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { try await loadChanges($0) }
    }

    private func loadChanges(_ store: any PersistentStore) async throws {
        let collection = try await KintoCollection()
        var server = RemoteDescription(base: collection.url)
        server.addResponse(ResponseDescriptor("records", root: "data", using: "Record"))
        let newsroom = try Newsroom(
            server, store: store, credentials: User(collection.url, Credential(collection.fields)))
        func load() async throws -> [Int] {
            var counts: [Int] = []
            let pages = newsroom.manager.pages(path: "records", by: .header("Next-Page"))
            for try await page in pages.changes(since: .etag(parameter: "_since")) {
                counts.append(page.result?.array.count ?? 0)
            }
            return counts
        }
        for number in 0..<60 {
            try await collection.send(.put, "r\(number)", json: #"{"data": {"title": "old"}}"#)
        }
        #expect(try await load() == [25, 25, 10])
        for number in 0..<3 { try await collection.send(.delete, "r\(number)") }
        try await collection.send(.put, "r3", json: #"{"data": {"title": "new"}}"#)
        _ = try await load()
        let titles = try newsroom.values(of: "Record")
        #expect(titles.count == 57 && titles["r3"] == "new")
        #expect(newsroom.transport.exchanges.last?.request.url.contains("_since=") == true)
    }
}
