import Foundation
import Mercator
import MercatorProgress
import Testing

@Suite("Importing large files")
struct ImportingLargeFilesTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
        let authorID = Attribute<Int64?>("authorID")
    }

    struct Area: Entity {
        let code = Attribute<String>("code")
        let name = Attribute<String?>("name")
    }

    struct Note: Entity {
        let sourceName = Attribute<String?>("sourceName")
        let position = Attribute<Int64?>("position")
        let text = Attribute<String?>("text")
    }

    struct Page: Entity {
        let total = Attribute<Int64>("total")
    }

    private let lines = """
        {"id": 7, "title": "Maps", "author": 3}
        {"id": 8, "title": "Compasses", "author": 3}
        {"id": 8, "title": "Compasses"}
        {"id": 9, "title": "Sextants"}
        """

    private func container() throws -> PersistentContainer {
        try PersistentContainer(
            model: ManagedObjectModel(Article.self), store: InMemoryStore())
    }

    private func plan() throws -> MappingPlan {
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "title": "title", "author": "authorID"])
        return try MappingPlan(
            MappingSet([articles], roots: ["articles": "Article"]),
            for: ManagedObjectModel(Article.self))
    }

    private func write(_ text: String, to file: TemporaryFile) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
        return file.path
    }

    @Test func `files, pages and chunks are imported as the guide shows`() async throws {
        let files = try (lines: TemporaryFile(), page: TemporaryFile())
        let (container, plan) = (try container(), try plan())
        let path = try write(lines, to: files.lines)
        let pagePath = try write(
            #"{"data": {"items": [{"id": 1}, {"id": 2}]}, "next": null}"#, to: files.page)

        let importing = try ImportOperation(plan)
        let result = try await importing.run(file: path, in: container)
        let counts = (result.records, result.total.inserted)  // (4, 3)
        #expect(counts.0 == 4 && counts.1 == 3)

        let page = try ImportOperation(plan, format: .array(at: "data.items"))
        let fromPage = try await page.run(file: pagePath, in: container).records  // 2
        #expect(fromPage == 2)
        try importPart(plan, container, path)
        try await importChunks(importing, container)
        try await takeSteps(importing, container, path)
    }

    private func importPart(
        _ plan: MappingPlan, _ container: PersistentContainer, _ path: String
    ) throws {
        var parts = try ImportOperation(plan, options: ImportOptions(checkpoint: "articles"))
        parts.options.part = ImportPart(2, of: 2)
        let ofSecond = try parts.run(file: path, in: container).records  // 2
        #expect(ofSecond == 2)
    }

    private func importChunks(
        _ importing: ImportOperation, _ container: PersistentContainer
    ) async throws {
        let chunks = [Array(lines.utf8.prefix(50)), Array(lines.utf8.dropFirst(50))]
        let stream = AsyncStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
        let fromChunks = try importing.run(chunks, in: container).records  // 4
        let fromStream = try await importing.run(stream, in: container).records  // 4
        #expect(fromChunks == 4 && fromStream == 4)
    }

    private func takeSteps(
        _ importing: ImportOperation, _ container: PersistentContainer, _ path: String
    ) async throws {
        var printed: [String] = []
        func print(_ line: String) { printed.append(line) }
        for try await step in importing.steps(file: path, in: container) {
            if let result = step.result { print("\(result.records) records are in") }
        }
        #expect(printed == [try Guide("Guides/ImportingLargeFiles.md").texts[0]])
        for try await step in importing.steps(file: path, in: container) {
            if let result = step.result { SecondLoad.expectNothing(result.total) }
        }
    }

    @Test func `members and documents with several roots are imported`() throws {
        let files = try (areas: TemporaryFile(), shop: TemporaryFile())
        let model = try ManagedObjectModel(Area.self, Note.self, Page.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let areaPath = try write(
            """
            {"areas": {"205": "North", "206": "South"}}
            """, to: files.areas)
        let shopPath = try write(
            """
            {"areas": {"205": "North"}, "page": {"total": 2}, "notes": [{"text": "a"}, {"text": "b"}]}
            """, to: files.shop)

        var areas = EntityMapping(for: Area.self)
        areas.forcesCollectionMapping = true
        areas.identificationAttributes = ["code"]
        areas.addAttributeMapping(fromKeyOfRepresentationTo: "code")
        areas.addAttributeMapping(from: "{code}", to: "name")
        let areaPlan = try MappingPlan(MappingSet([areas], roots: ["areas": "Area"]), for: model)

        let members = try ImportOperation(areaPlan, format: .members(at: "areas"))
        let fromMembers = try members.run(file: areaPath, in: container).records  // 2
        #expect(fromMembers == 2)

        var notes = EntityMapping(for: Note.self)
        notes.identificationAttributes = ["sourceName", "position"]
        notes.addAttributeMappings([
            "@metadata.source": "sourceName", "@metadata.position": "position", "text": "text",
        ])
        var pages = EntityMapping(for: Page.self)
        pages.identificationAttributes = ["total"]
        pages.addAttributeMappings(["total": "total"])
        let shopPlan = try MappingPlan(
            MappingSet(
                [areas, notes, pages], roots: ["areas": "Area", "notes": "Note", "page": "Page"]),
            for: model)

        var shop = try DocumentImport(shopPlan)
        shop.options.checkpoint = "shop"
        let fromShop = try shop.run(file: shopPath, in: container)
        let passes = fromShop.passes.map(\.name)
        // ["members of 'areas'", "array at 'notes'", "document"]
        #expect(passes == ["members of 'areas'", "array at 'notes'", "document"])
        let changes = try shop.run(file: shopPath, in: container).countsOfThisRun.values
        #expect(changes.allSatisfy { $0 == MappingCounts() })
        shop.options.startsOver = true
        SecondLoad.expectNothing(try shop.run(file: shopPath, in: container).total)
    }

    @Test func `an import that was cancelled goes on`() throws {
        let file = try TemporaryFile()
        let path = try write(lines, to: file)
        let (fresh, plan) = (try container(), try plan())
        var options = ImportOptions(checkpoint: "articles")
        options.batchRecords = 2
        let resumable = try ImportOperation(plan, options: options)
        let progress = Progress(totalUnitCount: -1)
        do {
            _ = try resumable.run(file: path, in: fresh, progress: progress) { _ in
                progress.cancel()
            }
        } catch ImportError.Code.cancelled {
            // as it was told to
        }
        let saved = try resumable.checkpoint(in: fresh)?.records  // 2
        let rest = try resumable.run(file: path, in: fresh)
        let resumed = (rest.resumedFrom?.records, rest.records)  // (2, 4)
        #expect(saved == 2 && resumed.0 == 2 && resumed.1 == 4)
        #expect(rest.total.inserted == 3)
    }

    @Test func `issues tell their places`() throws {
        let container = try container()
        let importing = try ImportOperation(plan())
        let text = "{\"id\": 1}\n{\"id\": }\n\n{\"id\": \"x\"}\n"
        let brokenChunks = [Array(text.utf8)]
        var printed: [String] = []
        func print(_ issue: MappingIssue) { printed.append("\(issue)") }
        let mixed = try importing.run(brokenChunks, in: container)
        for issue in mixed.issues { print(issue) }
        let shown = try Guide("Guides/ImportingLargeFiles.md").texts[1]
        #expect(printed.joined(separator: "\n") == shown)
    }
}
