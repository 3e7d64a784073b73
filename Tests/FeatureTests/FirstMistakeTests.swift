import Foundation
import Mercator
import TestSupport
import Testing

/// Messages about the mistakes of the first day, which tell their author what to do.
@Suite("First mistakes")
struct FirstMistakeTests {
    struct Book: Entity {
        let bookID = Attribute<Int64>("bookID")
        let body = Attribute<[String: String]?>("body")
    }

    private let model: ManagedObjectModel

    init() throws { model = try ManagedObjectModel(Book.self) }

    private func mappings(_ roots: [String]) throws -> MappingSet {
        var book = EntityMapping(for: Book.self)
        book.addAttributeMapping(from: "id", to: \Book.bookID)
        var set = MappingSet([book], roots: [:])
        set.roots = roots.map { MappingSet.Root(PayloadPath(stringLiteral: $0), using: "Book") }
        return set
    }

    private func load(_ payload: String, _ roots: [String]) throws -> MappingResult {
        try MappingOperation(MappingPlan(mappings(roots), for: model)).run(
            payload, in: PersistentContainer(model: model, store: InMemoryStore()))
    }

    @Test(arguments: [
        ("<!DOCTYPE html><p>404</p>", "HTML"), (" \n<html>", "HTML"), ("[\n<]", "quotation marks"),
        ("", "response was empty"),
    ])
    func `a page or nothing in place of a payload is called so`(text: String, word: String) throws {
        let error = #expect(throws: PayloadError.self) { try PayloadDocument(parsing: text) }
        #expect("\(try #require(error))".contains(word))
    }

    @Test func `a missing folder is named, and a folder in place of a file`() throws {
        let folder =
            FileManager.default.temporaryDirectory.path
            + "/first-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let missing = folder + "/Application Support/Books"
        for (path, part) in [
            (missing + "/books.sqlite", "there is no folder '\(missing)'"),
            (folder, "it is a folder"),
        ] {
            let error = #expect(throws: StoreError.self) {
                try PersistentContainer(model: model, store: SQLiteStore(path))
            }
            #expect(error?.code == .cannotOpen)
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        }
    }

    @Test func `a list at the top has the root path .root`() throws {
        let error = #expect(throws: MappingError.self) {
            try load(#"[{"id": 1}]"#, ["books"])
        }
        #expect(error?.message.hasSuffix("the root path of a list at the top is .root") == true)
        #expect(try load(#"[{"id": 1}]"#, [""]).total.inserted == 1)
    }

    @Test func `a result counts the root paths that the payload has`() throws {
        let result = try load(#"{"books": [{"id": 1}]}"#, ["books", "more"])
        #expect("\(result)".hasPrefix("1 object at 1 of 2 root paths"))
    }

    @Test func `an entity without a mapping is known by its name`() throws {
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(
                MappingSet([], roots: ["books": "Book"]), for: model)
        }
        #expect("\(try #require(error))".contains("add an EntityMapping of this entity"))
    }

    @Test func `a condition cannot look into a dictionary`() throws {
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let error = #expect(throws: StoreError.self) {
            try container.perform { context in
                try context.fetch(
                    FetchRequest("Book", where: EntityPredicate(format: "body.en == 'a'"))
                ).count
            }
        }
        let message = try #require(error?.message)
        #expect(message.contains("it is an attribute of type object"))
        #expect(!message.contains("did you mean"))
    }
}
