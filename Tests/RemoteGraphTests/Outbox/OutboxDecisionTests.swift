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

@Suite("Decisions about edits", .endsInTime)
struct OutboxDecisionTests {
    /// Returns the only entry after the server has rejected it.
    private func reject(_ press: Press) async throws -> OutboxEntry {
        press.server.fail(.status(400))
        #expect(try await press.outbox.send().failed.count == 1)
        return try #require(try press.outbox.entries().first)
    }

    @Test(arguments: StoreKind.allCases)
    func `a rejected edit is sent anew with another key`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let author = try press.create("a")
            let entry = try await reject(press)
            try await press.outbox.retry(entry)
            #expect(try press.states == [.pending])
            #expect(try press.values(author, "state") == [1])
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(Set(press.stub.requests.map { $0.headers["Idempotency-Key"] }).count == 2)
            await expectError(.failedOutbox) { try await press.outbox.retry(entry) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an edit that is given up leaves the object as on the server`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            let (one, two) = (try press.known(1, "a"), try press.known(2, "b"))
            let article = try press.knownArticle(7, ["title": "old", "text": "old"])
            try press.container.perform { context in
                try context.object(with: article)?[toOne: "author"] = context.object(with: one)
                try context.save()
            }
            try press.container.perform { context in
                let found = try #require(try context.object(with: article))
                found["title"] = "mine"
                found[toOne: "author"] = try context.object(with: two)
                try press.outbox.update(article, in: context)
                try context.save()
            }
            let entry = try await reject(press)
            try press.update(article, ["text": "later"])
            try await press.outbox.discard(entry)
            try press.container.perform { context in
                let found = try #require(try context.object(with: article))
                #expect(found["title"] == "old" && found["text"] == "later")
                #expect(found[toOne: "author"]?.objectID == one)
            }
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(press.server["articles/7"]?["text"] == "later")
            #expect(try press.values(article, "state") == [0])
        }
    }

    @Test func `a later edit of the same attribute remains when an earlier one is given up`()
        async throws
    {
        try await withPress(.inMemory) { press in
            let author = try press.known(1, "old")
            try press.update(author, ["name": "first"])
            let entry = try await reject(press)
            try press.update(author, ["name": "second"])
            try await press.outbox.discard(entry)
            let rest = try press.outbox.entries()
            #expect(rest.map(\.base) == [["name": "old"]])
            #expect(try press.values(author, "name", "state") == ["second", 1])
            try await press.outbox.discard(try #require(rest.first))
            #expect(try press.values(author, "name", "state") == ["old", 0])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a creation that is given up deletes the object here`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let author = try press.create("a")
            let entry = try await reject(press)
            try press.update(author, ["name": "b"])
            try await press.outbox.discard(entry)
            #expect(try press.count("Author") == 0 && press.outbox.entries().isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a deletion that is given up brings the object back from the server`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            try press.delete(try press.known(3, "a"))
            let entry = try await reject(press)
            press.server.fail(.unsent)
            await expectError(.failedTransfer) { try await press.outbox.discard(entry) }
            #expect(try press.states == [.failed])
            try await press.outbox.discard(entry)
            #expect(try press.count("Author") == 1 && press.outbox.entries().isEmpty)
        }
    }

    @Test func `an entry that is being sent cannot be decided`() async throws {
        try await withPress(.inMemory) { press in
            try press.create("a")
            press.server.interruptNext {
                let entry = try? press.outbox.entries().first
                guard let entry else {
                    Issue.record("no entry")
                    return
                }
                await expectError(.failedOutbox) { try await press.outbox.discard(entry) }
                await expectError(.failedOutbox) { try await press.outbox.retry(entry) }
            }
            #expect(try await press.outbox.send().sent.count == 1)
        }
    }

    @Test func `an edit without a route fails, and says so`() async throws {
        let press = try Press(InMemoryStore())
        let article = try press.container.perform { context in
            let article = context.insert("Article")
            try press.outbox.create(article.objectID, in: context)
            try context.save()
            return article.objectID
        }
        #expect(try await press.outbox.send().failed.map(\.object) == [article])
        #expect(press.requests.isEmpty)
        let entry = try #require(try press.outbox.entries().first)
        #expect(entry.message?.contains("author.authorID") == true, "\(entry.message ?? "")")
    }

    @Test(arguments: StoreKind.allCases, ["{", "", #"{"version": 99}"#, #"[1]"#])
    func `an entry of another version stops no other, and can be given up`(
        kind: StoreKind, text: String
    ) async throws {
        try await withPress(kind) { press in
            try press.container.perform { context in
                context.compareAndSet(
                    MetadataChange(
                        MetadataKey("remote-outbox:00000000000000000001-a", beside: 0), from: nil,
                        to: text))
                try context.save()
            }
            try press.create("a")
            #expect(try await press.outbox.send().sent.count == 1)
            let entry = try #require(try press.outbox.entries().first)
            #expect(entry.state == .failed && entry.message?.contains("version") == true)
            try await press.outbox.discard(entry)
            #expect(try press.outbox.entries().isEmpty)
        }
    }

    @Test func `entries contain no secrets of the server, and requests do`() async throws {
        try await withPress(
            .sqlite,
            server: { server in
                server.headers["X-Token"] = "s3cret"
                server.secretFields = ["X-Token"]
                server.secretParameters = ["key"]
                server.addRoute(
                    for: "Author", "authors/:authorID", methods: [.patch], query: ["key": "s3cret"])
            }
        ) { press in
            let author = try press.known(1, "old")
            try press.update(author, ["name": "new"])
            press.server.fail(.unsent)
            try await press.outbox.send()
            let text = try press.entryTexts.joined()
            #expect(text.contains("PATCH") && !text.contains("s3cret"))
            press.clock.advance(by: .seconds(60))
            try await press.outbox.send()
            #expect(press.stub.requests.map { $0.headers["X-Token"] } == ["s3cret", "s3cret"])
            #expect(press.requests == ["PATCH authors/1?key=s3cret", "PATCH authors/1?key=s3cret"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what an earlier release has fixed is sent with each parameter once`(
        kind: StoreKind
    ) async throws {
        try await withPress(
            kind,
            server: { server in
                server.addRoute(
                    for: "Author", "authors/:authorID", methods: [.patch],
                    query: ["limit": 1, "tag": "a"])
            }
        ) { press in
            let author = try press.known(1, "old")
            try press.update(author, ["name": "new"])
            press.server.fail(.unsent)
            try await press.outbox.send()
            try press.container.perform { context in
                let entry = try #require(try context.metadata(behind: "remote-outbox:").first)
                let text = entry.text.replacing("?limit=1", with: "?limit=1&tag=a")
                #expect(text != entry.text)
                context.compareAndSet(MetadataChange(entry.key, from: entry.text, to: text))
                try context.save()
            }
            press.clock.advance(by: .seconds(60))
            try await press.outbox.send()
            #expect(press.requests.last == "PATCH authors/1?limit=1&tag=a")
        }
    }
}
