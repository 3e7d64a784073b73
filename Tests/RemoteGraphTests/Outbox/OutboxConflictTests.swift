import EntityMapper
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

@Suite("Conflicts of edits", .endsInTime)
struct OutboxConflictTests {
    /// Calls a closure after an edit of article 7 that has become a conflict, or would.
    private func withConflict(
        _ kind: StoreKind, _ policy: OutboxOptions.ConflictPolicy, mine: [String: Value],
        theirs: [String: String],
        _ body: (Press, ManagedObjectID) async throws -> Void
    ) async throws {
        try await withPress(kind, options: { $0.outbox.onConflict = policy }) { press in
            let article = try press.knownArticle(7, ["title": "old", "text": "old"])
            try press.update(article, mine)
            press.server.put("articles/7", theirs)
            // The entry has no entity tag without an earlier response, so the server is told.
            press.server.fail(.status(412))
            try await body(press, article)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-227: the server wins, and both values are reported`(kind: StoreKind) async throws {
        try await withConflict(
            kind, .serverWins, mine: ["title": "mine"], theirs: ["title": "theirs", "text": "t"]
        ) { press, article in
            let round = try await press.outbox.send()
            let conflict = try #require(round.resolved.first?.conflict)
            #expect(conflict.base == ["title": "old"])
            #expect(conflict.mine == ["title": "mine"] && conflict.theirs == ["title": "theirs"])
            #expect(try press.values(article, "title", "text", "state") == ["theirs", "t", 0])
            #expect(press.requests == ["PATCH articles/7", "GET articles/7"])
            #expect(try press.outbox.entries().isEmpty)
        }
    }

    @Test func `an edit is sent for the version that was edited, whatever was loaded since`()
        async throws
    {
        let desk = try Desk(
            // Otherwise, an edited object is not mapped at all.
            mappings: { $0.mappings[0].synchronizationAttribute = nil },
            server: { server in
                server.addRequest(
                    RequestDescriptor(for: "Article", methods: [.patch], version: "views"))
            }
        ) { request in
            request.method == .patch
                ? TransportResponse(204)
                : TransportResponse(
                    200, json: #"{"articles": [{"id": 7, "title": "theirs", "views": 2}]}"#)
        }
        let article = try desk.insert(["articleID": 7, "title": "old", "views": 1])
        try desk.library.container.perform { context in
            try context.object(with: article)?["title"] = "mine"
            try desk.manager.outbox.update(article, in: context)
            try context.save()
        }
        try await desk.manager.load("articles")
        let views = try desk.library.container.perform { context in
            try context.object(with: article)?["views"]
        }
        #expect(views == 2)
        _ = try await desk.manager.outbox.send()
        #expect(desk.stub.requests.last?.headers["If-Match"] == "\"1\"")
    }

    @Test(arguments: StoreKind.allCases)
    func `the client wins once`(kind: StoreKind) async throws {
        try await withConflict(
            kind, .clientWins, mine: ["title": "mine"], theirs: ["title": "theirs", "text": "t"]
        ) { press, article in
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(press.stub.requests.last?.headers["If-Match"] == "\"2\"")
            let keys = press.stub.requests.map { $0.headers["Idempotency-Key"] }
            #expect(keys.first != keys.last)
            #expect(press.server["articles/7"]?["title"] == "mine")
            #expect(try press.values(article, "title", "text", "state") == ["mine", "t", 0])
            try press.update(article, ["title": "again"])
            press.server.put("articles/7", ["title": "other"])
            press.server.fail(.status(412), .status(200, json: json("one")), .status(412))
            #expect(try await press.outbox.send().conflicts.count == 1)
            #expect(press.requests.count == 7)
        }
    }

    private func json(_ title: String) -> String {
        #"{"articles": [{"id": 7, "title": "\#(title)"}]}"#
    }

    @Test(arguments: StoreKind.allCases)
    func `N-229: edits of different attributes are merged`(kind: StoreKind) async throws {
        try await withConflict(
            kind, .merge, mine: ["title": "mine"], theirs: ["text": "theirs"]
        ) { press, article in
            let round = try await press.outbox.send()
            #expect(round.sent.count == 1)
            #expect(press.requests == ["PATCH articles/7", "GET articles/7", "PATCH articles/7"])
            #expect(press.stub.requests.last?.headers["If-Match"] == "\"2\"")
            #expect(press.server["articles/7"] == ["id": "7", "title": "mine", "text": "theirs"])
            #expect(try press.values(article, "title", "text", "state") == ["mine", "theirs", 0])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-229: an attribute that was edited on both sides is to be decided`(
        kind: StoreKind
    ) async throws {
        try await withConflict(
            kind, .merge, mine: ["title": "mine", "text": "mine"], theirs: ["title": "theirs"]
        ) { press, article in
            let round = try await press.outbox.send()
            #expect(round.conflicts.count == 1)
            let entry = try #require(try press.outbox.entries().first)
            #expect(entry.conflict?.attributes == ["title"])
            #expect(try press.values(article, "title", "text", "state") == ["mine", "mine", 4])
            #expect(try press.outbox.state(of: article) == .conflict)
            #expect(press.requests.count == 2)
        }
    }

    @Test func `merging ends if the server goes on changing the object`() async throws {
        try await withConflict(
            .inMemory, .merge, mine: ["title": "mine"], theirs: ["text": "1"]
        ) { press, _ in
            for number in 2..<9 {
                press.server.fail(
                    .status(
                        200, ["ETag": "\"\(number)\""],
                        json: #"{"articles": [{"id": 7, "title": "old"}]}"#), .status(412))
            }
            let round = try await press.outbox.send()
            #expect(round.conflicts.count == 1)
            #expect(press.requests.count == 8)
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            (Outbox.Resolution.mine, ["mine", "t"] as [Value]), (.theirs, ["theirs", "t"]),
            (.values(["title": "both", "text": "own"]), ["both", "own"]),
        ])
    func `N-230: a conflict waits for a decision, which is sent for the server's version`(
        kind: StoreKind, choice: (Outbox.Resolution, [Value])
    ) async throws {
        try await withConflict(
            kind, .manual, mine: ["title": "mine"], theirs: ["title": "theirs", "text": "t"]
        ) { press, article in
            #expect(try await press.outbox.send().conflicts.count == 1)
            let entry = try #require(try press.outbox.entries().first)
            #expect(entry.conflict?.base == ["title": "old"])
            #expect(entry.conflict?.mine == ["title": "mine"])
            #expect(entry.conflict?.theirs == ["title": "theirs"])
            #expect(try await press.outbox.send().description == "nothing to send")
            try await press.outbox.resolve(entry, with: choice.0)
            try await press.outbox.send()
            if choice.0 != .theirs {
                #expect(press.stub.requests.last?.headers["If-Match"] == "\"2\"")
            }
            #expect(press.requests.count == (choice.0 == .theirs ? 2 : 3))
            #expect(try press.values(article, "title", "text") == choice.1)
            #expect(try press.values(article, "state") == [0])
            let own = try #require(press.server["articles/7"])
            #expect([own["title"], own["text"]].map { Value.string($0 ?? "") } == choice.1)
            #expect(try press.outbox.entries().isEmpty)
            await expectError(.failedOutbox) {
                try await press.outbox.resolve(entry, with: choice.0)
            }
        }
    }

    @Test func `a refusing response that is mapped spares a request`() async throws {
        let press = try Press(
            InMemoryStore(), options: { $0.outbox.onConflict = .merge },
            server: { server in
                server.addResponse(
                    ResponseDescriptor(
                        "articles/:id", root: "data", statuses: [412], using: "Article"))
            })
        let article = try press.knownArticle(7, ["title": "old", "text": "old"])
        try press.update(article, ["title": "mine"])
        press.server.put("articles/7", ["text": "theirs"])
        press.server.fail(
            .status(
                412, ["ETag": "\"2\""],
                json: #"{"data": {"id": 7, "title": "old", "text": "theirs"}}"#))
        #expect(try await press.outbox.send().sent.count == 1)
        #expect(press.requests == ["PATCH articles/7", "PATCH articles/7"])
        #expect(try press.values(article, "title", "text") == ["mine", "theirs"])
    }

    @Test(arguments: StoreKind.allCases)
    func `N-131: a refusal of what the server already has is success`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind, options: { $0.outbox.serverHonoursKeys = false }) { press in
            let article = try press.knownArticle(7, ["title": "old"])
            try press.update(article, ["title": "first"])
            press.server.interruptNext {
                expectNoError { try press.update(article, ["title": "second"]) }
                press.server.interruptNext { press.server.fail(.lost) }
            }
            #expect(try await press.outbox.send().waiting.count == 1)
            press.clock.advance(by: .seconds(60))
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(
                press.requests == [
                    "PATCH articles/7", "PATCH articles/7", "PATCH articles/7", "GET articles/7",
                ])
            #expect(press.stub.requests.dropFirst(2).first?.headers["If-Match"] == "\"2\"")
            #expect(try press.values(article, "title", "state") == ["second", 0])
            #expect(try press.outbox.entries().isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-232: an object with an identifier that the server has is a conflict`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            press.server.put("authors/9", ["id": "9", "name": "theirs"])
            let author = try press.create("mine", id: 9)
            #expect(try await press.outbox.send().conflicts.count == 1)
            #expect(press.requests == ["PUT authors/9", "GET authors/9"])
            #expect(press.stub.requests.first?.headers["If-None-Match"] == "*")
            let entry = try #require(try press.outbox.entries().first)
            #expect(entry.conflict?.attributes == ["name"])
            #expect(press.server["authors/9"]?["name"] == "theirs")
            try await press.outbox.resolve(entry, with: .mine)
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(press.server.resources == ["authors/9": ["id": "9", "name": "mine"]])
            #expect(try press.values(author, "name", "state") == ["mine", 0])
            #expect(try press.count("Author") == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-233: a refusal because the first sending is not done yet is waited for`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            let author = try press.create("a")
            press.server.fail(.lost, .status(409, ["Retry-After": "7"]))
            #expect(try await press.outbox.send().waiting.count == 1)
            press.clock.advance(by: .seconds(60))
            #expect(try await press.outbox.send().waiting.count == 1)
            press.clock.advance(by: .seconds(6))
            #expect(try await press.outbox.send().description == "nothing to send")
            press.clock.advance(by: .seconds(2))
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(Set(press.stub.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
            #expect(try press.values(author, "authorID") == [1])
        }
    }

    @Test func `a first refusal with a time to wait is a conflict`() async throws {
        try await withPress(.inMemory) { press in
            try press.create("a")
            press.server.fail(.status(409, ["Retry-After": "7"]))
            #expect(try await press.outbox.send().conflicts.count == 1)
            #expect(press.requests == ["POST authors"])
            let entry = try #require(try press.outbox.entries().first)
            #expect(entry.conflict?.theirs == [:])
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [OutboxOptions.ConflictPolicy.manual, .serverWins, .clientWins, .merge])
    func `an edit of an object that the server does not have any more is a conflict`(
        kind: StoreKind, policy: OutboxOptions.ConflictPolicy
    ) async throws {
        try await withPress(kind, options: { $0.outbox.onConflict = policy }) { press in
            let author = try press.known(7, "old")
            try press.update(author, ["name": "mine"])
            press.server.remove("authors/7")
            let round = try await press.outbox.send()
            guard policy != .serverWins else {
                #expect(round.resolved.first?.conflict?.isGone == true)
                #expect(try press.count("Author") == 0)
                return
            }
            #expect(round.conflicts.count == 1)
            #expect(try press.outbox.state(of: author) == .gone)
            #expect(try press.values(author, "name", "state") == ["mine", 6])
            let entry = try #require(try press.outbox.entries().first)
            try await press.outbox.resolve(entry, with: policy == .merge ? .theirs : .mine)
            try await press.outbox.send()
            #expect(try press.count("Author") == (policy == .merge ? 0 : 1))
            #expect(press.server["authors/7"]?["name"] == (policy == .merge ? nil : "mine"))
        }
    }

    @Test(arguments: StoreKind.allCases, OutboxOptions.ConflictPolicy.allCases)
    func `a refused deletion is a conflict`(
        kind: StoreKind, policy: OutboxOptions.ConflictPolicy
    ) async throws {
        try await withPress(kind, options: { $0.outbox.onConflict = policy }) { press in
            let author = try press.known(7, "old")
            try press.delete(author)
            press.server.put("authors/7", ["name": "theirs"])
            press.server.fail(.status(412))
            let round = try await press.outbox.send()
            switch policy {
            case .serverWins:
                #expect(round.resolved.count == 1)
                #expect(try press.count("Author") == 1)
            case .clientWins:
                #expect(round.sent.count == 1 && press.server.resources.isEmpty)
                #expect(try press.count("Author") == 0)
            case .merge, .manual:
                #expect(round.conflicts.count == 1)
                #expect(try press.count("Author") == 0)
                let entry = try #require(try press.outbox.entries().first)
                if policy == .merge {
                    try await press.outbox.resolve(entry, with: .theirs)
                    #expect(try press.count("Author") == 1)
                } else {
                    try await press.outbox.resolve(entry, with: .mine)
                    #expect(try await press.outbox.send().sent.count == 1)
                    #expect(press.server.resources.isEmpty)
                }
            }
            #expect(try press.outbox.entries().isEmpty)
        }
    }

    @Test func `a conflict whose other side cannot be asked for waits`() async throws {
        try await withPress(.inMemory) { press in
            let author = try press.known(7, "old")
            try press.update(author, ["name": "mine"])
            press.server.fail(.status(412), .status(503))
            #expect(try await press.outbox.send().waiting.count == 1)
            #expect(try press.values(author, "name") == ["mine"])
        }
    }
}
