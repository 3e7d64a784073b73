import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import OrphanDetection
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import ResourceMapping
import StreamingImport
import TestSupport
import Testing

/// Edits that wait in the outbox, while their objects are mapped in every way there is.
@Suite("Pending edits", .endsInTime)
struct PendingEditTests {
    /// The ways of mapping a payload of the server.
    enum Way: String, CaseIterable, Sendable {
        case response, page, stream, lines, operation, background, context, seed, hook
    }

    /// The edits of the objects of a round.
    enum Edit: String, CaseIterable, Sendable {
        case title, author, list, deletion, creation, nothing
    }

    /// Cost: nine ways of mapping on two stores, with every seed.
    @Test(arguments: StoreKind.allCases, Way.allCases)
    func `hold against every way of mapping`(kind: StoreKind, way: Way) async throws {
        for seed in Seeds.upTo(20) {
            try await withPress(kind) { try await Round($0, way, seed).run() }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `are not deleted as orphans`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let author = try press.known(1, "a")
            _ = try press.known(2, "b")
            try press.update(author, ["name": "mine"])
            var operation = MappingOperation(press.manager.plan.mappings)
            operation.orphanDeletion = OrphanDeletion(
                [.init(FetchRequest("Author"), limit: .unlimited)])
            let result = try operation.run(
                #"{"authors": [{"id": 3, "name": "c"}], "articles": []}"#, in: press.container)
            #expect(try press.count("Author") == 2)
            let preserved = result.orphans?.scopes.flatMap(\.preserved) ?? []
            #expect(preserved.map(\.reason) == [.unsentEdits])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `are not in a dry run either`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let article = try press.knownArticle(7, ["title": "old"])
            try press.update(article, ["title": "mine"])
            let run = try MappingOperation(press.manager.plan.mappings).dryRun(
                #"{"articles": [{"id": 7, "title": "server"}]}"#, in: press.container)
            #expect(run.result.total.updated == 0 && run.changes.isEmpty)
        }
    }

    /// Leaves the entries alone, as earlier versions have saved them.
    private func forgetPendingEdits(_ press: Press) throws {
        try press.container.perform { context in
            for checkpoint in try context.metadata(behind: PendingEdit.prefix) {
                context.compareAndSet(
                    MetadataChange(checkpoint.key, from: checkpoint.text, to: nil))
            }
            try context.save()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `of an earlier version hold, too`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let article = try press.knownArticle(7, ["title": "old"])
            try press.update(article, ["title": "mine"])
            try forgetPendingEdits(press)
            let press = press.restarted()
            #expect(try press.outbox.state(of: article) == .edited)
            let payload = #"{"articles": [{"id": 7, "title": "server"}]}"#
            _ = try MappingOperation(press.manager.plan.mappings).run(payload, in: press.container)
            #expect(try press.values(article, "title") == ["mine"])
            #expect(try await press.outbox.send().sent.count == 1)
            #expect(press.server["articles/7"]?["title"] == "mine")
        }
    }

    @Test func `of an earlier version are upgraded as soon as the store can be saved`() throws {
        let store = FailingStore()
        let press = try Press(store)
        let article = try press.knownArticle(7, ["title": "old"])
        try press.update(article, ["title": "mine"])
        try forgetPendingEdits(press)
        let again = press.restarted()
        store.fail([.committing], .full)
        #expect(throws: RemoteError.self) { try again.outbox.state(of: article) }
        store.fail([])
        #expect(try again.outbox.state(of: article) == .edited)
    }

    @Test(arguments: StoreKind.allCases)
    func `end with the answer, and leave nothing behind`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let article = try press.knownArticle(7, ["title": "old"])
            try press.update(article, ["title": "mine"])
            try press.update(article, ["text": "more"])
            try press.delete(try press.create("a"))
            let author = try press.create("b")
            _ = try await press.outbox.send()
            try press.delete(author)
            _ = try await press.outbox.send()
            let left = try press.container.perform { context in
                try ["remote-outbox:", PendingEdit.prefix].flatMap {
                    try context.metadata(behind: $0)
                }
            }
            #expect(left.isEmpty)
            let payload = #"{"articles": [{"id": 7, "title": "server"}]}"#
            _ = try MappingOperation(press.manager.plan.mappings).run(payload, in: press.container)
            #expect(try press.values(article, "title") == ["server"])
        }
    }

    /// One combination of edits, mapped in one way, compared with a naive model of it.
    private struct Round {
        let press: Press
        let way: Way
        let edits: [Int64: Edit]
        let note: String
        private let authors: [Int64: ManagedObjectID]
        private let articles: [Int64: ManagedObjectID]

        init(_ press: Press, _ way: Way, _ seed: UInt64) throws {
            var random = SeededGenerator(seed: seed &+ 3_000_000)
            (self.press, self.way) = (press, way)
            var (authors, articles): ([Int64: ManagedObjectID], [Int64: ManagedObjectID]) = (
                [:], [:]
            )
            for number in 1...3 as ClosedRange<Int64> {
                authors[number] = try press.known(number, "author \(number)")
            }
            var edits: [Int64: Edit] = [:]
            for number in 1...5 as ClosedRange<Int64> {
                articles[number] = try press.knownArticle(number, ["title": "old"])
                edits[number] = random.pick(Edit.allCases)
            }
            (self.authors, self.articles, self.edits) = (authors, articles, edits)
            note = "seed \(seed), \(way): \(edits.sorted { $0.key < $1.key })"
        }

