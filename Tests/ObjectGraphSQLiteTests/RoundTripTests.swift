import Foundation
import ObjectGraph
import ObjectGraphSQLite
import Testing

@Suite("Keeping values in SQLite")
struct RoundTripTests {
    static let samples: [(AttributeType, [Value])] = [
        (.boolean, [true, false, .null]),
        (.integer16, [0, -32_768, 32_767, .null]),
        (.integer32, [-2_147_483_648, 2_147_483_647]),
        (.integer64, [.integer(.min), .integer(.max), 0]),
        (.float, [.double(1.5), .double(-0.25)]),
        (
            .double,
            [
                3.0, 0.1, .double(.infinity), .double(-1e300), .double(.leastNonzeroMagnitude),
                .double(1e15),
            ]
        ),
        (.decimal, decimals),
        (.string, ["", "Grüße 👩‍👩‍👧", "a\u{0}b", "e\u{301}", "it's \"quoted\"", .null]),
        (.url, ["https://example.org/?a=b#c"]),
        (.date, dates),
        (.data, [.data([]), .data([0, 255, 39]), .null]),
        (.uuid, [.uuid(UUID())]),
        (.array, [[], [1, "two", .null, [2.5]], .null]),
        (.dictionary, [[:], ["a": ["b": true], "c": "\u{0}\n\"\\"]]),
    ]

    static let decimals: [Value] = [
        "0", "-0.5", "12345678901234567890123456789012345678", "0.00000000000000000001",
        "-98765432109876543210.123456789", "1000000",
    ].compactMap { Decimal(string: $0) }.map(Value.decimal)

    static let dates: [Value] = [
        "2014-08-31T00:29:15.25Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z",
    ].compactMap { Timestamp($0) }.map(Value.date)

    @Test(arguments: samples)
    func `every type comes back exactly as it went in`(
        type: AttributeType, values: [Value]
    ) throws {
        let model = try ManagedObjectModel([
            EntityDescription("Thing", attributes: [AttributeDescription("value", type)])
        ])
        let file = try TemporaryStore()
        let store = try file.open(model)
        let numbers = try store.insert(0, root: 0, values.map { [$0] })
        let rows = try store.makeReader().rows(root: 0, numbers: numbers)
        #expect(rows.sorted { $0.number < $1.number }.map { $0.row[0] } == values)

        let reader = try store.makeReader()
        for (number, value) in zip(numbers, values) {
            let found = try reader.rows(entity: 0, slots: [0], keys: [[value]])
            #expect(found.contains { $0.number == number }, "look-up of \(value)")
            let twice = try reader.rows(entity: 0, slots: [0, 0], keys: [[value, value]])
            #expect(twice.contains { $0.number == number }, "compound look-up of \(value)")
        }
    }

    @Test
    func `decimals beyond plain digits keep their value`() throws {
        let model = try ManagedObjectModel([
            EntityDescription("Thing", attributes: [AttributeDescription("value", .decimal)])
        ])
        let file = try TemporaryStore()
        let store = try file.open(model)
        let values = ["1e100", "1e-100", "1.50"].compactMap { Decimal(string: $0) }
        let numbers = try store.insert(0, root: 0, values.map { [.decimal($0)] })
        let rows = try store.makeReader().rows(root: 0, numbers: numbers)
        #expect(rows.map { $0.row[0] } == values.map(Value.decimal))
    }

    @Test
    func `an update writes the changed slots and raises the version`() throws {
        let library = try Library()
        let file = try TemporaryStore()
        let store = try file.open(library.model)
        let number = try store.insert(
            library.article, root: library.article, [library.article(1, "Old", rating: 2)])[0]
        var row = try #require(try store.row(number, root: library.article))
        #expect(row.version == 1)
        row.row[1] = "New"
        var changes = ChangeSet()
        changes.updated = [RowUpdate(row: row, changedSlots: [1])]
        try store.commit(changes)
        let read = try #require(try store.row(number, root: library.article))
        #expect(read.version == 2)
        #expect(read.row[1] == "New")
        #expect(read.row[2] == 2.0)
    }

    @Test
    func `links keep their places and go with their objects`() throws {
        let library = try Library()
        let file = try TemporaryStore()
        let store = try file.open(library.model)
        let article = try store.insert(
            library.article, root: library.article, [library.article(1)])[0]
        let tags = try store.insert(library.tag, root: library.tag, [["a"], ["b"], ["c"]])
        var links = LinkChanges(relationship: library.tags)
        links.stored = tags.enumerated().map {
            StoredLink(source: article, destination: $1, position: Int64($0))
        }
        var changes = ChangeSet()
        changes.links = [links]
        try store.commit(changes)
        links.removed = [StoredLink(source: article, destination: tags[0])]
        links.stored = [StoredLink(source: article, destination: tags[2], position: 0)]
        changes.links = [links]
        try store.commit(changes)
        let reader = try store.makeReader()
        let left = try reader.links(of: library.tags, from: [article])
        #expect(
            Set(left) == [
                StoredLink(source: article, destination: tags[1], position: 1),
                StoredLink(source: article, destination: tags[2], position: 0),
            ])
        #expect(try reader.links(of: library.tags, to: [tags[2]]).count == 1)

        var deletion = ChangeSet()
        deletion.deleted = [RowDeletion(number: tags[2], entity: library.tag, version: 1)]
        try store.commit(deletion)
        let rest = try store.makeReader().links(of: library.tags, from: [article])
        #expect(rest.map(\.destination) == [tags[1]])
    }

    @Test
    func `objects of one tree know their own entity`() throws {
        let library = try Library()
        let file = try TemporaryStore()
        let store = try file.open(library.model)
        let book = try store.insert(library.book, root: library.item, [["Walden", 300]])[0]
        let film = try store.insert(library.film, root: library.item, [["Alien", "none", "A1"]])[0]
        let reader = try store.makeReader()
        let rows = try reader.rows(root: library.item, numbers: [book, film])
        #expect(rows.map(\.entity) == [library.book, library.film])
        #expect(rows.map(\.row.values) == [["Walden", 300], ["Alien", "none", "A1"]])
        #expect(try reader.rows(matching: RowRequest(entity: library.film)).map(\.number) == [film])
        #expect(try reader.count(matching: RowRequest(entity: library.item)) == 2)
        let none = RowRequest(entity: library.item, includesSubentities: false)
        #expect(try reader.count(matching: none) == 0)
        let books = try reader.rows(
            entity: library.book, slots: [0], keys: [["Alien"], ["Walden"]])
        #expect(books.map(\.number) == [book])
    }

    @Test
    func `connections come back in the order of their registration`() throws {
        let library = try Library()
        let file = try TemporaryStore()
        let descriptions = ["b", "a", "b"].map {
            ConnectionDescription(
                entity: "Article", relationship: "author", connectedBy: [$0: "slug"])
        }
        for _ in 0..<2 {
            let store = try file.open(library.model)
            var changes = ChangeSet()
            changes.connections = descriptions
            try store.commit(changes)
            #expect(try store.makeReader().connections() == Array(descriptions.prefix(2)))
        }
    }
}
