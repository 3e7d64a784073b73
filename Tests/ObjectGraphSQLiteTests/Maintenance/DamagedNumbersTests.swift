import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Numbers and values that another writer has left")
struct DamagedNumbersTests {
    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
        let fixture = try StoreFixture(SQLiteStore(file.path))
        try fixture.insert("Author", ["name": "Anna"])
        try fixture.insert("Article", ["title": "Maps", "author": 1, "author_position": 0])
        try fixture.insert("Tag", ["name": "a"])
    }

    private func open(after statements: String...) throws -> StoreFixture {
        let shell = try SQLiteFile(file.path)
        for statement in statements { try shell.texts(statement) }
        return try StoreFixture(SQLiteStore(file.path))
    }

    @Test(arguments: [
        ("9223372036854775807", "full"), ("9223372036854775800", "full"),
        ("4611686018427387904", "full"), ("4611686018427387900", "full"), ("2.5", "corrupt"),
        ("9.3e18", "corrupt"), ("'many'", "corrupt"), ("x'01'", "corrupt"),
    ])
    func `a sequence that cannot go on is an error, and is repaired`(
        next: String, code: String
    ) throws {
        let fixture = try open(
            after: "UPDATE mercator_sequence SET next = \(next) WHERE entity = 'Article'")
        let error = storeError { try fixture.insert("Article") }
        #expect(error?.code.description == code)
        #expect(error?.message.contains("'Article'") == true)
        let error2 = storeError {
            _ = try fixture.backend.reserveNumbers(3, root: fixture.root("Article"))
        }
        #expect(error2?.code.description == code)
        let report = try fixture.backend.checkIntegrity(limit: 10)
        #expect(report.problems.map(\.code) == [.lateSequence])
        #expect(try fixture.backend.repairLinks(limit: 10).remaining.isClean)
        #expect(try fixture.insert("Article").number == 2)
    }

    @Test(arguments: ["-7", "0", "1"])
    func `a sequence that is behind is late`(next: String) throws {
        let fixture = try open(
            after: "UPDATE mercator_sequence SET next = \(next) WHERE entity = 'Article'")
        let report = try fixture.backend.checkIntegrity(limit: 10)
        #expect(report.problems.map(\.code) == [.lateSequence])
        #expect(report.problems.first?.repair == "the next number becomes 2")
        #expect(try fixture.backend.repairLinks(limit: 10).remaining.isClean)
        try fixture.insert("Article")
    }

    @Test func `a row with the last number there is has no next one`() throws {
        let fixture = try open(
            after: "INSERT INTO Article (_id, _version) VALUES (9223372036854775807, 1)")
        let report = try fixture.backend.checkIntegrity(limit: .max)
        #expect(report.problems.map(\.code) == [.lateSequence])
        #expect(report.problems.first?.repair == nil)
        #expect(try fixture.backend.repairLinks(limit: .max).steps.isEmpty)
        #expect(try fixture.numbers("Article") == [1, .max])
        // New objects get the following numbers as before.
        #expect(try fixture.insert("Article").number == 2)
    }

    @Test func `places at the end of all numbers are given anew`() throws {
        let fixture = try open(
            after: "UPDATE Article SET author_position = 9223372036854775807",
            "INSERT INTO Article_tags VALUES (1, 1, 9223372036854775807, 9223372036854775807)")
        let container = try PersistentContainer(model: fixture.model, store: SQLiteStore(file.path))
        try container.perform { context in
            let article = context.insert("Article")
            article[toOne: "author"] = try context.fetch(FetchRequest("Author")).first
            article[toMany: "tags"] = try context.fetch(FetchRequest("Tag"))
            try context.save()
            #expect(context.fetchTitles("Author", "articles") == 2)
            #expect(context.fetchTitles("Tag", "articles") == 2)
        }
        let again = try open(after: "UPDATE Article SET author_position = 9223372036854775807")
        #expect(try again.backend.checkIntegrity(limit: 9).problems.map(\.code) == [.unclearOrder])
        #expect(try again.backend.repairLinks(limit: 9).remaining.isClean)
    }

    @Test(arguments: [
        ("createdAt", "'soon'", "date", "'soon'"), ("createdAt", "12", "date", "'12'"),
        ("price", "'1,5'", "decimal", "'1,5'"), ("token", "'x'", "uuid", "'x'"),
        ("keywords", "'[1'", "array", "'[1'"), ("extra", "'[1]'", "dictionary", "'[1]'"),
        ("articleID", "'twelve'", "integer64", "text"), ("articleID", "1.5", "integer64", "real"),
        ("small", "70000", "integer16", "'70000'"), ("rating", "'good'", "double", "text"),
        ("title", "x'00'", "string", "blob"), ("body", "'text'", "data", "text"),
        ("isArchived", "'no'", "boolean", "text"), ("link", "x'41'", "url", "blob"),
    ])
    func `a value of another kind is found, with its place`(
        property: String, value: String, type: String, found: String
    ) throws {
        let fixture = try open(after: "UPDATE Article SET \(property) = \(value)")
        let report = try fixture.backend.checkIntegrity(limit: 10)
        #expect(
            report.problems.map(\.description) == [
                "unreadableValue: Article/1.\(property): expected a value of type \(type), "
                    + "found \(found)"
            ])
        #expect(try fixture.backend.repairLinks(limit: 10).remaining == report)
    }

    @Test(arguments: ["'x'", "0", "-3", "9223372036854775807", "1.5"])
    func `a version that is none is found and repaired`(version: String) throws {
        let fixture = try open(after: "UPDATE Article SET _version = \(version)")
        let report = try fixture.backend.checkIntegrity(limit: 10)
        #expect(report.problems.map(\.code) == [.unreadableValue])
        #expect(report.problems.first?.repair == "the version becomes 1")
        #expect(try fixture.backend.repairLinks(limit: 10).remaining.isClean)
        let row = try #require(
            try fixture.backend.row(1, root: try fixture.root("Article")))
        try fixture.commit { $0.updated = [try fixture.update(row, ["title": "new"])] }
    }

    @Test func `what is written to the store's own tables while it is open is found`() throws {
        let fixture = try StoreFixture(SQLiteStore(file.path))
        let shell = try SQLiteFile(file.path)
        for statement in [
            "INSERT INTO mercator_connections (description) VALUES ('{')",
            "DELETE FROM mercator_schema WHERE property = 'title'",
            "INSERT INTO mercator_schema VALUES ('Ghost', '', 'Ghost', 'objects of Ghost')",
            "INSERT INTO mercator_store VALUES ('index:x', 'DROP TABLE Article')",
        ] { try shell.texts(statement) }
        let report = try fixture.backend.checkIntegrity(limit: 10)
        #expect(
            report.problems.map(\.code) == [
                .damagedFile, .damagedFile, .unreadableValue, .damagedFile,
            ])
        let repair = try fixture.backend.repairLinks(limit: 10)
        #expect(repair.steps.isEmpty)
        #expect(
            repair.remaining.problems.first?.message.hasPrefix("nothing can be repaired") == true)
        #expect(try fixture.numbers("Article") == [1])
    }

    @Test(arguments: ["mercator_sequence", "mercator_connections", "mercator_schema", "Tag"])
    func `a table that is missing is damage`(table: String) throws {
        let fixture = try StoreFixture(SQLiteStore(file.path))
        try SQLiteFile(file.path).texts("DROP TABLE \(table)")
        let report = try fixture.backend.checkIntegrity(limit: 10)
        #expect(report.problems.contains { $0.code == .damagedFile })
        let error = storeError { _ = try fixture.content() }
        let isRead = table == "mercator_connections" || table == "Tag"
        #expect(error?.code == (isRead ? .corrupt : nil))
        guard table == "mercator_schema" else { return }
        #expect(storeError { _ = try StoreFixture(SQLiteStore(file.path)) }?.code == .corrupt)
    }
}

extension ManagedObjectContext {
    /// Returns the number of objects in a relationship of the first object of an entity.
    fileprivate func fetchTitles(_ entity: String, _ relationship: String) -> Int {
        (try? fetch(FetchRequest(entity)).first?[toMany: relationship].count) ?? 0
    }
}
