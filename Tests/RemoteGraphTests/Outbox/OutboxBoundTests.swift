import HTTPValues
import MercatorTesting
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import ResourceMapping
import TestSupport
import Testing

@Suite("Entries that nothing may block", .endsInTime)
struct OutboxBoundTests {
    @Test(arguments: StoreKind.allCases)
    func `a wait that a server asks for has an upper bound, also after a restart`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            press.server.fail(.status(503, ["Retry-After": "1000000000"]))
            try press.create("a")
            #expect(try await press.outbox.send().waiting.count == 1)
            press.clock.advance(by: .seconds(3500))
            #expect(try await press.outbox.send().description == "nothing to send")
            press.clock.advance(by: .seconds(200))
            #expect(try await press.restarted().outbox.send().sent.count == 1)
            #expect(press.requests.count == 2)
        }
    }

    @Test func `a pause of an origin has an upper bound`() async throws {
        let press = try Press(InMemoryStore())
        press.server.put("authors/1", ["id": "1", "name": "a"])
        press.server.fail(.status(503, ["Retry-After": "1000000000"]))
        await #expect(throws: RemoteError.self) { try await press.manager.load(path: "authors/1") }
        press.clock.advance(by: .seconds(3700))
        try await press.manager.load(path: "authors/1")
        #expect(try press.count("Author") == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `a wait under a clock that was a day ahead has ended`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let server = PressServer()
            let ahead = TestClock()
            ahead.advance(by: .seconds(86_400))
            let press = try Press(store, server, clock: ahead)
            server.fail(.status(503, ["Retry-After": "30"]))
            try press.create("a")
            #expect(try await press.outbox.send().waiting.count == 1)
            let right = try Press(store, server)
            #expect(try await right.outbox.send().sent.count == 1)
        }
    }

    @Test func `a round has its entries as they are afterwards`() async throws {
        let press = try Press(InMemoryStore())
        press.server.fail(.status(422), .unsent)
        try press.create("a")
        try press.create("b")
        let round = try await press.outbox.send()
        #expect(round.failed.map(\.state) == [.failed])
        #expect(round.failed.first?.status == 422)
        #expect(round.waiting.map(\.state) == round.waiting.map { _ in round.waiting[0].state })
        guard case .waiting = try #require(round.waiting.first).state else {
            Issue.record("\(round.waiting)")
            return
        }
    }

    /// The answer to the request that created it names the object, whatever else has brought it.
    @Test(arguments: StoreKind.allCases)
    func `an object that was deleted before the answer came is deleted, also if a list has it`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            let author = try press.create("a")
            press.server.fail(.lost)
            #expect(try await press.outbox.send().waiting.count == 1)
            try press.delete(author)
            try await press.manager.load(path: "authors/1")
            press.clock.advance(by: .seconds(60))
            try await press.outbox.send()
            #expect(press.requests.last == "DELETE authors/1")
            #expect(try press.outbox.entries().isEmpty)
            #expect(try press.count("Author") == 0 && press.server.resources.isEmpty)
        }
    }

    @Test func `edits that were made before there was a user fold with later ones`() async throws {
        let press = try Press(InMemoryStore(), credentials: Users("ann"))
        let author = try press.create("a")
        press.server.put("authors/9", ["id": "9", "name": "x"])
        try await press.manager.load(path: "authors/9")
        try press.delete(author)
        #expect(try press.outbox.entries().isEmpty)
        #expect(try await press.outbox.send().description == "nothing to send")
        let other = try press.create("b")
        try press.update(other, ["name": "c"])
        #expect(try press.outbox.entries().map(\.kind) == [.create])
    }
}
