import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Checking and repairing a file")
struct IntegrityTests {
    let file: TemporaryStore
    let fixture: StoreFixture

    init() throws {
        file = try TemporaryStore()
        fixture = try StoreFixture(SQLiteStore(file.path))
    }

    private func fill() throws { try IntegrityDamage.fill(fixture) }

    @Test(arguments: IntegrityDamage.all)
    func `what another writer breaks is named, and links are repaired`(damage: IntegrityDamage)
        throws
    {
        try fill()
        #expect(try fixture.backend.checkIntegrity(limit: 10).description == "no problems")
        let shell = try SQLiteFile(file.path)
        for statement in damage.sql { try shell.texts(statement) }
        let found = try fixture.backend.checkIntegrity(limit: 10)
        #expect(found.problems.map(\.description) == damage.lines)
        let counts = try shell.texts(
            "SELECT count(*) FROM Article UNION ALL SELECT count(*) FROM Tag")
        let report = try fixture.backend.repairLinks(limit: 10)
        #expect(report.remaining.problems.map(\.description) == damage.left)
        #expect(report.steps.isEmpty == (damage.lines == damage.left))
        #expect(try fixture.backend.checkIntegrity(limit: 10) == report.remaining)
        #expect(
            try shell.texts("SELECT count(*) FROM Article UNION ALL SELECT count(*) FROM Tag")
                == counts)
        #expect(try fixture.backend.repairLinks(limit: 10).steps.isEmpty)
    }

    @Test(arguments: UInt64(1)...4)
    func `a random graph is clean, but for places that its saves made equal`(seed: UInt64) throws {
        try RandomGraph.fill(fixture, size: 60, generator: SeededGenerator(seed: seed))
        let report = try fixture.backend.checkIntegrity(limit: 100)
        #expect(report.problems.allSatisfy { $0.code == .unclearOrder })
        #expect(try fixture.backend.repairLinks(limit: 100).remaining.isClean)
    }

    @Test func `the order stays where places are given anew`() throws {
        try fill()
        let shell = try SQLiteFile(file.path)
        try shell.texts("UPDATE Article SET author = 2, author_position = 7")
        let third = try fixture.insert("Article", ["author": 2, "author_position": 3])
        let report = try fixture.backend.repairLinks(limit: 10)
        #expect(report.description == "unclearOrder: Author.articles, 3 repaired")
        let order = try shell.texts("SELECT _id FROM Article ORDER BY author_position")
        #expect(order == ["\(third.number)", "1", "2"])
    }

    @Test func `a unit of work that has read a repaired row gets a conflict`() throws {
        try fill()
        try SQLiteFile(file.path).texts("UPDATE Article SET author = 99 WHERE _id = 1")
        let reader = try fixture.backend.makeReader()
        let row = try reader.rows(root: try fixture.root("Article"), numbers: [1])[0]
        _ = try fixture.backend.repairLinks(limit: 10)
        let error = storeError {
            try fixture.commit { $0.updated = [try fixture.update(row, ["title": "new"])] }
        }
        #expect(error?.code == .conflict)
    }

    @Test func `the limit counts, and says that there may be more`() throws {
        try fill()
        try SQLiteFile(file.path).texts("UPDATE Article SET author = 99")
        let report = try fixture.backend.checkIntegrity(limit: 1)
        #expect(report.problems.count == 1)
        #expect(report.isTruncated)
        #expect(try fixture.backend.repairLinks(limit: 1).remaining.isClean)
    }

    @Test func `a value or an object that the model requires is missed`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Page", attributes: [AttributeDescription("title", .string, isOptional: false)],
                relationships: [.toOne("book", "Book", inverse: "pages", isOptional: false)]),
            EntityDescription(
                "Book", relationships: [.toMany("pages", "Page", isOptional: false)]),
        ])
        let other = try TemporaryStore()
        let store = try other.open(model)
        try store.insert(0, root: 0, [[.null, .null]])
        try store.insert(1, root: 1, [[]])
        let report = try store.checkIntegrity(limit: 10)
        #expect(
            report.problems.map(\.description) == [
                "missingValue: Page/1.title: a value is required",
                "missingObject: Page/1.book: an object of Book is required",
                "missingObject: Book/1.pages: an object of Page is required",
            ])
        #expect(try store.repairLinks(limit: 10).remaining == report)
    }

    @Test func `a damaged file is a problem, not a failure`() throws {
        let damaged = try TemporaryStore()
        do {
            let graph = try StoreFixture(SQLiteStore(damaged.path))
            try RandomGraph.fill(graph, size: 400, generator: SeededGenerator(seed: 3))
        }
        let url = URL(fileURLWithPath: damaged.path)
        let root = try SQLiteFile(damaged.path)
            .texts("SELECT rootpage FROM sqlite_schema WHERE name = 'Article'")
        let page = try #require(root.first.flatMap { Int($0) })
        var bytes = try Data(contentsOf: url)
        bytes.replaceSubrange(
            (page - 1) * 4096..<(page - 1) * 4096 + 12, with: [UInt8](repeating: 0xEE, count: 12))
        try bytes.write(to: url)
        let store = try StoreFixture(SQLiteStore(damaged.path)).backend
        let report = try store.checkIntegrity(limit: 5)
        #expect(report.problems.first?.code == .damagedFile)
    }
}