        func run() async throws {
            try connect()
            let drafts = try edit()
            let titles = try await map()
            try press.container.perform { context in
                for (number, edit) in edits {
                    let article = try context.object(with: try #require(articles[number]))
                    guard edit != .deletion else {
                        #expect(article == nil, "\(note)")
                        continue
                    }
                    let found = try #require(article, "\(note)")
                    let title: Value = edit == .title ? "mine" : titles
                    #expect(found["title"] == title, "\(number) in \(note)")
                    let author = found[toOne: "author"]?["authorID"] ?? .null
                    #expect(author == expectedAuthor(of: number), "\(number) in \(note)")
                }
                for draft in drafts {
                    let found = try #require(try context.object(with: draft), "\(note)")
                    #expect(found["title"] == "draft", "\(note)")
                    #expect(found[toOne: "author"]?["authorID"] == 2, "\(note)")
                }
                let count = edits.values.count { $0 != .deletion } + drafts.count
                #expect(try context.count(FetchRequest("Article")) == count, "\(note)")
            }
        }

        /// Returns the author of an article at the end: the server has 2 for all of them.
        private func expectedAuthor(of number: Int64) -> Value {
            switch edits[number] {
            case .author: 3
            case .list: 1
            default: 2
            }
        }

        private func connect() throws {
            try press.container.perform { context in
                for (_, id) in articles {
                    try context.object(with: id)?[toOne: "author"] = try context.object(
                        with: try #require(authors[2]))
                }
                try context.save()
            }
        }

        /// Edits the articles, and returns the new ones.
        private func edit() throws -> [ManagedObjectID] {
            let (press, outbox) = (press, press.outbox)
            var drafts: [ManagedObjectID] = []
            for (number, edit) in edits.sorted(by: { $0.key < $1.key }) {
                let id = try #require(articles[number])
                let (first, third) = (try #require(authors[1]), try #require(authors[3]))
                switch edit {
                case .nothing: break
                case .title: try press.update(id, ["title": "mine"])
                case .deletion: try press.delete(id)
                case .creation:
                    // The server's list of the author does not have it.
                    drafts.append(try press.createArticle("draft", by: try #require(authors[2])))
                case .author:
                    try press.container.perform { context in
                        let author = try context.object(with: third)
                        try context.object(with: id)?[toOne: "author"] = author
                        try outbox.update(id, in: context)
                        try context.save()
                    }
                case .list:
                    try press.container.perform { context in
                        let author = try #require(try context.object(with: first))
                        author[toMany: "articles"].append(
                            try #require(try context.object(with: id)))
                        try outbox.update(first, in: context)
                        try context.save()
                    }
                }
            }
            return drafts
        }

        /// The server's author 2 with all articles.
        private var record: String {
            let articles = (1...5).map { #"{"id": \#($0), "title": "server"}"# }
            return #"{"id": 2, "name": "b", "articles": [\#(articles.joined(separator: ", "))]}"#
        }

        /// Maps the record, and returns the title that articles without edits have.
        private func map() async throws -> Value {
            let payload = #"{"authors": [\#(record)]}"#
            let operation = MappingOperation(try plan("authors", hook: way == .hook))
            let importing = try ImportOperation(plan(.root))
            switch way {
            case .response: _ = try await manager(saying: payload).load(path: "authors/2")
            case .page:
                let pages = try manager(saying: payload).pages(path: "authors/2", by: .link())
                for try await _ in pages {}
            case .stream:
                _ = try await manager(saying: record + "\n").import(path: "authors/2")
            case .lines:
                _ = try importing.run([Array("\(record)\n".utf8)], in: press.container)
            case .operation, .hook: _ = try operation.run(payload, in: press.container)
            case .background:
                _ = try await operation.runInBackground(payload, in: press.container)
            case .context:
                try press.container.perform { context in
                    _ = try operation.run(payload, in: context)
                    try context.save()
                }
            case .seed:
                var importer = ManagedObjectImporter()
                try importer.add(payload, named: "authors", using: try plan("authors"))
                _ = try importer.run(in: press.container)
            }
            return way == .hook ? "hooked" : "server"
        }

        private func plan(_ root: PayloadPath, hook: Bool = false) throws -> MappingPlan {
            let model = press.container.model
            var article = EntityMapping(for: try #require(model["Article"]))
            article.identificationAttributes = ["articleID"]
            article.addAttributeMappings(["id": "articleID", "title": "title"])
            if hook {
                article.didMap = MappingHook("title") { article, _ in article["title"] = "hooked" }
            }
            var author = EntityMapping(for: try #require(model["Author"]))
            author.identificationAttributes = ["authorID"]
            author.addAttributeMappings(["id": "authorID", "name": "name"])
            author.addRelationshipMapping(from: "articles", to: "articles", using: "Article")
            return try MappingPlan(
                MappingSet([author, article], roots: [root: "Author"]), for: model)
        }

        /// Another manager of the container, whose server always answers with a text.
        private func manager(saying text: String) throws -> ObjectManager {
            var server = RemoteDescription(base: "https://example.com/")
            let root: PayloadPath = way == .stream ? .root : "authors"
            server.addResponse(ResponseDescriptor("authors/:id", root: root, using: "Author"))
            let stub = StubTransport { (_) throws(TransportError) in
                TransportResponse(200, json: text)
            }
            return ObjectManager(
                try RemotePlan(server, for: try plan(root)), in: press.container, over: stub,
                options: press.manager.options)
        }
    }
}
