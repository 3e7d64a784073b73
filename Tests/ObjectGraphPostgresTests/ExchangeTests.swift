import Foundation
import ObjectGraph
import ObjectGraphPostgres
import ObjectGraphSQL
import ObjectGraphSQLite
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Exchange between files and databases", .needsPostgres, .endsInTime)
struct ExchangeTests {
    /// A folder and a schema for one test.
    private struct Place {
        let folder: URL
        let schema: PostgresSchema

        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        func database(seed: String? = nil, migration: StoreMigration = .additive) -> PostgresStore {
            PostgresStore(
                schema.connectionString,
                options: .init(schema: schema.name, seed: seed, migration: migration))
        }

        static func with(_ body: (Place) throws -> Void) throws {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("mercator-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try PostgresSchema.with { try body(Place(folder: folder, schema: $0)) }
        }
    }

    /// Fills a store with a random graph, and with what loads leave beside objects.
    private func fill(_ fixture: StoreFixture, size: Int, seed: UInt64) throws {
        try RandomGraph.fill(fixture, size: size, generator: SeededGenerator(seed: seed))
        try fixture.commit {
            $0.connections = [
                ConnectionDescription(
                    entity: "Article", relationship: "cover", connectedBy: ["articleID": "caption"])
            ]
            $0.indexes = [
                IndexDescription(
                    entity: try fixture.entity("Article"),
                    slots: try fixture.slots("Article", ["articleID", "title"]), isUnique: false)
            ]
            $0.metadata = [
                .init(
                    MetadataKey("import", beside: try fixture.entity("Tag")), from: nil,
                    to: "page 7")
            ]
        }
    }

    @Test(arguments: UInt64(1)...3)
    func `a file goes into a database and back, and nothing is lost`(seed: UInt64) throws {
        try Place.with { place in
            let file = SQLiteStore(
                place.path("a.sqlite"), options: .init(annotations: ["mapping": "{}\0"]))
            try fill(StoreFixture(file), size: 300, seed: seed)
            let model = try ContractModel.make()
            let expected = try StorePlace(file: file.path).content(model)

            let database = try StoreFixture(place.database(seed: file.path))
            #expect(
                try StorePlace(place.schema).content(model).differences(from: expected) == [])
            #expect(
                try database.backend.checkIntegrity(limit: 10).problems.allSatisfy {
                    $0.code == .unclearOrder
                })
            try database.backend.backUp(to: place.path("b.sqlite"))
            let copy = StorePlace(file: place.path("b.sqlite"))
            #expect(try copy.content(model).differences(from: expected) == [])
            let tables = "SELECT sql FROM sqlite_schema ORDER BY type, name"
            #expect(try copy.query(tables) == StorePlace(file: file.path).query(tables))
            let next = "SELECT entity, next FROM mercator_sequence ORDER BY 1"
            #expect(try copy.query(next) == StorePlace(file: file.path).query(next))

            // A check that is still to be done belongs to the content, too.
            let mark = "INSERT INTO mercator_store VALUES ('check:x', 'y')"
            try place.schema.connect().execute(mark)
            try database.backend.backUp(to: place.path("c.sqlite"))
            let marks = "SELECT value FROM mercator_store WHERE key = 'check:x'"
            #expect(try StorePlace(file: place.path("c.sqlite")).query(marks) == [["y"]])

