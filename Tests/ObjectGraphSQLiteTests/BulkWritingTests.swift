import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Writing many rows to SQLite", .endsInTime)
struct BulkWritingTests {
    static let types: [AttributeType] = [
        .boolean, .integer16, .integer32, .integer64, .float, .double, .decimal, .string, .url,
        .date,
        .data, .uuid, .array, .dictionary,
    ]

    /// The numbers of columns and rows of one commit: fewer, as many and more rows than one
    /// statement writes, the widest table that SQLite allows, and more parameters in eight rows
    /// than a statement's memory holds.
    @Test(
        arguments: [
            (1, 31), (1, 32), (1, 33), (5, 100), (14, 7), (14, 8), (14, 9), (40, 65), (300, 17),
            (1998, 9),
        ])
    func `rows of any width come back as they went in`(columns: Int, count: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var values = RandomValues(SeededGenerator(seed: seed))
        let attributes = (0..<columns).map {
            AttributeDescription("value\($0)", Self.types[($0 + columns) % Self.types.count])
        }
        let model = try ManagedObjectModel([EntityDescription("Thing", attributes: attributes)])
        let file = try TemporaryStore()
        let store = try file.open(model)
        let rows = (0..<count).map { _ in attributes.map { values.value(of: $0.type) } }
        let numbers = try store.insert(0, root: 0, rows)
        #expect(try read(numbers, from: store) == rows, "seed \(seed)")

        // The statements are reused, and must not keep previously bound values.
        let nulls = rows.map { $0.map { _ in Value.null } }
        let others = try store.insert(0, root: 0, nulls)
        #expect(try read(others, from: store) == nulls, "seed \(seed)")
    }

    @Test
    func `texts and bytes of any size come back as they went in`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Thing",
                attributes: [
                    AttributeDescription("text", .string), AttributeDescription("data", .data),
                    AttributeDescription("list", .array),
                ])
        ])
        let file = try TemporaryStore()
        let store = try file.open(model)
        let sizes = [0, 1, 15, 16, 1000, 9000, 32_767, 32_768, 32_769, 100_000]
        let rows: [[Value]] = (0..<40).map { place in
            let size = sizes[place * 7 % sizes.count]
            return [
                .string(String(repeating: "é", count: size / 2) + (size % 2 == 0 ? "" : "x")),
                .data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* place) }),
                .array((0..<size / 10).map { .integer(Int64($0 * place)) }),
            ]
        }
        let numbers = try store.insert(0, root: 0, rows)
        #expect(try read(numbers, from: store) == rows)
    }

    @Test
    func `dates and lists are written as the store reads them`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let model = try ManagedObjectModel([
            EntityDescription(
                "Thing",
                attributes: [
                    AttributeDescription("date", .date), AttributeDescription("list", .array),
                ])
        ])
        let file = try TemporaryStore()
        let store = try file.open(model)
        var instants = [Timestamp.distantPast, .distantFuture]
        while instants.count < 500 {
            let seconds = Int64.random(
                in: Timestamp.distantPast.seconds...Timestamp.distantFuture.seconds,
                using: &generator)
            let fraction = generator.pick([0, 1, 10, 25_000_000, 999_999_999, 120_000_000, 100])
            instants.append(Timestamp(uncheckedSeconds: seconds, nanoseconds: Int32(fraction)))
        }
        let lists = instants.map { _ in
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                let bits = Int64.random(in: 0...63, using: &generator)
                return Value.integer(
                    generator.pick([.min, .max, 0, -1])
                        ^ Int64(truncatingIfNeeded: generator.next() >> UInt64(bits)))
            }
        }
        try store.insert(0, root: 0, zip(instants, lists).map { [.date($0), .array($1)] })
        let raw = try SQLiteFile(file.path)
        let texts = try raw.texts(#"SELECT "date", "list" FROM "Thing" ORDER BY "_id""#)
        let expected = zip(instants, lists).map {
            "\($0.sortableText)|\(ValueJSON.text(.array($1)))"
        }
        #expect(texts == expected, "seed \(seed)")
    }

    @Test
    func `rows of several entities in one table may alternate`() throws {
        let library = try Library()
        let file = try TemporaryStore()
        let store = try file.open(library.model)
        let numbers = Array(try store.reserveNumbers(60, root: library.item))
        var changes = ChangeSet()
        changes.inserted = numbers.enumerated().map { place, number in
            // Runs of one, two, three … rows of each entity.
            place.isMultiple(of: 3) || place > 30
                ? StoredRow(
                    number: number, entity: library.book, version: 1,
                    row: Row(["B", .integer(Int64(place))]))
                : StoredRow(
                    number: number, entity: library.film, version: 1,
                    row: Row(["F", .string("\(place)"), .string("code \(place)")]))
        }
        try store.commit(changes)
        let read = try store.makeReader().rows(root: library.item, numbers: numbers)
        #expect(read == changes.inserted)
    }

    @Test
    func `many rows share a statement`() throws {
        let library = try Library()
        let file = try TemporaryStore()
        let store = try file.open(library.model)
        _ = try store.reserveNumbers(300, root: library.tag)
        let before = store.statementCount
        try store.insert(library.tag, root: library.tag, (0..<200).map { [.string("tag \($0)")] })
        #expect(store.statementCount - before < 40)
    }

    @Test(arguments: [1, 20, 39])
    func `one row of many that is not unique takes everything back`(place: Int) throws {
        let library = try Library()
        let file = try TemporaryStore()
        let store = try file.open(library.model)
        try store.insert(library.author, root: library.author, [["Anna", "taken"]])
        var rows: [[Value]] = (0..<40).map { ["Berta", .string("slug \($0)")] }
        rows[place][1] = "taken"
        let error = storeError {
            try store.insert(library.author, root: library.author, rows)
        }
        #expect(error?.code == .uniqueness)
        #expect(error?.message == "two objects of Author would share slug, which must be unique")
        let request = RowRequest(entity: library.author)
        #expect(try store.makeReader().count(matching: request) == 1)
        rows[place][1] = "free"
        try store.insert(library.author, root: library.author, rows)
        #expect(try store.makeReader().count(matching: request) == 41)
    }

    private func read(_ numbers: [Int64], from store: SQLiteBackend) throws -> [[Value]] {
        try store.makeReader().rows(root: 0, numbers: numbers).sorted { $0.number < $1.number }
            .map(\.row.values)
    }
}
