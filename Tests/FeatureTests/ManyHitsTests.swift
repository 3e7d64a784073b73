import Mercator
import TestSupport
import Testing

/// Searches with very many hits, of which a program shows a few at a time.
@Suite("Searches with many hits", .endsInTime)
struct ManyHitsTests {
    struct Note: Entity {
        let number = Attribute<Int>(default: -1)
        let text = Attribute<String>(isSearchable: true)
    }

    private static let count = 20_000

    /// Calls a closure with notes that a search finds; every tenth has the word twice.
    private func withNotes(
        _ kind: StoreKind, _ body: (PersistentContainer) throws -> Void
    ) throws {
        try kind.withContainer(ManagedObjectModel(Note.self)) { container in
            for start in stride(from: 0, to: Self.count, by: 10_000) {
                try container.write { context in
                    for number in start..<start + 10_000 {
                        let note = context.insert(Note.self)
                        note.number = number
                        note.text = number % 10 == 0 ? "harbour, harbour" : "harbour at night"
                    }
                }
            }
            try container.write { $0.insert(Note.self).text = "calm" }
            try body(container)
        }
    }

    @Test("pages by relevance have the best hits first", arguments: StoreKind.everyKind)
    func relevance(kind: StoreKind) throws {
        try withNotes(kind) { container in
            let first = try container.search(Note.self, "harbour", limit: 20)
            #expect(first.map(\.objectID.number) == (0..<20).map { $0 * 10 + 1 })
            #expect(
                first.allSatisfy {
                    $0.excerpts.map { $0.marked("[", "]") } == ["[harbour], [harbour]"]
                })
            let border = try container.search(
                Note.self, "harbour", limit: 4, offset: Self.count / 10 - 2)
            let last = Int64(Self.count)
            #expect(border.map(\.objectID.number) == [last - 19, last - 9, 2, 3])
            let end = try container.search(Note.self, "harbour", limit: 20, offset: Self.count - 3)
            #expect(end.map(\.objectID.number) == [last - 2, last - 1, last])
            #expect(try container.search(Note.self, "harbour", limit: 9, offset: Self.count) == [])
        }
    }

    @Test(
        "are counted, and read to the end in pages and row by row", arguments: StoreKind.everyKind)
    func reading(kind: StoreKind) throws {
        try withNotes(kind) { container in
            try container.read { context in
                let condition = EntityPredicate.matches("harbour")
                #expect(try context.count(FetchRequest("Note", where: condition)) == Self.count)
                let request = SelectRequest(
                    "Note", ["number"], where: condition, sortedBy: [.ascending("number")],
                    limit: 1000)
                var page = try context.page(request)
                var numbers = page.rows.map { $0[0] }
                while let position = page.next {
                    page = try context.page(request, after: position)
                    #expect(page.rows.count <= 1000)
                    numbers += page.rows.map { $0[0] }
                }
                #expect(numbers == (0..<Self.count).map { .integer(Int64($0)) })
                var all = request
                all.limit = nil
                var next: Int64 = 0
                try context.forEachRow(of: all) { row in
                    if row[0] == .integer(next) { next += 1 }
                }
                #expect(next == Int64(Self.count))
            }
        }
    }
}