            let last = expected.objects.rows.map(\.number).max() ?? 0
            #expect(try database.insert("Tag", ["name": "new"]).number > 0)
            #expect(try database.insert("Article").number <= last + 64)
            // The seed has no effect on a schema that has a store.
            let rows = try database.numbers("Tag").count
            #expect(try StoreFixture(place.database(seed: file.path)).numbers("Tag").count == rows)
        }
    }

    @Test func `a hundred thousand objects with links go there and back`() throws {
        try Place.with { place in
            let model = try ManagedObjectModel([
                EntityDescription(
                    "Word", attributes: [AttributeDescription("text", .string, isUnique: true)],
                    relationships: [
                        .toMany("next", "Word", inverse: "before", isOrdered: true),
                        .toMany("before", "Word"), .toOne("root", "Word"),
                    ])
            ])
            let file = SQLiteStore(place.path("a.sqlite"))
            let store = try file.openBackend(for: model)
            let relationship = try #require(model.relationship(named: "next", of: 0)).index
            for part in 0..<10 {
                var changes = ChangeSet()
                let numbers = try store.reserveNumbers(10_000, root: 0)
                changes.inserted = numbers.map { number in
                    StoredRow(
                        number: number, entity: 0, version: 1,
                        row: Row([.string("word \(number)"), .integer(1 + number / 10)]))
                }
                var links = LinkChanges(relationship: relationship)
                links.stored = numbers.map {
                    StoredLink(source: $0, destination: max(1, $0 - 7), position: $0 % 3)
                }
                changes.links = [links]
                try store.commit(changes)
                #expect(numbers.lowerBound == Int64(part) * 10_000 + 1)
            }
            let database = try place.database(seed: file.path).openBackend(for: model)
            try database.backUp(to: place.path("b.sqlite"))
            for table in ["Word", "Word_next", "mercator_sequence", "mercator_connections"] {
                let sql = "SELECT * FROM \(table) ORDER BY 1, 2"
                let copy = try SQLiteStore(place.path("b.sqlite")).read(sql).rows
                #expect(try copy == file.read(sql).rows)
                #expect(copy.count == (table.hasPrefix("Word") ? 100_000 : copy.count))
            }
        }
    }

    @Test func `a copy has one state while others write`() throws {
        try Place.with { place in
            let fixtures = try (0..<4).map { _ in try StoreFixture(place.database()) }
            let errors = Mutex<[String]>([])
            let running = Mutex(3)
            DispatchQueue.concurrentPerform(iterations: fixtures.count) { index in
                do {
                    let fixture = fixtures[index]
                    var copies = 0
                    while index == 0, running.withLock({ $0 }) > 0 || copies < 2 {
                        let path = place.path("\(copies).sqlite")
                        try fixture.backend.backUp(to: path)
                        let copy = try StoreFixture(SQLiteStore(path))
                        let (articles, tags) = try (
                            copy.numbers("Article").count, copy.numbers("Tag").count
                        )
                        #expect(articles == tags)
                        #expect(
                            try copy.backend.checkIntegrity(limit: 5).description == "no problems")
                        copies += 1
                    }
                    guard index > 0 else { return }
                    for round in 0..<30 {
                        try fixture.commitArticle(tag: "\(index) \(round)")
                    }
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
                if index > 0 { running.withLock { $0 -= 1 } }
            }
            #expect(errors.withLock { $0 } == [])
        }
    }

    @Test func `a reset brings the seed back under new numbers`() throws {
        try Place.with { place in
            let file = SQLiteStore(place.path("a.sqlite"))
            try fill(StoreFixture(file), size: 60, seed: 7)
            let fixture = try StoreFixture(place.database(seed: file.path))
            let old = try fixture.content()
            let reader = try fixture.backend.makeReader()
            let articles = RowRequest(entity: try fixture.entity("Article"))
            let before = try reader.rows(matching: articles)
            try fixture.insert("Tag", ["name": "mine"])
            try fixture.backend.reset()
            let new = try fixture.content()
            #expect(new.rows.map(\.version) == old.rows.map(\.version))
            #expect(new.links.map(\.count) == old.links.map(\.count))
            #expect(new.connections == old.connections)
            let titles = try fixture.slots("Article", ["title"])[0]
            let later = try fixture.backend.makeReader().rows(matching: articles)
            #expect(later.map { $0.row[titles] } == before.map { $0.row[titles] })
            #expect(Set(later.map(\.number)).isDisjoint(with: before.map(\.number)))
            #expect(
                try fixture.backend.checkIntegrity(limit: 100).problems
                    .allSatisfy { $0.code == .unclearOrder })
            #expect(try reader.rows(matching: articles) == before)
            let key = MetadataKey("import", beside: try fixture.entity("Tag"))
            #expect(try fixture.backend.makeReader().metadata(key) == "page 7")
        }
    }

    @Test func `a reset to the seed keeps others from the first numbers of a tree`() throws {
        try Place.with { place in
            let path = place.path("a.sqlite")
            let tag = try StoreFixture(SQLiteStore(path)).insert("Tag", ["name": "seed"])
            // A store that was created without the seed has no numbers yet.
            let other = try StoreFixture(
                PostgresStore(
                    place.schema.connectionString,
                    options: .init(schema: place.schema.name, busyTimeout: .milliseconds(100))))
            let root = try other.root("Tag")
            let outcomes = Mutex<[StoreError.Code?]>([])
            let fixture = try StoreFixture(
                PostgresStore(
                    place.schema.connectionString,
                    options: .init(
                        schema: place.schema.name, seed: path,
                        trace: { sql in
                            guard sql.hasPrefix(#"COPY "Tag" "#) else { return }
                            let error = storeError {
                                _ = try other.backend.reserveNumbers(1, root: root)
                            }
                            outcomes.withLock { $0.append(error?.code) }
                        })))
            try fixture.backend.reset()
            #expect(outcomes.withLock { $0 } == [.busy])
            #expect(try fixture.numbers("Tag") == [tag.number])
            #expect(try other.insert("Tag", ["name": "new"]).number > tag.number)
        }
    }

    @Test func `a seed of an earlier model is migrated, in the database only`() throws {
        try Place.with { place in
            let file = StorePlace(file: place.path("a.sqlite"))
            try MigrationModel.fill(file.store())
            let steps = try MigrationSteps()
            let migration = StoreMigration.stepwise([steps.titleToLength, steps.nameToNames])
            let store = place.database(seed: place.path("a.sqlite"), migration: migration)
            let container = try PersistentContainer(model: steps.third.model, store: store)
            let lengths = try container.perform { context in
                try context.fetch(FetchRequest("Post")).map { $0["length"] }
            }
            #expect(lengths == [3, 5])
            try container.reset()
            #expect(try container.perform { try $0.count(FetchRequest("Post")) } == 2)
            #expect(try file.backend(steps.first.model).checkIntegrity(limit: 1).isClean)
        }
    }

    @Test(arguments: ["missing", "text", "empty"])
    func `a seed that is none is an error, and leaves nothing behind`(kind: String) throws {
        try Place.with { place in
            let path = place.path("seed.sqlite")
            if kind != "missing" {
                try Data((kind == "text" ? "a diary" : "").utf8).write(to: URL(filePath: path))
            }
            let error = storeError { _ = try StoreFixture(place.database(seed: path)) }
            #expect(error?.code == (kind == "missing" ? .cannotOpen : .corrupt))
            #expect(error?.message.contains("the seed '\(path)'") == true)
            #expect(
                try place.schema.connect().number(
                    "SELECT count(*) FROM pg_namespace WHERE nspname = '\(place.schema.name)'")
                    == 0)
        }
    }

    @Test func `many that open an empty schema with a seed make one copy`() throws {
        try Place.with { place in
            let path = place.path("a.sqlite")
            try StoreFixture(SQLiteStore(path)).insert("Tag", ["name": "seed"])
            let errors = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 6) { index in
                do {
                    let fixture = try StoreFixture(place.database(seed: path))
                    try fixture.insert("Tag", ["name": .string("\(index)")])
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
            #expect(errors.withLock { $0 } == [])
            #expect(try StoreFixture(place.database()).numbers("Tag").count == 7)
        }
    }

    @Test func `a copy never replaces a file, and is all or nothing`() throws {
        try Place.with { place in
            let fixture = try StoreFixture(place.database())
            try fixture.insert("Article", ["title": "x"])
            let path = place.path("a.sqlite")
            try Data("mine".utf8).write(to: URL(filePath: path))
            #expect(storeError { try fixture.backend.backUp(to: path) }?.code == .cannotOpen)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
            try place.schema.connect().execute(#"UPDATE "Article" SET rating = 'NaN'"#)
            let other = place.path("b.sqlite")
            let error = storeError { try fixture.backend.backUp(to: other) }
            #expect(error?.code == .corrupt)
            #expect(error?.message.contains(#"row 1 of "Article" has a value in "rating""#) == true)
            #expect(!FileManager.default.fileExists(atPath: other))
        }
    }
}
