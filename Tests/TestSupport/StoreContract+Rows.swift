import Foundation
import ObjectGraph
import Testing

extension StoreContract {
    static let openingChecks = [
        StoreContractCheck(store: "opens again with the same entities") { store in
            let row = try StoreFixture(store).insert("Tag", ["name": "swift"])
            #expect(try StoreFixture(store).stored(row) == row)
        },
        StoreContractCheck(store: "refuses a model that gives an attribute another type") { store in
            let text = EntityDescription("Tag", attributes: [.init("name", .string)])
            let bytes = EntityDescription("Tag", attributes: [.init("name", .data)])
            _ = try store.open(for: ManagedObjectModel([text]))
            let error = #expect(throws: StoreError.self) {
                _ = try store.open(for: ManagedObjectModel([bytes]))
            }
            #expect(error?.code == .schemaMismatch)
        },
        StoreContractCheck("gives every number once, in each tree from 1") { fixture in
            let (person, tag) = (try fixture.root("Author"), try fixture.root("Tag"))
            #expect(try fixture.backend.reserveNumbers(3, root: person) == 1..<4)
            #expect(try fixture.backend.reserveNumbers(0, root: person).isEmpty)
            #expect(try fixture.backend.reserveNumbers(2, root: person) == 4..<6)
            #expect(try fixture.backend.reserveNumbers(1, root: tag) == 1..<2)
        },
        StoreContractCheck("does not give the number of a deleted row again") { fixture in
            let row = try fixture.insert("Tag")
            try fixture.commit { $0.deleted = [fixture.deletion(row)] }
            #expect(try fixture.insert("Tag").number > row.number)
        },
    ]

    static let rowChecks = [
        StoreContractCheck("keeps values of every type exactly") { fixture in
            let full = try fixture.insert("Article", fullArticle)
            let empty = try fixture.insert("Article")
            #expect(try fixture.stored(full) == full)
            #expect(try fixture.stored(empty) == empty)
        },
        StoreContractCheck("keeps extreme values exactly") { fixture in
            let rows = try extremes.map { try fixture.row("Article", $0) }
            try fixture.commit { $0.inserted = rows }
            for row in rows { #expect(try fixture.stored(row) == row) }
        },
        StoreContractCheck("gives a new row version 1, whatever it came with") { fixture in
            var row = try fixture.row("Tag")
            row.version = 0
            try fixture.commit { $0.inserted = [row] }
            #expect(try fixture.stored(row)?.version == 1)
        },
        StoreContractCheck("writes the changed slots of a row, and raises its version") { fixture in
            let row = try fixture.insert("Article", ["title": "Old", "articleID": 1])
            var update = try fixture.update(row, ["title": "New"])
            update.row.row[try fixture.slots("Article", ["articleID"])[0]] = 99
            try fixture.commit { $0.updated = [update] }
            let stored = try fixture.stored(row)
            let slots = try fixture.slots("Article", ["title", "articleID"])
            #expect(slots.map { stored?.row[$0] } == ["New", 1])
            #expect(stored?.version == 2)
        },
        StoreContractCheck("writes null over a value") { fixture in
            let row = try fixture.insert("Article", fullArticle)
            let nothing = fullArticle.mapValues { _ in Value.null }
            try fixture.commit { $0.updated = [try fixture.update(row, nothing)] }
            #expect(try fixture.stored(row)?.row == fixture.model.layouts[row.entity].defaults)
        },
        StoreContractCheck("removes a row") { fixture in
            let rows = try (1...2).map { _ in try fixture.insert("Tag") }
            try fixture.commit { $0.deleted = [fixture.deletion(rows[0])] }
            #expect(try fixture.numbers("Tag") == [rows[1].number])
            #expect(try fixture.stored(rows[0]) == nil)
        },
        StoreContractCheck("keeps the own entity of a row in a tree") { fixture in
            let person = try fixture.insert("Person", ["name": "Anna"])
            let author = try fixture.insert("Author", ["name": "Ben", "penName": "B"])
            #expect(try fixture.stored(person) == person)
            #expect(try fixture.stored(author) == author)
        },
        StoreContractCheck("finds rows by number, each once, without the missing") { fixture in
            let row = try fixture.insert("Tag")
            let numbers = [row.number, row.number + 1000, row.number, -1, 0]
            let reader = try fixture.backend.makeReader()
            #expect(try reader.rows(root: try fixture.root("Tag"), numbers: numbers) == [row])
            #expect(try reader.rows(root: try fixture.root("Tag"), numbers: []).isEmpty)
        },
        StoreContractCheck("shows a reader the state of one moment") { fixture in
            let row = try fixture.insert("Tag", ["name": "old"])
            let request = RowRequest(entity: try fixture.entity("Tag"))
            let reader = try fixture.backend.makeReader()
            #expect(try reader.rows(matching: request) == [row])
            try fixture.commit { $0.updated = [try fixture.update(row, ["name": "new"])] }
            try fixture.insert("Tag")
            #expect(try reader.rows(matching: request) == [row])
            #expect(try reader.count(matching: request) == 1)
            #expect(try fixture.numbers("Tag").count == 2)
        },
        StoreContractCheck("accepts an empty commit") { fixture in
            let before = try fixture.content()
            try fixture.backend.commit(ChangeSet())
            #expect(try fixture.content() == before)
        },
    ]

    private static let fullArticle: [String: Value] = [
        "articleID": 42, "title": "Grüße, 世界 😀", "isArchived": true, "rating": 4.25,
        "weight": 0.5, "price": .decimal(Decimal(12345) / 100),
        "createdAt": .date(Timestamp(uncheckedSeconds: 1_409_444_955, nanoseconds: 250_000_001)),
        "updatedAt": .date(Timestamp(uncheckedSeconds: 0, nanoseconds: 0)),
        "body": .data([0, 1, 255, 0]),
        "token": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))),
        "link": "https://example.org/?q=ä", "keywords": ["a", 1, .null, [true, 1.5]],
        "extra": ["b": 2, "a": ["c": "d"]], "small": -32768, "section": "News",
    ]

    private static let extremes: [[String: Value]] = [
        ["articleID": .integer(.max), "rating": .double(.greatestFiniteMagnitude)],
        ["articleID": .integer(.min), "rating": .double(.leastNonzeroMagnitude)],
        ["rating": .double(.infinity), "createdAt": .date(.distantPast)],
        ["rating": .double(-.infinity), "createdAt": .date(.distantFuture)],
        ["title": "", "body": .data([]), "keywords": [], "extra": [:]],
        ["title": "a\u{0}b", "section": "e\u{301}"],
        ["price": .decimal(Decimal(sign: .minus, exponent: -20, significand: 12345))],
        ["price": .decimal(Decimal(sign: .plus, exponent: 30, significand: 7))],
        ["price": .decimal(Decimal(Int64.max) * Decimal(Int64.max))],
        ["isArchived": false, "rating": 0.0, "articleID": 0],
    ]
}
