import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

@Suite("Changes of lists", .endsInTime)
struct ChangesTests {
    /// A list whose version counts its changes, as that of Kinto does.
    final class Collection: Sendable {
        struct State {
            var version = 1
            /// The version and the deletion of each article.
            var records: [Int: (version: Int, isDeleted: Bool)] = [1: (1, false), 2: (1, false)]
            var failure: Int?
            var pageSize = 10
        }

        let state = Mutex(State())

        func change(_ number: Int, isDeleted: Bool = false) {
            state.withLock { state in
                state.version += 1
                state.records[number] = (state.version, isDeleted)
            }
        }

        func respond(_ request: TransportRequest) -> TransportResponse {
            state.withLock { state in
                let since = request.number("_since")
                let token = request.number("_token") ?? 0
                if let failure = state.failure, token > 0 { return TransportResponse(failure) }
                let wanted = state.records
                    .filter { $0.value.version > since ?? 0 && (since != nil || !$0.value.1) }
                    .sorted { $0.key < $1.key }
                let shown = wanted.dropFirst(token).prefix(state.pageSize).map { number, record in
                    #"{"id": \#(number), "title": "v\#(record.version)", "#
                        + #""deleted": \#(record.isDeleted)}"#
                }
                var headers: HeaderFields = ["ETag": "\"\(state.version)\""]
                let next = token + state.pageSize
                if next < wanted.count {
                    let query = since.map { "_since=\($0)&" } ?? ""
                    headers["Next-Page"] = "/api/all?\(query)_token=\(next)"
                }
                return TransportResponse(
                    200, headers: headers,
                    json: #"{"articles": [\#(shown.joined(separator: ", "))]}"#)
            }
        }
    }

    private func changes(_ desk: PageDesk) -> PageSequence {
        desk.manager.pages("all", by: .header("Next-Page"))
            .changes(since: .etag(parameter: "_since"))
    }

    @Test(arguments: StoreKind.allCases)
    func `only what has changed is requested, and tombstones delete`(
        kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let collection = Collection()
            let desk = try PageDesk(store) { collection.respond($0) }
            try desk.insert([9])
            _ = try await changes(desk).all()
            // Everything was requested, so the scope of the list applies.
            #expect(try desk.numbers == [1, 2])
            collection.change(2, isDeleted: true)
            collection.change(3)
            let second = try await changes(desk).all()
            #expect(second.count == 1)
            #expect(second.first?.result?.orphans == nil)
            #expect(try desk.numbers == [1, 3])
            _ = try await changes(desk).all()
            #expect(desk.requests == ["all", "all?_since=1", "all?_since=3"])
            #expect(try desk.numbers == [1, 3])
        }
    }

    @Test(arguments: StoreKind.allCases, PageOptions.Commit.allCases)
    func `a failed delta keeps the mark`(
        kind: StoreKind, commit: PageOptions.Commit
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let collection = Collection()
            let desk = try PageDesk(store) { collection.respond($0) }
            _ = try await changes(desk).all()
            collection.state.withLock {
                $0.pageSize = 1
                $0.failure = 500
            }
            collection.change(1)
            collection.change(2)
            var options = PageOptions()
            options.commit = commit
            let pages = desk.manager.pages("all", by: .header("Next-Page"), options: options)
                .changes(since: .etag(parameter: "_since"))
            let delta = ["all?_since=1", "all?_since=1&_token=1"]
            for _ in 0..<2 {
                await expectError(.failedStatus) { try await pages.all() }
            }
            let error = await expectError(.failedStatus) { try await pages.all() }
            #expect(desk.requests == ["all"] + delta + delta + delta)
            collection.state.withLock { $0.failure = nil }
            _ = try await pages.resume(from: try #require(error?.page)).all()
            #expect(try desk.values("title") == [1: "v2", 2: "v3"])
            collection.change(1)
            _ = try await pages.all()
            #expect(desk.requests.suffix(2) == [delta[1], "all?_since=3"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a delta that is not committed is requested again`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let collection = Collection()
            let failing = FailingStore(store)
            let desk = try PageDesk(failing) { collection.respond($0) }
            _ = try await changes(desk).all()
            collection.change(1)
            failing.fail([.committing])
            await expectError(.failedMapping) { try await changes(desk).all() }
            failing.fail([])
            #expect(try desk.values("title")[1] == "v1")
            _ = try await changes(desk).all()
            #expect(try desk.values("title")[1] == "v2")
            #expect(desk.requests == ["all", "all?_since=1", "all?_since=1"])
        }
    }

