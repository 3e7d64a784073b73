import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Commits to PostgreSQL", .needsPostgres, .endsInTime)
struct CommitTests {
    @Test(arguments: [(1, 2), (10, 3), (500, 3), (3000, 6)], [true, false])
    func `G8: the round trips of a commit do not depend on its rows, but on tables that are copied`(
        size: (count: Int, trips: Int), prepares: Bool
    ) throws {
        let count = size.count
        try withStore(.init(preparesStatements: prepares)) { store in
            let fixture = try StoreFixture(store)
            let backend = try #require(fixture.backend as? PostgresBackend)
            let earlier = try (0..<count * 2).map {
                try fixture.row("Tag", ["name": .string("t\($0)")])
            }
            let author = try fixture.row("Author", ["name": "A"])
            let articles = try (0..<count).map {
                try fixture.row(
                    "Article",
                    ["articleID": .integer(Int64($0)), "author": .integer(author.number)])
            }
            try fixture.commit { $0.inserted = earlier }
            let key = CheckpointKey("import", beside: try fixture.entity("Tag"))
            let trips = backend.roundTrips
            try fixture.commit { changes in
                changes.inserted = [author] + articles
                changes.updated = try earlier[..<count].enumerated().map {
                    try fixture.update($1, ["name": .string("changed \($0)")])
                }
                changes.deleted = earlier[(count + 1)...].map(fixture.deletion)
                changes.links = [
                    try fixture.links(
                        "Article", "tags",
                        stored: articles.enumerated().map {
                            StoredLink(
                                source: $1.number, destination: earlier[$0].number, position: 0)
                        })
                ]
                changes.checkpoints = [CheckpointChange(key, from: nil, to: "1")]
            }
            #expect(backend.roundTrips - trips == size.trips)
            #expect(try fixture.content().rows.count == 2 + 2 * count)
        }
    }

    @Test func `P-023: an empty commit sends nothing`() throws {
        try withStore { store in
            let backend = try store.openBackend(for: ContractModel.make())
            let trips = backend.roundTrips
            try backend.commit(ChangeSet())
            #expect(backend.roundTrips == trips)
        }
    }

    @Test func `P-091: the third attempt of a unit of work excludes other processes`() throws {
        try PostgresSchema.with { schema in
            func open(_ timeout: Duration) throws -> PersistentContainer {
                try PersistentContainer(
                    model: ContractModel.make(),
                    store: PostgresStore(
                        schema.connectionString,
                        options: .init(schema: schema.name, busyTimeout: timeout)))
            }
            let (large, small) = (try open(.seconds(20)), try open(.milliseconds(100)))
            try large.perform { context in
                context.insert("Tag")["name"] = "0"
                try context.save()
            }
            @Sendable func increase() throws {
                try small.perform { context in
                    let tag = try #require(try context.fetch(FetchRequest("Tag")).first)
                    tag["name"] = .string("\(tag["name"])+")
                    try context.save()
                }
            }
            let errors = Mutex<[StoreError.Code?]>([])
            try large.perform(retryLimit: 5) { context in
                let tag = try #require(try context.fetch(FetchRequest("Tag")).first)
                let error = storeError { try increase() }
                let attempt = errors.withLock {
                    $0.append(error?.code)
                    return $0.count
                }
                tag["name"] = "large"
                // A unit inside the unit is part of it.
                try large.perform { inner in
                    inner.insert("Tag")["name"] = .string("inner \(attempt)")
                    try inner.save()
                }
                try context.save()
            }
            #expect(errors.withLock { $0 } == [nil, nil, .busy])
            try increase()
            let count = try large.perform { try $0.count(FetchRequest("Tag")) }
            #expect(count == 4, "each attempt inserts one more")
        }
    }

    @Test(arguments: [(5000, "Tag.name"), (9000, "a unique or identifying text")])
    func `P-035: a unique text that no index holds is refused`(
        length: Int, place: String
    ) throws {
        try withStore { store in
            let fixture = try StoreFixture(store)
            var generator = SeededGenerator(seed: 1)
            let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
            let text = String(
                (0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
            let error = storeError { try fixture.insert("Tag", ["name": .string(text)]) }
            #expect(error?.code == .invalidRequest)
            #expect(error?.message.hasPrefix("\(place) is longer than an index") == true)
            #expect(error?.message.contains(text.prefix(10)) == false)
            try fixture.insert("Tag", ["name": "short"])
        }
    }

    @Test func `P-014: a link that leads nowhere names both of its ends`() throws {
        try withStore { store in
            let fixture = try StoreFixture(store)
            let article = try fixture.insert("Article", ["articleID": 5])
            let error = try #require(
                storeError {
                    try fixture.commit {
                        $0.links = [
                            try fixture.links(
                                "Article", "tags",
                                stored: [
                                    StoredLink(source: article.number, destination: 999)
                                ])
                        ]
                    }
                })
            #expect(error.code == .brokenReference)
            #expect(
                error.message.hasPrefix(
                    "Article/\(article.number).tags would lead to Tag/999, which does not exist"))
        }
    }
}
