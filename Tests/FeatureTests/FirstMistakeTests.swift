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
        (
            "<!DOCTYPE html><p>404</p>",
            "expected a value, found '<', at line 1, column 1 (byte 0): "
                + "this looks like HTML or XML; "
                + "see whether the response was a page that reports an error"
        ),
        (
            " \n<html>",
            "expected a value, found '<', at line 2, column 1 (byte 2): "
                + "this looks like HTML or XML; "
                + "see whether the response was a page that reports an error"
        ),
        (
            "[\n<]",
            "expected a value, found '<', at line 2, column 1 (byte 2): "
                + "put text between quotation marks"
        ),
        (
            "",
            "expected a value, found the end of the payload, at line 1, column 1 (byte 0): "
                + "see whether the response was empty, or send at least 'null'"
        ),
    ])
    func `a page or nothing in place of a payload is called so`(
        text: String, message: String
    ) throws {
        let error = #expect(throws: PayloadError.self) { try PayloadDocument(parsing: text) }
        #expect("\(try #require(error))" == message)
    }

    @Test func `a missing folder is named, and a folder in place of a file`() throws {
        let folder =
            FileManager.default.temporaryDirectory.path
            + "/first-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let missing = folder + "/Application Support/Books"
        for (path, reason) in [
            (missing + "/books.sqlite", "there is no folder '\(missing)'"),
            (folder, "it is a folder"),
        ] {
            let error = #expect(throws: StoreError.self) {
                try PersistentContainer(model: model, store: SQLiteStore(path))
            }
            #expect(error?.code == .cannotOpen)
            #expect(error?.message == "'\(path)' cannot be opened or created: \(reason)")
        }
    }

    @Test func `a list at the top has the root path .root`() throws {
        let error = #expect(throws: MappingError.self) {
            try load(#"[{"id": 1}]"#, ["books"])
        }
        #expect(
            error?.message
                == "expected the root path 'books', found an array; "
                + "the root path of a list at the top is .root")
        #expect(try load(#"[{"id": 1}]"#, [""]).total.inserted == 1)
    }

    @Test func `a list below a key has another root path than .root`() throws {
        let result = try load(#"{"books": [{"id": 1}], "page": 1}"#, [""])
        #expect(
            result.issues.map(\.description) == [
                "Book: expected at least one of the mapped keys, found none of them; "
                    + "the payload has the keys 'books', 'page', at the top (line 1, column 1)"
            ])
        // Elements of a list have no root path to be mistaken for.
        let element = try load(#"[{"books": 1}]"#, [""])
        #expect(
            element.issues.map(\.description) == [
                "Book: expected at least one of the mapped keys, found none of them, "
                    + "at [0] (line 1, column 2)"
            ])
    }

    @Test func `a result tells the root paths that have no objects`() throws {
        let result = try load(#"{"books": [{"id": 1}]}"#, ["books", "more", "others"])
        #expect(
            "\(result)" == """
                1 object at 1 of 3 root paths
                        inserted
                  Book         1
                  all          1
                no objects at 'more', 'others'
                """)
        #expect(!"\(try load(#"{"books": []}"#, ["books"]))".contains("no objects"))
    }

    @Test func `a result tells a path that is misspelt`() throws {
        struct Page: Entity {
            let pageID = Attribute<Int64>(from: "id")
            let title = Attribute<String?>(from: "titel")
            let note = Attribute<String?>(from: "note")
        }
        let container = try PersistentContainer(for: Page.self, in: InMemoryStore())
        let records = [#"{"id": 1, "title": "a"}"#, #"{"id": 2, "titel": "b"}"#]
        let line = "- Page.title: no 'titel' in any record (did you mean 'title'?)"
        let result = try container.load("[\(records[0])]", as: Page.self)
        #expect("\(result)".split(separator: "\n").last.map(String.init) == line)
        let both = try container.load("[\(records.joined(separator: ","))]", as: Page.self)
        #expect(!"\(both)".contains("did you mean"))
    }

    @Test func `an entity without a mapping is known by its name`() throws {
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(
                MappingSet([], roots: ["books": "Book"]), for: model)
        }
        #expect(
            error?.problems.map(\.description) == [
                "root path 'books': no mapping is named 'Book'; add an EntityMapping of this entity"
            ])
    }

    @Test func `a pair that is turned round is called so, unless a name was misspelled`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Shelf", attributes: [.init("shelfID", .integer64)],
                relationships: [.toMany("books", "Shelf")])
        ])
        func problems(_ change: (inout EntityMapping) -> Void) throws -> [String] {
            var shelf = EntityMapping(
                for: try #require(model["Shelf"]), infersIdentification: false)
            change(&shelf)
            let set = MappingSet([shelf], roots: ["shelves": "Shelf"])
            let error = #expect(throws: MappingPlanError.self) {
                try MappingPlan(set, for: model)
            }
            return error?.problems.map(\.description) ?? []
        }
        let turned = try problems { $0.addAttributeMappings(["shelfID": "key"]) }
        #expect(
            turned == [
                "Shelf: no attribute 'key' in Shelf, but one 'shelfID'; the source comes first: "
                    + "map 'key' to 'shelfID'"
            ])
        let relationship = try problems {
            $0.addRelationshipMapping(from: "books", to: "volumes", using: "Shelf")
        }
        #expect(
            relationship == [
                "Shelf: no relationship 'volumes' in Shelf, but one 'books'; "
                    + "the source comes first: map 'volumes' to 'books'"
            ])
        #expect(
            try problems { $0.addAttributeMappings(["shelfID": "shelfId2"]) } == [
                "Shelf: no attribute 'shelfId2' in Shelf; did you mean 'shelfID'?"
            ])
        #expect(
            try problems { $0.addAttributeMappings(["number": "key"]) }
                == ["Shelf: no attribute 'key' in Shelf"])
    }

    @Test func `what several transforms expect is said once`() throws {
        var book = EntityMapping(for: Book.self)
        book.addAttributeMapping(
            from: "id", to: \Book.bookID,
            using: .firstOf([
                .default,
                ValueTransform("even") { (value: PayloadValue) -> Int64? in
                    throw Odd()
                },
            ]))
        let result = try MappingOperation(
            MappingPlan(MappingSet([book], roots: [.root: "Book"]), for: model)
        ).run(#"{"id": "x"}"#, in: PersistentContainer(model: model, store: InMemoryStore()))
        #expect(
            result.issues.map(\.description) == [
                "Book.bookID: expected whole number or whole number from the transform 'even', "
                    + "found text (tried 2 transforms, none fits: 'even': "
                    + "the transform 'even' says: it is odd), at id (line 1, column 8)"
            ])
    }

    struct Odd: Error, CustomStringConvertible { let description = "it is odd" }

    @Test func `the first object is fetched by itself`() throws {
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let found = try container.perform { context in
            for number in 1...3 { context.insert(Book.self).bookID = Int64(number) }
            return (
                try context.first(Book.self, sortedBy: [.descending(\Book.bookID)])?.bookID,
                try context.first(Book.self) { $0.bookID == 2 }?.bookID,
                try context.first(Book.self) { $0.bookID > 3 }?.bookID
            )
        }
        #expect(found == (3, 2, nil))
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
        #expect(
            error?.message
                == "Book.body.en: no property 'body' in Book that leads to 'en': "
                + "it is an attribute of type object")
    }
}
