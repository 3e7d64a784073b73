import Mercator
import Testing

/// Typed variants of functions that are tested with names.
@Suite("Typed variants")
struct TypedVariantTests {
    struct Shelf: Entity {
        let shelfID = Attribute<Int64>(from: "id")
        let books = ToMany<Book>()
    }

    struct Book: Entity {
        let bookID = Attribute<Int64>(from: "id")
        let shelfID = Attribute<Int64?>(from: "shelf_id")
        let shelf = ToOne<Shelf>(inverse: \.books, connectedBy: \Book.shelfID)
    }

    private let container: PersistentContainer

    init() throws {
        container = try PersistentContainer(for: Shelf.self, Book.self, in: InMemoryStore())
    }

    private func count(_ entity: String) throws -> Int {
        try container.read { try $0.count(FetchRequest(entity)) }
    }

    @Test func `explanations name what a load would do`() throws {
        let explanation = try container.explain(#"{"id": 1, "colour": "red"}"#, as: Shelf.self)
        #expect(explanation.description.contains("colour"))
        let byKey = try container.explain(#"{"Shelf": [{"id": 1}]}"#)
        #expect(byKey.description.contains("Shelf"))
        #expect(try count("Shelf") == 0)
    }

    @Test func `objects are written as an array`() throws {
        try container.load(#"[{"id": 2}, {"id": 1}]"#, as: Book.self)
        let writer = try RepresentationWriter(container.mappingPlan, for: Book.self)
        let (text, count) = try container.read { context in
            let books = try context.fetch(Book.self, sortedBy: [.ascending(\Book.bookID)])
            let text = String(decoding: try writer.jsonBytes(for: books), as: UTF8.self)
            return (text, try writer.document(for: books).root.array?.count)
        }
        #expect(text == #"[{"id":1,"shelf_id":null},{"id":2,"shelf_id":null}]"#)
        #expect(count == 2)
    }

    @Test func `a dry run of connecting leaves the context as it is`() throws {
        try container.load(#"{"id": 2, "shelf_id": 1}"#, as: Book.self)
        let dryRun = try container.perform { context in
            context.insert("Shelf")["shelfID"] = 1
            let dryRun = try ConnectionOperation().dryRun(in: context)
            context.rollback()
            return dryRun
        }
        #expect(dryRun.result.connected == 1)
        #expect(try count("Shelf") == 0)
    }

    @Test func `a count of related objects is compared by inequality`() throws {
        try container.load(#"[{"id": 1}, {"id": 2}]"#, as: Shelf.self)
        try container.load(#"{"id": 2, "shelf_id": 1}"#, as: Book.self)
        let busy: EntityPredicate = .relationship("books").count != 0
        let shelves = try container.read { context in
            try context.fetch(FetchRequest("Shelf", where: busy)).map { $0["shelfID"] }
        }
        #expect(shelves == [.integer(1)])
    }
}
