import Foundation
import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import Testing

@Suite("The model in a file")
struct StoredModelTests {
    private let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
    }

    private var store: SQLiteStore { SQLiteStore(file.path) }

    private func withoutRecord() throws {
        try SQLiteFile(file.path).texts("DELETE FROM mercator_store WHERE key = 'model'")
    }

    @Test func `a file is read without knowing its model`() throws {
        let library = try Library()
        let backend = try file.open(library.model)
        try backend.insert(library.author, root: library.author, [["Anna", "anna"]])
        try backend.insert(
            library.article, root: library.article, [library.article(7, "One", author: 1)])
        let model = try store.storedModel()
        #expect(model == library.model)
        let container = try PersistentContainer(
            model: model, store: SQLiteStore(file.path, options: .init(isReadOnly: true)))
        let names = try container.perform { context in
            try context.fetch(FetchRequest("Article")).map {
                "\($0[toOne: "author"]?["name"] ?? .null)"
            }
        }
        #expect(names == ["\"Anna\""])
        #expect(try store.storedDescription().isComplete)
        #expect(try store.storedDescription().identifications["Author"] == ["slug"])
    }

    @Test func `what changes nothing in the tables is recorded, too`() throws {
        _ = try file.open(try Library().model)
        let changed = try Library { entities in
            entities[0].declaredRelationships[0].deleteRule = .cascade
            entities[1].declaredAttributes[0].defaultValue = "nameless"
        }
        _ = try file.open(changed.model)
        #expect(try store.storedModel() == changed.model)
    }

    @Test func `a migration records its model`() throws {
        _ = try file.open(try Library().model)
        let changed = try Library {
            $0[1].declaredAttributes.append(AttributeDescription("url", .url))
        }
        _ = try file.open(changed.model)
        #expect(try store.storedModel() == changed.model)
    }

    @Test func `the record is not waited for`() throws {
        let library = try Library()
        _ = try file.open(library.model)
        try withoutRecord()
        let other = try SQLiteFile(file.path)
        try other.texts("BEGIN IMMEDIATE")
        _ = try file.open(library.model, options: .init(busyTimeout: .seconds(3600)))
        #expect(try !store.storedDescription().isComplete)
        try other.texts("COMMIT")
        _ = try file.open(library.model)
        #expect(try store.storedDescription().isComplete)
    }

    @Test func `a file of an earlier version is read by its tables`() throws {
        let library = try Library()
        let backend = try file.open(library.model)
        try backend.insert(library.author, root: library.author, [["Anna", "anna"]])
        try backend.insert(
            library.article, root: library.article, [library.article(7, "One", author: 1)])
        try backend.insert(library.film, root: library.item, [["Film", "eight", "f8"]])
        try withoutRecord()
        let description = try store.storedDescription()
        #expect(!description.isComplete)
        #expect(description.identifications["Author"] == ["slug"])
        #expect(description.model["Film"]?.attributes.map(\.name) == ["title", "code", "pages"])
        let container = try PersistentContainer(
            model: description.model,
            store: SQLiteStore(file.path, options: .init(isReadOnly: true)))
        try container.perform { context in
            let article = try #require(try context.fetch(FetchRequest("Article")).first)
            #expect(article[toOne: "author"]?["name"] == "Anna")
            #expect(try context.fetch(FetchRequest("Item")).map { $0["title"] } == ["Film"])
        }
    }

    @Test func `so is one with links that are ordered at both ends, and combinations`() throws {
        let model = try ManagedObjectModel(
            [
                EntityDescription(
                    "Zoo", attributes: [AttributeDescription("a", .string, isOptional: false)],
                    relationships: [
                        .toMany("animals", "Animal", inverse: "zoos", isOrdered: true),
                        .toOne("next", "Zoo", inverse: "previous"),
                    ], uniquenessConstraints: [["b", "a"]]),
                EntityDescription(
                    "Animal", relationships: [.toMany("zoos", "Zoo", isOrdered: true)]),
            ].map { entity in
                var entity = entity
                if entity.name == "Zoo" {
                    entity.declaredAttributes.append(AttributeDescription("b", .date))
                    entity.declaredRelationships.append(.toOne("previous", "Zoo"))
                }
                return entity
            })
        _ = try file.open(model)
        try withoutRecord()
        let read = try store.storedModel()
        #expect(read["Zoo"]?.relationship(named: "animals")?.inverse == "animalsOfZoo")
        #expect(read["Zoo"]?.uniquenessConstraints == [["b", "a"]])
        _ = try PersistentContainer(
            model: read, store: SQLiteStore(file.path, options: .init(isReadOnly: true)))
    }

    @Test func `a record that no longer describes the tables is not used`() throws {
        let library = try Library()
        _ = try file.open(library.model)
        let raw = try SQLiteFile(file.path)
        let record = try raw.texts("SELECT value FROM mercator_store WHERE key = 'model'")[0]
        let changed = try Library {
            $0[1].declaredAttributes.append(AttributeDescription("url", .url))
        }
        _ = try file.open(changed.model)
        // An earlier version of Mercator, which migrates the file, leaves the row alone.
        try raw.texts("UPDATE mercator_store SET value = '\(record)' WHERE key = 'model'")
        #expect(try store.storedModel()["Author"]?.attribute(named: "url")?.type == .url)
        #expect(try !store.storedDescription().isComplete)
    }

    @Test func `what is no store is said`() throws {
        #expect(storeError { _ = try store.storedModel() }?.code == .cannotOpen)
        try SQLiteFile(file.path).texts("CREATE TABLE a (b)")
        #expect(storeError { _ = try store.storedModel() }?.code == .corrupt)
        #expect(try SQLiteFile(file.path).texts("SELECT name FROM sqlite_schema") == ["a"])
        try Data("text".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(storeError { _ = try store.storedModel() }?.code == .corrupt)
    }
}
