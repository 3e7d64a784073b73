import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Commits to PostgreSQL", .needsPostgres, .endsInTime)
struct CommitTests {
    @Test(arguments: [(1, 2), (10, 3), (500, 3), (3000, 7)], [true, false])
    func `the round trips of a commit do not depend on its rows, but on tables that are copied`(
        size: (count: Int, trips: Int), prepares: Bool
    ) throws {
        let count = size.count
        try withStore(.init(preparesStatements: prepares)) { store in
            let fixture = try StoreFixture(store)
            let backend = try #require(fixture.backend as? PostgresBackend)
            let earlier = try (0..<count * 2).map {
                try fixture.row("Tag", ["name": .string("t\($0)")])
            }
            let author = try fixture.row("Author", ["email": "a@b"])
            let articles = try (0..<count).map {
                try fixture.row(
                    "Article",
                    ["articleID": .integer(Int64($0)), "author": .integer(author.number)])
            }
            try fixture.commit { $0.inserted = earlier }
            let key = MetadataKey("import", beside: try fixture.entity("Tag"))
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
                changes.metadata = [MetadataChange(key, from: nil, to: "1")]
            }
            #expect(backend.roundTrips - trips == size.trips)
            #expect(try fixture.content().rows.count == 2 + 2 * count)
        }
    }

    @Test func `rows with words take a round trip more`() throws {
        try withStore { store in
            let fixture = try StoreFixture(store)
            let backend = try #require(fixture.backend as? PostgresBackend)
            let rows = try (0..<5).map { _ in try fixture.row("Article", ["title": "Storm"]) }
            let trips = backend.roundTrips
            try fixture.commit { $0.inserted = rows }
            #expect(backend.roundTrips - trips == 3)
        }
    }

    @Test func `an empty commit sends nothing`() throws {
        try withStore { store in
            let backend = try store.openBackend(for: ContractModel.make())
            let trips = backend.roundTrips
            try backend.commit(ChangeSet())
            #expect(backend.roundTrips == trips)
        }
    }

    @Test func `the third attempt of a unit of work excludes other processes`() throws {
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
            // The wait for the turn is not taken for the cause of later errors.
            let conflict = storeError {
                try small.perform { context in
                    let tag = try #require(try context.fetch(FetchRequest("Tag")).first)
                    try large.perform { other in
                        try other.fetch(FetchRequest("Tag")).first?["name"] = "earlier"
                        try other.save()
                    }
                    tag["name"] = "later"
                    try context.save()
                }
            }
            #expect(conflict?.code == .conflict)
        }
    }

    @Test(arguments: [(5000, "Tag.name"), (9000, "a unique or identifying text")])
    func `a unique text that no index holds is refused`(
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

    @Test(arguments: [
        ("tags", true, "Article/%.tags would lead to Tag/999, which does not exist"),
        ("tags", false, "Article/999.tags would lead to Tag/%, but Article/999 does not exist"),
        ("related", true, "Article/%.related would lead to Article/999, which does not exist"),
        (
            "related", false,
            "Article/999.related would lead to Article/%, but Article/999 does not exist"
        ),
    ])
    func `a link that lacks an end names both, and nothing is changed`(
        relationship: String, lacksDestination: Bool, message: String
    ) throws {
        try withStore { store in
            let fixture = try StoreFixture(store)
            let articles = try (0..<2).map { _ in try fixture.insert("Article") }
            let tag = try fixture.insert("Tag", ["name": "a"])
            let target = relationship == "tags" ? tag : articles[1]
            let good = StoredLink(source: articles[0].number, destination: target.number)
            try fixture.commit {
                $0.links = [try fixture.links("Article", relationship, stored: [good])]
            }
            let before = try fixture.content()
            let known = lacksDestination ? articles[0] : target
            let broken =
                lacksDestination
                ? StoredLink(source: known.number, destination: 999)
                : StoredLink(source: 999, destination: known.number)
            let other = try fixture.row("Tag", ["name": "b"])
            let error = try #require(
                storeError {
                    try fixture.commit {
                        $0.inserted = [other]
                        $0.updated = [try fixture.update(articles[1], ["title": "x"])]
                        $0.links = [
                            try fixture.links(
                                "Article", relationship, stored: [broken], removed: [good])
                        ]
                    }
                })
            #expect(error.code == .brokenReference)
            #expect(
                error.message.hasPrefix(
                    message.replacingOccurrences(of: "%", with: "\(known.number)")), "\(error)")
            #expect(try fixture.content() == before)
        }
    }

    @Test func `the messages of a large commit are bounded in bytes`() throws {
        try PostgresSchema.with { schema in
            let relay = try PostgresRelay(to: PostgresTestServer.shared())
            defer { relay.stop() }
            let fixture = try StoreFixture(
                PostgresStore(relay.connectionString, options: .init(schema: schema.name)))
            func commit(_ count: Int, bytes: Int, behind others: [StoredRow] = []) throws {
                let text = Value.string(String(repeating: "0123456789", count: bytes / 10))
                let rows = try (0..<count).map { _ in try fixture.row("Article", ["title": text]) }
                try fixture.commit { $0.inserted = others + rows }
            }
            try commit(30_000, bytes: 1000)
            #expect(relay.largestMessage(from: .client) < 600_000)
            // Rows behind others that are small, so that many of them seem to fit.
            let small = try (0..<20_000).map { _ in try fixture.row("Article") }
            try commit(100, bytes: 1_000_000, behind: small)
            #expect(relay.largestMessage(from: .client) < 66 << 20)
            let connection = try schema.connect()
            #expect(
                try connection.number(
                    #"SELECT sum(length("title"))::bigint FROM "Article""#) == 130_000_000)
            #expect(try connection.number(#"SELECT count(*) FROM "Article""#) == 50_100)
        }
    }
}
