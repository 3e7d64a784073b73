import Foundation
import MappingGeneration
import MappingInference
import Mercator
import MercatorTesting
import Testing

/// Files that releases have written, opened and used by the present version.
@Suite("Files of earlier releases")
final class GoldenTests {
    typealias Article = GoldenFiles.Article

    private static let isWriting =
        ProcessInfo.processInfo.environment["MERCATOR_WRITE_GOLDEN"] != nil
    private static let golden = Bundle.module.bundleURL.appending(path: "Golden")

    static let releases =
        isWriting ? [] : (try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? []

    /// The copy of the files of a release.
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "golden-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func copy(_ release: String) throws {
        try FileManager.default.copyItem(
            at: Self.golden.appending(path: release), to: folder)
    }

    private func container() throws -> PersistentContainer {
        try GoldenFiles.container(at: folder.appending(path: "graph.store").path)
    }

    private func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    @Test(.enabled(if: isWriting, "MERCATOR_WRITE_GOLDEN is not set"))
    func `the files of this release are written`() throws {
        try GoldenFiles.write(to: GoldenFiles.sources.appending(path: Release.version))
    }

    @Test(.enabled(if: !isWriting))
    func `this release has files`() {
        #expect(Self.releases.contains(Release.version))
    }

    @Test(arguments: releases)
    func `a store is read with its types, its order and its words`(release: String) throws {
        try copy(release)
        let container = try self.container()
        try container.read { context in
            let articles = try context.fetch(
                Article.self, sortedBy: [.ascending(\Article.articleID)])
            try #require(articles.map(\.articleID) == [7, 8, 20, 21])
            #expect(articles.map(\.title) == ["Storm", "Calm", "a", "b"])
            #expect(articles[0].price == Decimal(string: "12.5"))
            #expect(articles[0].published == Timestamp("2026-01-02T03:04:05Z"))
            #expect(articles[0].author?.name == "Anna")
            #expect(articles[0].tags.map(\.name) == ["sea", "air", "land"])
            #expect(articles[1].tags.map(\.name) == ["land", "sea"])
            #expect(articles[1].authorID == 9 && articles[1].author == nil)
        }
        #expect(try container.search(Article.self, SearchQuery("storm")).count == 1)
        #expect(try container.search(Article.self, SearchQuery("harbour")).isEmpty)
        #expect(try container.openConnections().map(\.count) == [1])
    }

    @Test(arguments: releases)
    func `a store is written, and its open keys are connected`(release: String) throws {
        try copy(release)
        let container = try self.container()
        let result = try container.load(#"{"authors": [{"id": 9, "name": "Ben"}]}"#)
        #expect(result.total.inserted == 1)
        try container.write { context in
            let tag = context.insert(GoldenFiles.Tag.self)
            tag.name = "wind"
            try #require(try context.first(Article.self) { $0.articleID == 8 }).tags.insert(
                tag, at: 0)
        }
        container.close()
        let again = try self.container()
        try again.read { context in
            let article = try #require(try context.first(Article.self) { $0.articleID == 8 })
            #expect(article.author?.name == "Ben")
            #expect(article.tags.map(\.name) == ["wind", "land", "sea"])
        }
        #expect(try again.openConnections().isEmpty)
        let repeated = try again.load(GoldenFiles.payload)
        #expect(repeated.total.inserted == 0)
    }

    @Test(arguments: releases)
    func `an import goes on at its checkpoint`(release: String) throws {
        try copy(release)
        let container = try self.container()
        let operation = try GoldenFiles.lineImport(into: container)
        #expect(try operation.checkpoint(in: container)?.records == 2)
        let more = GoldenFiles.lines + Array("{\"id\": 22, \"title\": \"c\"}\n".utf8)
        let result = try operation.run([more], in: container)
        #expect(result.resumedFrom?.records == 2)
        #expect(result.records == 3)
        #expect(result.countsOfThisRun["Article"]?.inserted == 1)
    }

    @Test(arguments: releases)
    func `an edit that waits is kept against payloads, and sent`(release: String) async throws {
        try copy(release)
        let container = try self.container()
        let transport = StubTransport { request in
            TransportResponse(200, json: #"{"id": 7, "title": "Storm"}"#)
        }
        let manager = try container.remote(GoldenFiles.server, over: transport)
        let entry = try #require(try manager.outbox.entries().first)
        #expect(entry.kind == .update && entry.state == .pending)
        #expect(entry.base == ["title": "Storm in the harbour"])
        try container.load(GoldenFiles.payload)
        #expect(try container.read { try $0.fetch(Article.self).map(\.title).contains("Storm") })
        let round = try await manager.outbox.send()
        #expect(round.sent.count == 1)
        #expect(transport.requests.map(\.method) == [.patch])
        #expect(transport.requests.map(\.url) == ["https://example.com/articles/7"])
        #expect(try manager.outbox.entries().isEmpty)
        #expect(try await manager.outbox.send().sent.isEmpty)
    }

    @Test(arguments: releases)
    func `a change report is decoded, and is what a dry run reports`(release: String) throws {
        try copy(release)
        let report = try JSONDecoder().decode(
            ChangeReport.self, from: try data("changes.json"))
        #expect(report.count(.updated) > 0)
        let article = try #require(report.objects.first { $0[attribute: "title"] != nil })
        #expect(article[attribute: "title"]?.old == "Calm")
        #expect(article[attribute: "title"]?.new == "Wind")
        #expect(try report == GoldenFiles.changes(in: container()))
    }

    @Test(arguments: releases)
    func `a mapping file maps, and is written as it was`(release: String) throws {
        try copy(release)
        let text = String(decoding: try data("mapping.json"), as: UTF8.self)
        let file = try MappingFile(parsing: text)
        #expect(try file.text == text)
        let container = try PersistentContainer(model: file.model(), store: InMemoryStore())
        let result = try MappingOperation(file.plan()).run(GoldenFiles.payload, in: container)
        #expect(result.issues.isEmpty)
        #expect(result.total.inserted == 6)
        // What inference finds today extends it.
        let update = try file.updated(with: GoldenFiles.inferred().file)
        #expect(update.file.entities.map(\.name) == file.entities.map(\.name))
    }

    @Test(arguments: releases)
    func `an inference report has at least the members that it had`(release: String) throws {
        try copy(release)
        let earlier = try PayloadDocument(parsing: Array(data("inference.json"))).root
        let now = try PayloadDocument(
            parsing: try InferenceJSON(GoldenFiles.inferred()).text()
        ).root
        #expect(earlier["entities"]?.count == 3 && now["entities"]?.count == 3)
        #expect(now.contains(membersOf: earlier), "\(now)")
    }
}

extension PayloadValue {
    /// Tests whether another value's members are here, in objects and in elements of lists.
    fileprivate func contains(membersOf other: PayloadValue) -> Bool {
        guard kind == other.kind else { return false }
        if let lists = array.flatMap({ list in other.array.map { (list, $0) } }) {
            return zip(lists.0, lists.1).allSatisfy { $0.contains(membersOf: $1) }
        }
        return other.dictionary?.allSatisfy { name, value in
            self[name]?.contains(membersOf: value) == true
        } ?? true
    }
}
