import EntityMapper
import MercatorTesting
import ObjectGraph
import OrphanDetection
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import ResourceMapping
import TestSupport
import Testing

@Suite("Responses beside edits", .endsInTime)
struct OutboxResponseTests {
    @Test(arguments: StoreKind.allCases)
    func `other responses do not change edits or bring deleted objects back`(
        kind: StoreKind
    ) async throws {
        for hasState in [true, false] {
            try await withPress(kind, hasState: hasState) { press in
                let article = try press.knownArticle(7, ["title": "old", "text": "old"])
                let (author, kept) = (try press.known(3, "a"), try press.known(4, "b"))
                try press.update(article, ["title": "mine"])
                try press.delete(author)
                press.server.put("articles/7", ["title": "theirs", "text": "theirs"])
                try await press.manager.load(path: "articles/7")
                try await press.manager.load(path: "authors/3")
                // A mapping with a state skips the object, one without keeps what was edited.
                #expect(
                    try press.values(article, "title", "text")
                        == ["mine", hasState ? "old" : "theirs"])
                #expect(try press.count("Author") == 1)
                press.server.remove("articles/7")
                guard case .conflict = try await press.manager.get(article) else {
                    Issue.record("an edited object was deleted")
                    return
                }
                #expect(try press.values(kept, "name") == ["b"])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a list that lacks an edited object does not delete it`(kind: StoreKind) async throws {
        try await withPress(
            kind, hasState: false,
            server: { server in
                server.addRoute(named: "all", "all")
                server.addResponse(
                    ResponseDescriptor(
                        "all", root: "authors", using: "Author",
                        scope: .all("Author", limit: .unlimited)))
            }
        ) { press in
            let (edited, other) = (try press.known(1, "a"), try press.known(2, "b"))
            try press.update(edited, ["name": "mine"])
            press.server.fail(.status(200, json: #"{"authors": [{"id": 3, "name": "c"}]}"#))
            try await press.manager.load("all")
            #expect(try press.values(edited, "name") == ["mine"])
            #expect(try press.values(other, "name") == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an answer that lists a deleted object of another entity says nothing of the created one`(
        kind: StoreKind
    ) async throws {
        try await withPress(
            kind, options: { $0.outbox.width = 1 },
            server: { server in
                server.addResponse(
                    ResponseDescriptor("authors", root: "articles", using: "Article"))
            }
        ) { press in
            let article = try press.knownArticle(7, ["title": "x"])
            let draft = try press.create("a")
            try press.delete(article)
            press.server.interruptNext { [press] in expectNoError { try press.delete(draft) } }
            press.server.fail(
                .body(201, #"{"authors": [], "articles": [{"id": 7, "title": "x"}]}"#))
            _ = try await press.outbox.send()
            let left = try press.outbox.entries()
            #expect(
                left.map(\.kind) == [.delete] && left.map(\.state) == [.unconfirmed],
                "\(left.map { ($0.description, $0.message) })")
            #expect(left.first?.object == draft)
            #expect(try press.count("Article") == 0)
        }
    }
}
