import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OrphanDetection
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import ResourceMapping
import StreamingImport
import Synchronization
import TestSupport
import Testing

/// Responses that the server has written before an edit, and that arrive after its answer.
@Suite("Responses that cross edits", .endsInTime)
struct CrossingTests {
    /// The ways in which an old representation arrives.
    enum Way: String, CaseIterable, Sendable {
        case object, list, page, stream, answer
    }

    enum Edit: String, CaseIterable, Sendable {
        case title, deletion, creation
    }

    /// Everything as it was before the edits.
    private static let old = #"""
        {"articles": [{"id": 7, "title": "old", "text": "old"}], "authors": []}
        """#

    private func describe(_ server: inout RemoteDescription) {
        server.addResponse(
            ResponseDescriptor(
                "all", root: "articles", using: "Article",
                scope: .all("Article", limit: .unlimited)))
        server.addResponse(
            ResponseDescriptor(
                "all", root: "authors", using: "Author", scope: .all("Author", limit: .unlimited)))
        server.addResponse(ResponseDescriptor("authors", root: "articles", using: "Article"))
    }

    @Test(arguments: StoreKind.allCases, Way.allCases)
    func `do not undo them`(kind: StoreKind, way: Way) async throws {
        for edit in Edit.allCases {
            for usesOutbox in [true, false] {
                // An object alone says nothing of another one.
                if edit == .creation, way == .object || way == .answer { continue }
                try await withPress(kind, server: describe) { press in
                    try await run(way, edit, usesOutbox, press)
                }
            }
        }
    }

    private func run(
        _ way: Way, _ edit: Edit, _ usesOutbox: Bool, _ press: Press
    ) async throws {
        let note = "\(way), \(edit), \(usesOutbox ? "by the outbox" : "directly")"
        let article = try press.knownArticle(7, ["title": "old", "text": "old"])
        let created = Mutex<ManagedObjectID?>(nil)
        press.server.interruptNext { [press] in
            await expectNoError {
                let object = try await apply(edit, to: article, usesOutbox, press)
                created.withLock { $0 = object }
            }
            press.server.fail(
                way == .answer
                    ? .body(201, Self.old.replacing("[]", with: #"[{"id": 50, "name": "x"}]"#))
                    : .status(200, json: Self.old))
        }
        try await receive(way, press)
        #expect(try press.outbox.entries().isEmpty, "\(note)")
        switch edit {
        case .title:
            #expect(try press.values(article, "title", "text") == ["mine", "old"], "\(note)")
        case .deletion: #expect(try press.count("Article") == 0, "\(note)")
        case .creation:
            let created = try #require(created.withLock { $0 })
            #expect(try press.values(created, "name") == ["new"], "\(note)")
        }
        // A later response is mapped as usual.
        press.server.put("articles/7", ["id": "7", "title": "theirs", "text": "theirs"])
        try await press.manager.load(path: "articles/7")
        let titles = try press.container.read { context in
            try context.fetch(FetchRequest("Article")).map { $0["title"] }
        }
        #expect(titles == ["theirs"], "\(note)")
    }

    /// Makes an edit, which the server answers; returns a created object.
    private func apply(
        _ edit: Edit, to article: ManagedObjectID, _ usesOutbox: Bool, _ press: Press
    ) async throws -> ManagedObjectID? {
        var created: ManagedObjectID?
        switch (edit, usesOutbox) {
        case (.title, true): try press.update(article, ["title": "mine"])
        case (.title, false): _ = try await press.manager.patch(article) { $0["title"] = "mine" }
        case (.deletion, true): try press.delete(article)
        case (.deletion, false): _ = try await press.manager.delete(article)
        case (.creation, true): created = try press.create("new")
        case (.creation, false):
            let author = try insertAuthor("new", press)
            _ = try await press.manager.post(author)
            created = author
        }
        if usesOutbox { #expect(try await press.outbox.send().sent.count == 1) }
        return created
    }

    private func insertAuthor(_ name: String, _ press: Press) throws -> ManagedObjectID {
        try press.container.write { context in
            let author = context.insert("Author")
            author["name"] = .string(name)
            return author.objectID
        }
    }

    /// Receives a representation, which crosses an edit.
    private func receive(_ way: Way, _ press: Press) async throws {
        switch way {
        case .object: try await press.manager.load(path: "articles/7")
        case .list: try await press.manager.load(path: "all")
        case .page: for try await _ in press.manager.pages(path: "all", by: .link()) {}
        case .stream:
            try await press.manager.import(
                path: "all", mapping: "Article", format: .array(at: "articles"))
        case .answer: _ = try await press.manager.post(try insertAuthor("x", press))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `do not delete what a later page could not list either`(kind: StoreKind) async throws {
        try await withPress(kind, server: describe) { press in
            let created = Mutex<ManagedObjectID?>(nil)
            press.server.interruptNext { [press] in
                await expectNoError {
                    let author = try press.create("new")
                    #expect(try await press.outbox.send().sent.count == 1)
                    created.withLock { $0 = author }
                }
                let link = #"<https://example.com/all?page=2>; rel="next""#
                press.server.fail(
                    .status(200, ["Link": link], json: Self.old),
                    .status(200, json: Self.old))
            }
            for try await _ in press.manager.pages(path: "all", by: .link()) {}
            #expect(press.requests.filter { $0.hasPrefix("GET") }.count == 2)
            let author = try #require(created.withLock { $0 })
            #expect(try press.values(author, "name") == ["new"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `are known to a sequence of pages that joins later`(kind: StoreKind) async throws {
        try await withPress(kind, server: describe) { press in
            let article = try press.knownArticle(7, ["title": "old", "text": "old"])
            let joined = Mutex<Task<Void, any Error>?>(nil)
            press.server.interruptNext { [press] in
                await expectNoError {
                    _ = try await press.manager.patch(article) { $0["title"] = "mine" }
                }
                let task = Task {
                    for try await _ in press.manager.pages(path: "all", by: .link()) {}
                }
                joined.withLock { $0 = task }
                while press.manager.waitingTaskCount < 2 { await Task.yield() }
                press.server.fail(.status(200, json: Self.old))
            }
            for try await _ in press.manager.pages(path: "all", by: .link()) {}
            try await joined.withLock { $0 }?.value
            #expect(press.requests == ["GET all", "PATCH articles/7"])
            #expect(try press.values(article, "title") == ["mine"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `are requested again, not taken for known`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let article = try press.knownArticle(7, ["title": "old", "text": "old"])
            press.server.delayNext { [press] in
                await expectNoError {
                    _ = try await press.manager.patch(article) { $0["title"] = "mine" }
                }
            }
            var conditions: [String?] = []
            for _ in 0..<3 {
                try await press.manager.load(path: "articles/7")
                conditions.append(press.stub.requests.last?.headers["If-None-Match"])
                #expect(try press.values(article, "title") == ["mine"])
            }
            #expect(conditions == [nil, nil, "\"2\""])
        }
    }
}
