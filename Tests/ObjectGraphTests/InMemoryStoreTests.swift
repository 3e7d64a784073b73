import ObjectGraph
import TestSupport
import Testing

@Suite("The in-memory store")
struct InMemoryStoreTests {
    private let store: InMemoryStore
    private let fixture: StoreFixture

    init() throws {
        store = InMemoryStore()
        fixture = try StoreFixture(store)
    }

    @Test(arguments: [
        (["A", "B"], ["A"], "'B' is missing now"), (["A"], ["A", "B"], "'B' was not there"),
        (["A", "B"], ["B", "A"], "they are in another order"),
    ])
    func `says what is different about another model`(
        first: [String], second: [String], message: String
    ) throws {
        let store = InMemoryStore()
        _ = try store.open(for: ManagedObjectModel(first.map { EntityDescription($0) }))
        let error = #expect(throws: StoreError.self) {
            _ = try store.open(for: ManagedObjectModel(second.map { EntityDescription($0) }))
        }
        #expect(
            error?.message == "the store in memory was opened with other entities before: "
                + "\(message). It is never migrated: make a new InMemoryStore for the new model, "
                + "or keep the objects in a file with SQLiteStore, which follows its model")
    }

    @Test func `counts questions and commits`() throws {
        #expect(InMemoryStore().requestCount == 0)
        let row = try fixture.row("Tag")
        #expect(store.requestCount == 0)
        try fixture.commit { $0.inserted = [row] }
        _ = try fixture.stored(row)
        _ = try fixture.numbers("Tag")
        #expect(store.requestCount == 3)
    }

    @Test func `names both rows that would share a key`() throws {
        let old = try fixture.insert("Tag", ["name": "a"])
        let new = try fixture.row("Tag", ["name": "a"])
        let error = #expect(throws: StoreError.self) {
            try fixture.commit { $0.inserted = [new] }
        }
        #expect(
            error?.message == "Tag/\(new.number) and Tag/\(old.number) would share name, "
                + "which must be unique in Tag")
    }

    @Test func `names the relationship that would break`() throws {
        let author = try fixture.insert("Author")
        let article = try fixture.insert("Article", ["author": .integer(author.number)])
        let error = #expect(throws: StoreError.self) {
            try fixture.commit { $0.deleted = [fixture.deletion(author)] }
        }
        #expect(
            error?.message == "Article/\(article.number).author would lead to Person/"
                + "\(author.number), which does not exist; clear it or keep the object")
    }

    @Test func `makes a plain index unique once its rows allow it`() throws {
        let index = IndexDescription(
            entity: try fixture.entity("Article"),
            slots: try fixture.slots("Article", ["articleID"]), isUnique: true)
        let rows = try (1...2).map { _ in try fixture.insert("Article", ["articleID": 1]) }
        try fixture.commit { $0.indexes = [index] }
        try fixture.commit { $0.deleted = [fixture.deletion(rows[0])] }
        try fixture.commit { $0.indexes = [index] }
        let error = #expect(throws: StoreError.self) {
            try fixture.insert("Article", ["articleID": 1])
        }
        #expect(error?.code == .uniqueness)
    }

    @Test func `refuses a number that was not reserved, or has a row`() throws {
        let row = try fixture.insert("Tag")
        var stranger = row
        stranger.number = 1_000_000_000
        for wrong in [row, stranger] {
            let error = #expect(throws: StoreError.self) {
                try fixture.commit { $0.inserted = [wrong] }
            }
            #expect(error?.code == .conflict)
        }
    }

    @Test func `refuses questions about relationships that are kept otherwise`() throws {
        let reader = try fixture.backend.makeReader()
        let author = try fixture.relationship("Article", "author")
        let tags = try fixture.relationship("Article", "tags")
        let failures: [() throws -> Void] = [
            { _ = try reader.links(of: author, from: [1]) },
            { _ = try reader.links(of: author, to: [1]) },
            { _ = try reader.rows(referringThrough: tags, to: [1]) },
            { try fixture.commit { $0.links = [LinkChanges(relationship: author)] } },
        ]
        for failure in failures {
            let error = #expect(throws: StoreError.self) { try failure() }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func `orders destinations by their places, those without last`() throws {
        let author = try fixture.insert("Author").number
        let articles = try [2, nil, 1, 0].map { (place: Int64?) in
            try fixture.insert(
                "Article",
                ["author": .integer(author), "author_position": place.map(Value.integer) ?? .null]
            ).number
        }
        let rows = try fixture.backend.makeReader().rows(
            referringThrough: try fixture.relationship("Article", "author"), to: [author])
        #expect(rows.map(\.number) == [3, 2, 0, 1].map { articles[$0] })
    }

    @Test func `keeps a large graph apart from the snapshots of its readers`() throws {
        var changes = ChangeSet()
        for _ in 0..<2000 { changes.inserted.append(try fixture.row("Article", ["articleID": 1])) }
        try fixture.backend.commit(changes)
        let reader = try fixture.backend.makeReader()
        try fixture.commit { $0.deleted = changes.inserted.map(fixture.deletion) }
        let request = RowRequest(entity: try fixture.entity("Article"))
        #expect(try reader.count(matching: request) == 2000)
        #expect(try fixture.numbers("Article").isEmpty)
    }

    @Test(arguments: UInt64(1)...6)
    func `stays true to a simple copy through random commits`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var tags: [Int64: StoredRow] = [:]
        for _ in 0..<150 {
            let (changes, expected) = try randomChanges(of: tags, &random)
            let names = expected.values.map { $0.row[0] }
            let isLegal = Set(names).count == names.count
            do {
                try fixture.backend.commit(changes)
                #expect(isLegal, "\(random)")
                tags = expected
            } catch {
                #expect(!isLegal, "\(random): \(error)")
            }
            let stored = try fixture.content().rows
            #expect(stored == tags.values.sorted { $0.number < $1.number }, "\(random)")
            for row in tags.values {
                let found = try fixture.numbers("Tag", by: ["name"], keys: [[row.row[0]]])
                #expect(found == [row.number], "\(random)")
            }
        }
    }

    /// Returns random changes of some tags, valid or not, and the expected tags after a
    /// successful commit.
    private func randomChanges(
        of tags: [Int64: StoredRow], _ random: inout SeededGenerator
    ) throws -> (ChangeSet, [Int64: StoredRow]) {
        func name() -> Value { .string("tag \(Int.random(in: 0..<12, using: &random))") }
        var changes = ChangeSet()
        var expected = tags
        if random.chance(0.6) {
            let row = try fixture.row("Tag", ["name": name()])
            changes.inserted.append(row)
            expected[row.number] = row
        }
        for row in tags.values.sorted(by: { $0.number < $1.number }) where random.chance(0.2) {
            if random.chance(0.5) {
                changes.deleted.append(fixture.deletion(row))
                expected[row.number] = nil
            } else {
                let update = try fixture.update(row, ["name": name()])
                changes.updated.append(update)
                expected[row.number] = update.row
                expected[row.number]?.version += 1
            }
        }
        return (changes, expected)
    }
}
