import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import TestSupport
import Testing

@Suite("Edits whose responses are lost", .endsInTime)
struct OutboxLossTests {
    @Test(arguments: StoreKind.allCases)
    func `N-220: a lost response leads to the same key and bytes again`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            let author = try press.create("a")
            press.server.fail(.lost)
            #expect(try await press.outbox.send().waiting.map(\.object) == [author])
            // A later edit does not change what was sent.
            try press.update(author, ["name": "b"])
            press.clock.advance(by: .seconds(60))
            let press = press.restarted()
            #expect(try await press.outbox.send().sent.count == 2)
            let bodies = try await press.bodies()
            #expect(bodies.count == 3 && bodies[0] == bodies[1])
            let keys = press.stub.requests.map { $0.headers["Idempotency-Key"] }
            #expect(keys.count == 3 && keys[0] != nil && keys[0] == keys[1] && keys[1] != keys[2])
            #expect(press.server.creations == ["a": 1] && press.server.misusedKeys.isEmpty)
            #expect(press.server.resources == ["authors/1": ["id": "1", "name": "b"]])
            #expect(try press.values(author, "name", "authorID", "state") == ["b", 1, 0])
        }
    }

    @Test(arguments: [StoreError.Code.busy, .full, .conflict])
    func `N-221: a response that cannot be saved now is saved later, without a request`(
        code: StoreError.Code
    ) async throws {
        let store = FailingStore()
        let clock = TestClock(paused: true)
        let press = try Press(store, clock: clock)
        let author = try press.create("a")
        press.server.interruptNext { store.fail([.committing], code) }
        async let round = press.outbox.send()
        while clock.waits.isEmpty { await Task.yield() }
        #expect(press.requests.count == 1)
        store.fail([])
        clock.advance(by: .seconds(1))
        #expect(try await round.sent.count == 1)
        #expect(press.requests.count == 1)
        #expect(try press.values(author, "authorID") == [1])
        #expect(try press.outbox.entries().isEmpty)
    }

    @Test(arguments: [StoreError.Code.full, .failure, .corrupt, .readOnly])
    func `a store that cannot be saved any more ends the round with its reason`(
        code: StoreError.Code
    ) async throws {
        let store = FailingStore()
        let press = try Press(store)
        let author = try press.create("a")
        press.server.interruptNext { store.fail([.committing], code) }
        let error = await #expect(throws: RemoteError.self) { try await press.outbox.send() }
        #expect(error?.code == .failedOutbox)
        #expect(error?.message.contains("is sent again with the same key") == true)
        store.fail([])
        press.clock.advance(by: press.manager.options.outbox.lease)
        #expect(try await press.outbox.send().sent.count == 1)
        let keys = press.stub.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 2 && keys[0] == keys[1])
        #expect(press.server.creations == ["a": 1])
        #expect(try press.values(author, "authorID") == [1])
    }

    @Test(arguments: StoreKind.allCases)
    func `an entry whose process has ended is sent when its claim has ended`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind, options: { $0.outbox.lease = .seconds(90) }) { press in
            let author = try press.create("a")
            let entered = Notice()
            press.server.interruptNext {
                entered.post()
                // As if the process had ended: the response never comes.
                try? await Task.sleep(for: .seconds(600))
            }
            let first = Task { try await press.outbox.send() }
            await entered.wait()
            let other = press.restarted()
            #expect(try await other.outbox.send().description == "nothing to send")
            press.clock.advance(by: .seconds(89))
            #expect(try await other.outbox.send().description == "nothing to send")
            press.clock.advance(by: .seconds(1))
            #expect(try await other.outbox.send().sent.count == 1)
            first.cancel()
            _ = await first.result
            #expect(try press.values(author, "authorID") == [1])
            let keys = press.stub.requests.map { $0.headers["Idempotency-Key"] }
            #expect(keys.count == 2 && keys[0] == keys[1])
            #expect(press.server.creations == ["a": 1])
            #expect(try press.outbox.entries().isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-088: a response without an identifier leaves the entry unconfirmed`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            let author = try press.create("a")
            press.server.fail(.body(201, #"{"authors": [{"name": "a"}]}"#))
            let round = try await press.outbox.send()
            #expect(round.unconfirmed.map(\.object) == [author])
            #expect(try await press.restarted().outbox.send().description == "nothing to send")
            #expect(press.requests.count == 1)
            #expect(try press.states == [.unconfirmed])
            #expect(try press.values(author, "authorID", "state") == [.null, 1])
        }
    }

    @Test func `a creation that is answered without a body is unconfirmed`() async throws {
        try await withPress(.sqlite) { press in
            let author = try press.create("a")
            press.server.fail(.body(201, ""))
            #expect(try await press.outbox.send().unconfirmed.count == 1)
            #expect(try press.states == [.unconfirmed])
            #expect(try press.values(author, "authorID") == [.null])
            try press.update(author, ["name": "b"])
            #expect(try await press.outbox.send().description == "nothing to send")
        }
    }

    @Test func `what is only accepted, or cannot be mapped, is not sent again`() async throws {
        let faults: [PressServer.Fault] = [
            .body(202, "{}"), .body(200, "{"), .body(201, #"{"other": 1}"#), .body(299, "[1]"),
        ]
        for fault in faults {
            try await withPress(.inMemory) { press in
                let author = try press.create("a")
                press.server.fail(fault)
                #expect(try await press.outbox.send().unconfirmed.count == 1, "\(fault)")
                #expect(try await press.outbox.send().description == "nothing to send")
                #expect(press.requests.count == 1)
                let entry = try #require(try press.outbox.entries().first)
                #expect(entry.message?.hasPrefix("the server has accepted") == true)
                #expect(try press.values(author, "authorID") == [.null])
            }
        }
    }

    @Test func `a cancelled round leaves the entry as it was`() async throws {
        try await withPress(.sqlite) { press in
            try press.create("a")
            press.server.interruptNext {
                press.manager.cancel("authors", method: .post)
                await Task.yield()
            }
            await expectError(.cancelled) { try await press.outbox.send() }
            #expect(try press.states == [.pending])
            try await press.outbox.send()
            let keys = Set(press.stub.requests.map { $0.headers["Idempotency-Key"] })
            #expect(keys.count == 1)
            #expect(press.server.creations == ["a": 1])
        }
    }
}

@Suite("Servers without keys", .endsInTime)
struct OutboxWithoutKeysTests {
    private static func withoutKeys(
        _ policy: OutboxOptions.UnconfirmedPolicy
    ) -> (inout RemoteOptions) -> Void {
        { options in
            options.outbox.serverHonoursKeys = false
            options.outbox.onUnconfirmed = policy
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a creation whose response is lost asks`(kind: StoreKind) async throws {
        try await withPress(kind, options: Self.withoutKeys(.ask)) { press in
            let author = try press.create("a")
            press.server.fail(.unsent, .lost)
            #expect(try await press.outbox.send().waiting.count == 1)
            press.clock.advance(by: .seconds(60))
            #expect(try await press.outbox.send().unconfirmed.count == 1)
            #expect(try await press.outbox.send().description == "nothing to send")
            #expect(press.stub.requests.allSatisfy { $0.headers["Idempotency-Key"] == nil })
            #expect(press.server.creations == ["a": 1])
            try await press.outbox.retry(try #require(try press.outbox.entries().first))
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(press.server.creations == ["a": 2])
            #expect(try press.values(author, "authorID") == [2])
        }
    }

    @Test func `a creation is sent again by choice`() async throws {
        try await withPress(.inMemory, options: Self.withoutKeys(.resend)) { press in
            try press.create("a")
            press.server.fail(.lost)
            #expect(try await press.outbox.send().waiting.count == 1)
            press.clock.advance(by: .seconds(60))
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(press.server.creations == ["a": 2])
        }
    }

    /// The policy that asks the server for an author by its name.
    private func find() throws -> OutboxOptions.UnconfirmedPolicy {
        let plan = try Press(InMemoryStore()).manager.plan
        return .find { try plan.request(path: "authors", query: ["name": $0["name"]]) }
    }

    @Test(arguments: [
        (#"{"authors": [{"id": 1, "name": "a"}]}"#, 1, "sent"), (#"{"authors": []}"#, 2, "sent"),
        (#"{"authors": [{"id": 1}, {"id": 5}]}"#, 1, "unconfirmed"),
    ])
    func `the server is asked for an object that it may have`(
        json: String, creations: Int, end: String
    ) async throws {
        try await withPress(.sqlite, options: Self.withoutKeys(try find())) { press in
            let author = try press.create("a")
            press.server.fail(.lost, .status(200, json: json))
            let round = try await press.outbox.send()
            #expect(round.description == "1 \(end)")
            #expect(press.requests.prefix(2) == ["POST authors", "GET authors?name=a"])
            #expect(press.server.creations == ["a": creations])
            if end == "sent" {
                #expect(try press.values(author, "authorID") == [.integer(Int64(creations))])
                #expect(try press.outbox.entries().isEmpty)
            }
        }
    }

    @Test(arguments: [(503, "1 waiting"), (404, "1 unconfirmed")])
    func `an object is looked for again if the server cannot be asked now`(
        status: Int, end: String
    ) async throws {
        try await withPress(.sqlite, options: Self.withoutKeys(try find())) { press in
            let author = try press.create("a")
            press.server.fail(.lost, .status(status))
            #expect(try await press.outbox.send().description == end)
            guard status == 503 else { return }
            press.clock.advance(by: .seconds(60))
            press.server.fail(.status(200, json: #"{"authors": [{"id": 1, "name": "a"}]}"#))
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(press.server.creations == ["a": 1])
            #expect(try press.values(author, "authorID") == [1])
        }
    }
}
