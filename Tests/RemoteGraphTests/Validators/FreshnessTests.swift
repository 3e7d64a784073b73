import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("Fresh responses", .endsInTime)
struct FreshnessTests {
    private let clock = TestClock(date: Timestamp(seconds: 1_000_000) ?? .distantPast)

    private func load(_ manager: ObjectManager) async throws -> [ManagedObjectID]? {
        if case .fresh(let objects) = try await manager.load("articles") { objects } else { nil }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-170: a fresh response needs no request, also after a restart`(
        kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let server = VersionedServer([
                "ETag": #""1""#, "Cache-Control": "max-age=60", "Age": "50",
            ])
            let desk = try Desk(
                server, store: store, clock: clock, options: { $0.freshness = .asServed })
            #expect(try await load(desk.manager) == nil)
            clock.advance(by: .seconds(9))
            #expect(try desk.numbers(try #require(try await load(desk.manager))) == [2, 1])
            #expect(try await load(desk.manager())?.count == 2)
            #expect(desk.stub.requests.count == 1)
            clock.advance(by: .seconds(2))
            #expect(try await load(desk.manager) == nil)
            #expect(desk.sent("If-None-Match") == ["", #""1""#])
        }
    }

    @Test func `304 renews the time, without a commit`() async throws {
        let server = VersionedServer(["ETag": #""1""#, "Cache-Control": "max-age=60"])
        let desk = try Desk(server, clock: clock, options: { $0.freshness = .asServed })
        try await desk.manager.load("articles")
        clock.advance(by: .seconds(60))
        let before = try desk.validators()
        #expect(try await desk.manager.load("articles").confirmed?.count == 2)
        #expect(try desk.validators() == before)
        clock.advance(by: .seconds(59))
        #expect(try await load(desk.manager)?.count == 2)
        clock.advance(by: .seconds(1))
        #expect(try await load(desk.manager) == nil)
    }

    @Test func `304 renews the time of each list`() async throws {
        let server = VersionedServer(["ETag": #""1""#, "Cache-Control": "max-age=60"])
        let desk = try Desk(server, clock: clock, options: { $0.freshness = .asServed })
        func loadAll() async throws {
            for page in 1...3 {
                _ = try await desk.manager.load("articles", query: ["page": .integer(Int64(page))])
            }
        }
        try await loadAll()
        clock.advance(by: .seconds(60))
        try await loadAll()
        #expect(desk.stub.requests.count == 6)
        clock.advance(by: .seconds(59))
        try await loadAll()
        #expect(desk.stub.requests.count == 6)
    }

    @Test func `by default, the server is asked each time`() async throws {
        let desk = try Desk(
            VersionedServer(["ETag": #""1""#, "Cache-Control": "max-age=60"]), clock: clock)
        try await desk.manager.load("articles")
        #expect(try await desk.manager.load("articles").confirmed?.count == 2)
    }

    @Test(arguments: [
        ("Max-Age = 60, private", true), (#"max-age="60""#, true), ("max-age=5, max-age=60", false),
        ("max-age=99999999999999999999", true), ("max-age=60, no-cache", false),
        (#"max-age=60, no-cache="Set-Cookie, X""#, false),
        (#"x="a, no-cache, b", max-age=60"#, true),
        ("max-age=-60", false), ("max-age=6x", false), ("max-age", false), ("s-maxage=60", false),
        ("max-age=10", false), ("max-age=11", true), ("", false),
    ])
    func `the time is read as RFC 9111 has it`(field: String, isFresh: Bool) async throws {
        let desk = try Desk(
            VersionedServer(["ETag": #""1""#, "Cache-Control": field]), clock: clock,
            options: { $0.freshness = .asServed })
        try await desk.manager.load("articles")
        clock.advance(by: .seconds(10))
        #expect((try await load(desk.manager) != nil) == isFresh)
    }

    @Test func `a response without a tag can be fresh, but is never a condition`() async throws {
        let desk = try Desk(
            VersionedServer(["Cache-Control": "max-age=60"]), clock: clock,
            options: { $0.freshness = .asServed })
        try await desk.manager.load("articles")
        #expect(try await load(desk.manager)?.count == 2)
        clock.advance(by: .seconds(60))
        #expect(try await desk.manager.load("articles").isMapped)
    }

    @Test func `a clock that was set back makes nothing fresh`() async throws {
        let server = VersionedServer(["ETag": #""1""#, "Cache-Control": "max-age=60"])
        let desk = try Desk(server, clock: clock, options: { $0.freshness = .asServed })
        try await desk.manager.load("articles")
        let earlier = TestClock(date: Timestamp(seconds: 999_990) ?? .distantPast)
        #expect(try await load(desk.manager(options: { $0.clock = earlier })) == nil)
    }

    @Test func `a change makes dependent resources stale`() async throws {
        let server = VersionedServer(["ETag": #""1""#, "Cache-Control": "max-age=60"])
        let desk = try Desk(
            server, clock: clock, options: { $0.freshness = .asServed },
            server: { $0.addDependency(of: "articles", on: "articles/:id") })
        try await desk.manager.load("articles")
        let articles = try #require(try await load(desk.manager))
        try await desk.manager.load("all")
        try await desk.manager.patch(articles[0]) { $0["title"] = "mine" }
        #expect(try await load(desk.manager) == nil)
        guard case .fresh = try await desk.manager.load("all") else {
            Issue.record("a resource that depends on nothing was asked for")
            return
        }
    }
}
