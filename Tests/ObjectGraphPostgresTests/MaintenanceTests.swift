import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Checking and repairing a database", .needsPostgres)
struct MaintenanceTests {
    /// Calls a closure with a store, and with a connection of another program to its schema.
    private func withStore(
        _ options: PostgresStore.Options = .init(),
        _ body: (StoreFixture, PostgresConnection) throws -> Void
    ) throws {
        try PostgresSchema.with { schema in
            var options = options
            options.schema = schema.name
            let fixture = try StoreFixture(
                PostgresStore(schema.connectionString, options: options))
            try body(fixture, schema.connect())
        }
    }

    @Test(arguments: IntegrityDamage.all)
    func `what another writer breaks is named, and links are repaired`(
        damage: IntegrityDamage
    ) throws {
        try withStore { fixture, other in
            try IntegrityDamage.fill(fixture)
            #expect(try fixture.backend.checkIntegrity(limit: 10).description == "no problems")
            for statement in damage.sql { try other.execute(statement) }
            let found = try fixture.backend.checkIntegrity(limit: 10)
            #expect(found.problems.map(\.description) == damage.lines)
            let report = try fixture.backend.repairLinks(limit: 10)
            #expect(report.remaining.problems.map(\.description) == damage.left)
            #expect(report.steps.isEmpty == (damage.lines == damage.left))
            #expect(try fixture.backend.checkIntegrity(limit: 10) == report.remaining)
            #expect(try fixture.backend.repairLinks(limit: 10).steps.isEmpty)
        }
    }

    /// Values that no save writes, with the line of the report.
    private static let values: [(String, String)] = [
        (
            #"UPDATE "Article" SET rating = 'NaN'"#,
            "rating: expected a value of type double, found 'nan'"
        ),
        (
            #"UPDATE "Article" SET price = 'Infinity'"#,
            "price: expected a value of type decimal, found a number with too many digits, or none"
        ),
        (
            #"UPDATE "Article" SET "createdAt" = 'noon'"#,
            "createdAt: expected a value of type date, found 'noon'"
        ),
        (
            #"UPDATE "Article" SET keywords = '[1,'"#,
            "keywords: expected a value of type array, found '[1,'"
        ),
        (
            #"UPDATE "Article" SET keywords = '{}'"#,
            "keywords: expected a value of type array, found '{}'"
        ),
        (
            #"UPDATE "Article" SET small = 70000"#,
            "small: expected a value of type integer16, found 70000"
        ),
        (
            #"UPDATE "Article" SET "_version" = 0"#,
            "_version: the version is not a count of saves; repair: the version becomes 1"
        ),
    ]

    @Test(arguments: values)
    func `a value that cannot be read is named`(sql: String, line: String) throws {
        try withStore { fixture, other in
            let row = try fixture.insert("Article", ["title": "x"])
            try other.execute(sql)
            let report = try fixture.backend.checkIntegrity(limit: 10)
            #expect(
                report.problems.map(\.description) == ["unreadableValue: Article/1.\(line)"])
            // Numbers outside of the range, and other JSON, are read as they are.
            if !["_version", "70000", "{}"].contains(where: sql.contains) {
                #expect(storeError { _ = try fixture.stored(row) }?.code == .corrupt)
            }
        }
    }

    @Test func `a check goes on behind tables and columns that are not there`() throws {
        try withStore { fixture, other in
            try IntegrityDamage.fill(fixture)
            try other.execute(
                #"""
                ALTER TABLE "Article" DROP COLUMN section; DROP TABLE "Tag";
                ALTER TABLE "Person" ALTER COLUMN age TYPE integer;
                UPDATE "Article" SET author = 99 WHERE "_id" = 1;
                DELETE FROM mercator_store WHERE key = 'turn'
                """#)
            let report = try fixture.backend.checkIntegrity(limit: 50)
            let lines = report.problems.map(\.description)
            #expect(lines.contains { $0.contains("'age' of 'Person' has type 'integer'") })
            #expect(lines.contains { $0.contains("Tag cannot be checked to its end") })
            #expect(lines.contains { $0.contains("no row 'turn'") })
            #expect(lines.contains { $0.hasPrefix("brokenReference: Article/1.author") })
        }
    }

    @Test func `only who may write repairs and resets`() throws {
        try PostgresSchema.with { schema in
            let options = PostgresStore.Options(schema: schema.name)
            let writer = try StoreFixture(
                PostgresStore(schema.connectionString, options: options))
            try writer.insert("Tag", ["name": "a"])
            var reading = options
            reading.isReadOnly = true
            let reader = try StoreFixture(
                PostgresStore(schema.connectionString, options: reading))
            #expect(try reader.backend.checkIntegrity(limit: 1).isClean)
            #expect(storeError { try reader.backend.reset() }?.code == .readOnly)
            #expect(
                storeError { _ = try reader.backend.repairLinks(limit: 1) }?.code == .readOnly)
        }
    }

    @Test func `a unit of work that has read one table goes on with its state`() throws {
        try withStore { fixture, _ in
            let tag = try fixture.insert("Tag", ["name": "a"])
            try fixture.insert("Article", ["title": "x"])
            let reader = try fixture.backend.makeReader()
            let tags = RowRequest(entity: try fixture.entity("Tag"))
            let articles = RowRequest(entity: try fixture.entity("Article"))
            #expect(try reader.rows(matching: tags).count == 1)
            try fixture.backend.reset()
            #expect(try reader.rows(matching: articles).count == 1)
            #expect(try fixture.numbers("Article") == [])
            let error = storeError {
                try fixture.commit { $0.updated = [try fixture.update(tag, ["name": "b"])] }
            }
            #expect(error?.code == .conflict)
            #expect(try fixture.insert("Tag", ["name": "a"]).number > tag.number)
        }
    }

    @Test func `a reset beside writers leaves whole commits, or nothing of them`() throws {
        try PostgresSchema.with { schema in
            func fixture() throws -> StoreFixture {
                try StoreFixture(
                    PostgresStore(schema.connectionString, options: .init(schema: schema.name)))
            }
            let fixtures = try (0..<4).map { _ in try fixture() }
            let errors = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: fixtures.count) { index in
                let fixture = fixtures[index]
                for round in 0..<20 {
                    do {
                        if index == 0 {
                            try fixture.backend.reset()
                            continue
                        }
                        try fixture.commitArticle(tag: "\(index) \(round)")
                    } catch {
                        errors.withLock { $0.append("\(error)") }
                    }
                }
            }
            #expect(errors.withLock { $0 } == [])
            let last = fixtures[0]
            #expect(try last.backend.checkIntegrity(limit: 10).description == "no problems")
            #expect(try last.numbers("Article").count == last.numbers("Tag").count)
        }
    }
}