    @Test func `the mark of the first page counts, unless that of the last is wanted`() async throws
    {
        for (which, expected) in [(ChangeMark.Page.first, "a"), (.last, "b")] {
            let desk = try PageDesk { request in
                request.parameter("p") == nil
                    ? TransportResponse(
                        200, headers: ["Link": "<?p=2>; rel=next"],
                        json: page([1], #""until": "a""#))
                    : TransportResponse(200, json: page([2], #""until": "b""#))
            }
            let pages = desk.manager.pages("articles", by: .link())
                .changes(since: .path("until", parameter: "since"), of: which)
            _ = try await pages.all()
            _ = try await pages.all()
            #expect(desk.requests[2] == "articles?since=\(expected)")
        }
    }

    @Test func `marks are texts of fields or tags`() async throws {
        for (mark, headers, expected): (ChangeMark, HeaderFields, String?) in [
            (.etag(parameter: "s"), ["ETag": #"W/"7""#], "7"),
            (.etag(parameter: "s"), ["ETag": "7"], "7"),
            (.header("X-Until", parameter: "s"), ["X-Until": #""7""#], "%227%22"),
            (.header("X-Until", parameter: "s"), [:], nil),
        ] {
            let desk = try PageDesk { _ in
                TransportResponse(200, headers: headers, json: page([1]))
            }
            let pages = desk.manager.pages("articles", by: .single).changes(since: mark)
            _ = try await pages.all()
            _ = try await pages.all()
            #expect(desk.requests.last == "articles" + (expected.map { "?s=\($0)" } ?? ""))
        }
    }

    @Test func `a mark belongs to a user, a URL and a way to map`() async throws {
        let collection = Collection()
        let store = InMemoryStore()
        let session = Session(nil)
        let desk = try PageDesk(store, credentials: session) { collection.respond($0) }
        func load(_ desk: PageDesk, query: [String: Value] = [:]) async throws -> String? {
            _ = try await desk.manager.pages("all", query: query, by: .single)
                .changes(since: .etag(parameter: "_since")).all()
            return desk.requests.last
        }
        await session.set(Credential(bearer: "1", identity: "ann"))
        #expect(try await load(desk) == "all")
        await session.set(Credential(bearer: "2", identity: "bob"))
        #expect(try await load(desk) == "all")
        #expect(try await load(desk, query: ["x": 1]) == "all?x=1")
        await session.set(Credential(bearer: "3", identity: "ann"))
        #expect(try await load(desk) == "all?_since=1")
        let other = try PageDesk(store, credentials: session, titleKey: "name") {
            collection.respond($0)
        }
        #expect(try await load(other) == "all")
        await expectError(.invalidRequest) { try await load(desk, query: ["key": "secret"]) }
    }

    @Test func `a mark that the server has forgotten is dropped`() async throws {
        let collection = Collection()
        let desk = try PageDesk { request in
            request.parameter("_since") == "1"
                ? TransportResponse(410, json: "{}") : collection.respond(request)
        }
        try desk.insert([9])
        _ = try await changes(desk).all()
        collection.change(1)
        try desk.insert([9])
        #expect(try await changes(desk).all().count == 1)
        #expect(desk.requests == ["all", "all?_since=1", "all"])
        // Everything was requested again, so the scope of the list applies.
        #expect(try desk.numbers == [1, 2])
        _ = try await changes(desk).all()
        #expect(desk.requests.last == "all?_since=2")
    }
}
