import Foundation
import Mercator
import Testing

@Suite("Seeds and backups")
struct SeedsAndBackupsTests {
    typealias Article = StoresTests.Article
    typealias Author = StoresTests.Author
    typealias Tag = StoresTests.Tag

    private let articles = Array(
        #"{"articles": [{"id": 7, "title": "Maps", "author": 3}, {"id": 8, "author": 3}]}"#.utf8)
    private let authors = Array(#"{"authors": [{"id": 3, "name": "Anna"}]}"#.utf8)

    @Test func `seeds, resets, backups and repairs do what the guide shows`() throws {
        let files = try (seed: TemporaryFile(), file: TemporaryFile(), backup: TemporaryFile())
        let (seedPath, path, backupPath) = (files.seed.path, files.file.path, files.backup.path)
        let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        let plan = try StoresTests.plan(model)
        var importer = ManagedObjectImporter()
        try importer.add(articles, named: "articles.json", using: plan)
        try importer.add(authors, named: "authors.json", using: plan)
        let seeds = try PersistentContainer(model: model, store: SQLiteStore(seedPath))
        let result = try importer.run(in: seeds)
        try result.requireNoIssues()
        let inserted = result.total.inserted  // 3
        #expect(inserted == 3)
        SecondLoad.expectNothing(try importer.run(in: seeds).total)

        let store = SQLiteStore(path, options: .init(seed: seedPath))
        let container = try PersistentContainer(model: model, store: store)
        let count = try container.perform { try $0.count(FetchRequest("Article")) }  // 2
        #expect(count == 2)

        let old = try container.perform { try $0.fetch(Article.self).map(\.objectID) }
        try container.reset()
        let again = try container.perform { try $0.count(FetchRequest("Article")) }  // 2
        let found = try container.perform { context in
            try old.compactMap { try context.object(with: $0) }.count
        }  // 0
        #expect(again == 2)
        #expect(found == 0)

        try container.backUp(to: backupPath)
        let copy = try PersistentContainer(model: model, store: SQLiteStore(backupPath))
        let copied = try copy.perform { try $0.count(FetchRequest("Article")) }  // 2
        #expect(copied == 2)
        try checkAndRepair(container, path)

        container.close()
        try SQLiteStore(path).deleteFiles()
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(throws: StoreError.self) {
            try container.perform { try $0.count(FetchRequest("Article")) }
        }
    }

    private func checkAndRepair(_ container: PersistentContainer, _ path: String) throws {
        let guide = try Guide("Guides/SeedsAndBackups.md")
        #expect(guide.texts.count == 2)
        try SQLiteShell(path, isWriting: true).run("UPDATE Article SET author = 99 WHERE _id = 3")
        var lines: [String] = []
        func print(_ value: some CustomStringConvertible) { lines.append(value.description) }
        let report = try container.checkIntegrity()
        print(report)
        let repaired = try container.repairLinks()
        print(repaired)
        #expect(lines == guide.texts)
        let connected = try ConnectionOperation().run(in: container).connected  // 1
        #expect(try ConnectionOperation().run(in: container).connected == 0)
        #expect(connected == 1)
    }

    @Test func `trees can be kept apart`() throws {
        let file = try TemporaryFile()
        let contentPath = file.path
        let draftModel = try ManagedObjectModel([
            EntityDescription("Tag", attributes: [AttributeDescription("name", .string)]),
            EntityDescription("Draft", attributes: [AttributeDescription("text", .string)]),
        ])
        let apart = PartitionedStore(
            otherwise: SQLiteStore(contentPath), parts: [.init(["Draft"], in: InMemoryStore())])
        let both = try PersistentContainer(model: draftModel, store: apart)
        try both.perform { context in
            context.insert("Draft")["text"] = "not yet"
            context.insert("Tag")["name"] = "swift"
            try context.save()
        }
        #expect(try both.perform { try $0.count(FetchRequest("Draft")) } == 1)
        let tables = "SELECT name FROM sqlite_schema WHERE name IN ('Tag', 'Draft')"
        #expect(try SQLiteShell(contentPath).run(tables) == "Tag")
    }
}
