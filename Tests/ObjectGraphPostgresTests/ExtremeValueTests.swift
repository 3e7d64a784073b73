import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Values that a database can hardly keep", .needsPostgres, .endsInTime)
struct ExtremeValueTests {
    /// Returns a text of a number of megabytes.
    private func text(megabytes: Int) -> String {
        let part = String(repeating: "0123456789abcde\n", count: 62_500)
        return String(repeating: part, count: megabytes)
    }

    @Test(arguments: [1, 64])
    func `a long text is kept`(megabytes: Int) throws {
        try withStore { store in
            let fixture = try StoreFixture(store)
            let slot = try fixture.slots("Article", ["title"])[0]
            let text = text(megabytes: megabytes)
            let row = try fixture.insert("Article", ["title": .string(text)])
            #expect(try fixture.stored(row)?.row[slot] == .string(text))
            let update = try fixture.update(row, ["title": .string(text + "!")])
            try fixture.commit { $0.updated = [update] }
            #expect(try fixture.stored(row)?.row[slot] == .string(text + "!"))
        }
    }

    @Test func `a text over 1 GB is refused, and named`() throws {
        let schema = try PostgresSchema()
        defer { schema.drop() }
        let relay = try PostgresRelay(to: PostgresTestServer.shared())
        defer { relay.stop() }
        let fixture = try StoreFixture(
            PostgresStore(relay.connectionString, options: .init(schema: schema.name)))
        // Sixteen bytes more than the limit, none of which is copied or sent. A new page is empty,
        // and takes no memory until it is written, so the text consists of null characters.
        let text = unsafe String(unsafeUninitializedCapacity: 1_000_000_016) { $0.count }
        let row = try fixture.row("Article", ["title": .string(text)])
        let small = try fixture.row("Tag", ["name": "a"])
        let error = storeError { try fixture.commit { $0.inserted = [small, row] } }
        #expect(error?.code == .invalidRequest)
        for part in ["1000 MB", "Article/\(row.number).title"] {
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        }
        #expect(relay.largestMessage(from: .client) < 100_000)
        #expect(try fixture.stored(small) == nil)
        try fixture.commit { $0.inserted = [small] }
        #expect(try fixture.numbers("Tag") == [small.number])
    }

    @Test(arguments: [
        ("rating", "'NaN'"), ("price", "'NaN'"), ("price", "'Infinity'"), ("createdAt", "'soon'"),
        ("keywords", "'{'"),
    ])
    func `a value that is none in the model is told with its row and column`(
        column: String, literal: String
    ) throws {
        try PostgresSchema.with { schema in
            let fixture = try StoreFixture(
                PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            let other = try fixture.insert("Article", ["title": "sound"])
            let row = try fixture.insert("Article", ["title": "damaged"])
            try schema.connect().execute(
                "UPDATE \"Article\" SET \"\(column)\" = \(literal) WHERE _id = \(row.number)")
            for question in [
                { _ = try fixture.stored(row) }, { _ = try fixture.numbers("Article") },
                { _ = try fixture.numbers("Article", by: ["title"], keys: [["damaged"]]) },
            ] {
                let error = storeError(question)
                #expect(error?.code == .corrupt, "\(String(describing: error))")
                for part in ["'\(column)'", "'Article' \(row.number)"] {
                    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
                }
            }
            #expect(try fixture.stored(other) != nil)
        }
    }

    private static let deep = (0..<100).reduce(Value.array([])) { value, depth in
        depth.isMultiple(of: 2) ? .array([value]) : .dictionary(["k": value])
    }

    @Test(
        arguments: [
            .array([]), deep, .array(["a\0b", "\u{1}", "\u{1}\u{2}"]),
            .array([.integer(9_007_199_254_740_993), .decimal(1.10), .double(0.1), .null]),
            .array([.array([]), .dictionary([:]), .boolean(true), ""]),
        ] as [Value])
    func `arrays and objects are kept as the file keeps them`(value: Value) throws {
        try PostgresSchema.with { schema in
            let fixture = try StoreFixture(
                PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            let object = Value.dictionary(["\0k": value, "": .dictionary([:])])
            let row = try fixture.insert("Article", ["keywords": value, "extra": object])
            let slots = try fixture.slots("Article", ["keywords", "extra"])
            let stored = try #require(try fixture.stored(row))
            let file = try StoreKind.sqlite.withStore { store in
                let fixture = try StoreFixture(store)
                return try #require(
                    try fixture.stored(
                        fixture.insert("Article", ["keywords": value, "extra": object])))
            }
            #expect(slots.map { stored.row[$0] } == slots.map { file.row[$0] })
            // A text of the database is read in its code.
            #expect(
                try schema.connect().query("SELECT keywords, extra FROM \"Article\"").map { row in
                    [row.text(0), row.text(1)]
                } == [[ValueJSON.text(value), ValueJSON.text(object)]])
        }
    }
}
