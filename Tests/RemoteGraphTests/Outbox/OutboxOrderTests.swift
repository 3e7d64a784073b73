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

@Suite("Edits and their order", .endsInTime)
struct OutboxOrderTests {
    @Test(arguments: StoreKind.allCases)
    func `N-214: a creation and its edits are one request with the last values`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            press.server.fail(.unsent)
            let author = try press.create("a")
            try press.update(author, ["name": "b"])
            try press.update(author, ["name": "c"])
            #expect(try press.outbox.entries().map(\.kind) == [.create])
            #expect(try press.outbox.state(of: author) == .edited)
            let press = press.restarted()
            #expect(try await press.outbox.send().waiting.count == 1)
            press.clock.advance(by: .seconds(60))
            #expect(try await press.outbox.send().sent.map(\.object) == [author])
            #expect(press.server.resources == ["authors/1": ["id": "1", "name": "c"]])
            #expect(press.requests == ["POST authors", "POST authors"])
            #expect(try press.values(author, "authorID", "name", "state") == [1, "c", 0])
            #expect(try press.outbox.entries().isEmpty)
            #expect(try press.outbox.state(of: author) == .clean)
        }
    }

    @Test(arguments: StoreKind.allCases, [-3600, 3600])
    func `an edit comes after the one that it has seen, whatever the clocks say`(
        kind: StoreKind, offset: Int
    ) async throws {
        try await withPress(kind) { press in
            let other = press.restarted {
                let clock = TestClock()
                clock.advance(by: .seconds(max(offset, 0)))
                $0.clock = clock
            }
            if offset < 0 { press.clock.advance(by: .seconds(-offset)) }
            let (first, second) = (try other.create("a"), try other.create("b"))
            try press.update(first, ["name": "c"])
            try press.delete(second)
            #expect(try press.outbox.entries().map(\.kind) == [.create])
            let article = try press.createArticle("t", by: first)
            try other.update(article, ["title": "u"])
            let round = try await press.outbox.send()
            #expect(round.sent.map(\.object) == [first, article] && round.failed.isEmpty)
            #expect(try press.outbox.entries().isEmpty)
            #expect(press.server["authors/1"]?["name"] == "c")
            #expect(try press.values(article, "title") == ["u"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-215: what is created and deleted before it is sent needs no request`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            let author = try press.create("a")
            try press.update(author, ["name": "b"])
            try press.delete(author)
            #expect(try press.outbox.entries().isEmpty)
            let round = try await press.outbox.send()
            #expect(round.description == "nothing to send")
            #expect(press.requests.isEmpty)
            #expect(try press.count("Author") == 0)
            #expect(try press.entryTexts.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `edits of an object that were not sent are one edit`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let article = try press.knownArticle(7, ["title": "old", "text": "old"])
            try press.update(article, ["title": "a"])
            try press.update(article, ["title": "b", "text": "c"])
            let entry = try #require(try press.outbox.entries().first)
            #expect(entry.base == ["title": "old", "text": "old"])
            try await press.outbox.send()
            #expect(press.requests == ["PATCH articles/7"])
            #expect(
                try await press.bodies() == [#"{"id":7,"title":"b","text":"c"}"#])
            try press.update(article, ["title": "d"])
            try press.delete(article)
            #expect(try press.outbox.entries().map(\.kind) == [.delete])
            try await press.outbox.send()
            #expect(press.requests.last == "DELETE articles/7")
            #expect(press.requests.count == 2 && press.server.resources.isEmpty)
        }
    }

    @Test func `values that were set back need no request`() async throws {
        try await withPress(.inMemory) { press in
            let article = try press.knownArticle(7, ["title": "old"])
            try press.update(article, ["title": "new"])
            try press.update(article, ["title": "old"])
            try await press.outbox.send()
            #expect(try press.requests.isEmpty && press.outbox.entries().isEmpty)
            #expect(try press.values(article, "state") == [0])
        }
    }

    @Test func `an edit that fails to be saved leaves no entry, and an empty one makes none`()
        throws
    {
        let press = try Press(InMemoryStore())
        let author = try press.known(1, "a")
        try press.container.perform { context in
            #expect(try !press.outbox.update(author, in: context))
            try context.object(with: author)?["name"] = "b"
            #expect(try press.outbox.update(author, in: context))
        }
        #expect(try press.outbox.entries().isEmpty)
        try press.container.perform { context in
            let missing = try #require(ManagedObjectID("Author/99"))
            expectError(.missingObject) { try press.outbox.update(missing, in: context) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-217, N-235: an edit during a request is sent after it, and keeps its value`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            let article = try press.knownArticle(7, ["title": "old", "text": "old"])
            try press.update(article, ["title": "first", "text": "first"])
            press.server.interruptNext {
                expectNoError { try press.update(article, ["title": "second"]) }
                expectNoError {
                    let (states, state) = (try press.states, try press.outbox.state(of: article))
                    #expect(states == [.sending, .pending] && state == .sending)
                }
                press.server.interruptNext {
                    // The first response is saved now, and has not changed the later edit.
                    expectNoError {
                        let values = try press.values(article, "title", "text", "state")
                        #expect(values == ["second", "first", 1])
                    }
                }
            }
            let round = try await press.outbox.send()
            #expect(round.sent.count == 2)
            #expect(
                try await press.bodies() == [
                    #"{"id":7,"title":"first","text":"first"}"#, #"{"id":7,"title":"second"}"#,
                ])
            #expect(press.stub.requests.last?.headers["If-Match"] == "\"2\"")
            #expect(try press.values(article, "title", "text", "state") == ["second", "first", 0])
            #expect(press.server["articles/7"]?["title"] == "second")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-218: a parent is created first, and its identifier is in what refers to it`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            let author = try press.create("a")
            let articles = try ["x", "y"].map { try press.createArticle($0, by: author) }
            let round = try await press.outbox.send()
            #expect(round.sent.count == 3, "\(round)")
            #expect(
                press.requests.sorted() == [
                    "POST authors", "POST authors/1/articles", "POST authors/1/articles",
                ])
            #expect(press.requests.first == "POST authors")
            #expect(try await press.bodies().dropFirst().allSatisfy { $0.contains(#""author":1"#) })
            for article in articles { #expect(try press.values(article, "authorID") == [1]) }
            #expect(press.server.resources.count == 3)
        }
    }

    @Test func `a parent that was created later is created first nevertheless`() async throws {
        try await withPress(.inMemory) { press in
            try press.container.perform { context in
                let (article, author) = (context.insert("Article"), context.insert("Author"))
                article["title"] = "x"
                author["name"] = "a"
                article[toOne: "author"] = author
                try press.outbox.create(article.objectID, in: context)
                try press.outbox.create(author.objectID, in: context)
                try context.save()
            }
            try await press.outbox.send()
            #expect(press.requests == ["POST authors", "POST authors/1/articles"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `N-224: a rejected edit stops only what depends on it`(kind: StoreKind) async throws {
        let options = { (options: inout RemoteOptions) in
            options.outbox.width = 1
            options.outbox.keepsErrorBodies = true
        }
        try await withPress(kind, options: options) { press in
            let first = try press.create("a")
            let child = try press.createArticle("x", by: first)
            let other = try press.create("b")
            press.server.fail(
                .status(
                    422, ["Content-Type": "application/problem+json"],
                    json: #"{"title": "The name is taken"}"#))
            let round = try await press.outbox.send()
            #expect(round.failed.map(\.object) == [first] && round.sent.map(\.object) == [other])
            try press.update(first, ["name": "c"])
            #expect(try await press.outbox.send().description == "nothing to send")
            let entries = try press.outbox.entries()
            #expect(entries.map(\.object) == [first, child, first])
            #expect(entries.map(\.state) == [.failed, .pending, .pending])
            let entry = try #require(entries.first)
            #expect(entry.status == 422)
            #expect(entry.message?.contains("The name is taken") == true)
            #expect(try press.outbox.state(of: first) == .failed)
            #expect(try press.values(first, "state") == [5])
            try await press.outbox.retry(entry)
            #expect(try await press.outbox.send().sent.count == 2)
            #expect(press.server.creations == ["b": 1, "c": 1, "x": 1])
        }
    }

    @Test func `a deletion takes the place of what the server has rejected`() async throws {
        try await withPress(.inMemory) { press in
            let (draft, known) = (try press.create("a"), try press.known(7, "k"))
            try press.update(known, ["name": "l"])
            press.server.fail(.status(422), .status(422))
            #expect(try await press.outbox.send().failed.count == 2)
            try press.delete(draft)
            try press.delete(known)
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(press.requests.last == "DELETE authors/7" && press.requests.count == 3)
            #expect(try press.outbox.entries().isEmpty)
        }
    }

    @Test func `an object that is deleted while it is created is deleted on the server, too`()
        async throws
    {
        try await withPress(.sqlite) { press in
            let author = try press.create("a")
            press.server.interruptNext { expectNoError { try press.delete(author) } }
            #expect(try await press.outbox.send().sent.count == 2)
            #expect(press.requests == ["POST authors", "DELETE authors/1"])
            #expect(try press.count("Author") == 0 && press.server.resources.isEmpty)
        }
    }

    @Test func `an object is deleted after those that referred to it`() async throws {
        try await withPress(.inMemory) { press in
            let author = try press.known(3, "a")
            let article = try press.knownArticle(7, ["title": "x"])
            try press.container.perform { context in
                try context.object(with: article)?[toOne: "author"] = context.object(with: author)
                try context.save()
            }
            try press.delete(article)
            try press.delete(author)
            press.server.fail(.status(503))
            #expect(try await press.outbox.send().waiting.map(\.object) == [article])
            #expect(press.requests == ["DELETE articles/7"])
            press.clock.advance(by: .seconds(60))
            #expect(try await press.outbox.send().sent.count == 2)
            #expect(press.requests.dropFirst() == ["DELETE articles/7", "DELETE authors/3"])
        }
    }

    @Test func `changed lists are sent as a whole`() async throws {
        try await withPress(.inMemory) { press in
            let (author, article) = (
                try press.known(3, "a"), try press.knownArticle(7, ["title": "x"])
            )
            try press.container.perform { context in
                try context.object(with: author)?[toMany: "articles"] = [
                    try #require(try context.object(with: article))
                ]
                #expect(try press.outbox.update(author, in: context))
                try context.save()
            }
            try await press.outbox.send()
            #expect(press.requests == ["PUT authors/3"])
        }
    }
}

/// Expects a closure to throw nothing, where a test cannot throw.
func expectNoError(
    sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Void
) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try work() }
}

func expectNoError(
    sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> Void
) async {
    await #expect(throws: Never.self, sourceLocation: sourceLocation) { try await work() }
}
