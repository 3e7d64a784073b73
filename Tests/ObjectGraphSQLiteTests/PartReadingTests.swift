import ObjectGraph
import ObjectGraphSQLite
import Testing

@Suite("Reading some columns")
struct PartReadingTests {
    private func container(_ file: TemporaryStore, _ trace: Trace) throws -> PersistentContainer {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Item",
                attributes: [
                    AttributeDescription("title", .string),
                    AttributeDescription("size", .integer64),
                ]),
            EntityDescription(
                "Film", parent: "Item", attributes: [AttributeDescription("length", .double)]),
        ])
        let options = SQLiteStore.Options(trace: trace.note)
        let container = try PersistentContainer(
            model: model, store: SQLiteStore(file.path, options: options))
        try container.perform { context throws in
            for number in 0..<600 {
                let item = context.insert(number % 3 == 0 ? "Film" : "Item")
                item["title"] = .string("i\(number)")
                item["size"] = .integer(Int64(number))
            }
            try context.save()
        }
        return container
    }

    @Test func `named attributes are read by one statement, the others on access`() throws {
        let file = try TemporaryStore()
        let trace = Trace()
        let container = try container(file, trace)
        try container.perform { context throws in
            let start = trace.statements.count
            let items = try context.fetch(FetchRequest("Item", attributesToFetch: ["title"]))
            let selection = trace.statements.dropFirst(start).filter { $0.contains("title") }
            #expect(selection.count == 1 && !selection.contains { $0.contains("size") })
            let fetched = trace.statements.count
            #expect(items.map { $0["title"] } == (0..<600).map { .string("i\($0)") })
            #expect(items.filter { $0.entity.name == "Film" }.count == 200)
            #expect(trace.statements.count == fetched)
            #expect(items.map { $0["size"] } == (0..<600).map { .integer(Int64($0)) })
            // Each statement reads 256 rows.
            #expect(trace.statements.count == fetched + 3)
        }
    }

    @Test func `attributes of a sub-entity lie elsewhere in the same table`() throws {
        let file = try TemporaryStore()
        let container = try container(file, Trace())
        try container.perform { context throws in
            let films = try context.fetch(
                FetchRequest(
                    "Film", where: .attribute("size") < 7, attributesToFetch: ["length", "size"]))
            #expect(films.map { $0["size"] } == [0, 3, 6])
            #expect(films.map { $0["length"] } == [.null, .null, .null])
            films[1]["length"] = 2.5
            #expect(films[1]["length"] == 2.5 && films[1]["title"] == "i3")
            try context.save()
            let again = try context.fetch(
                FetchRequest("Film", where: .attribute("length") == 2.5, attributesToFetch: []))
            #expect(again == [films[1]] && again[0]["size"] == 3)
        }
    }
}
