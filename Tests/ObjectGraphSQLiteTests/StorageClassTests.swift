import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

/// Values of another storage class than that of their column, which SQLite would convert silently:
/// a text that is no number to 0, and a fraction to its integer part.
@Suite("Values of another storage class")
struct StorageClassTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let type: AttributeType
        let literal: String
        let found: String
        var testDescription: String { "\(literal) in \(type)" }
    }

    static let rows: [Row] = {
        let literals = [("'boss'", "boss"), ("''", ""), ("x'00ff'", "\0"), ("'0x10'", "0x10")]
        let types: [AttributeType] = [
            .integer16, .integer32, .integer64, .boolean, .float, .double,
        ]
        let texts = types.flatMap { type in
            literals.map { Row(type: type, literal: $0.0, found: $0.1) }
        }
        let fractions = types.prefix(4).flatMap { type in
            [("1.5", "1.5"), ("1e300", "1.0e+300")].map {
                Row(type: type, literal: $0.0, found: $0.1)
            }
        }
        return texts + fractions
    }()

    private static func model(_ type: AttributeType) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Item", attributes: [.init("number", .integer64), .init("value", type)])
        ])
    }

    @Test(arguments: rows)
    func `make a fetch fail with the row and the column`(row: Row) throws {
        let file = try TemporaryStore()
        let model = try Self.model(row.type)
        func open() throws -> PersistentContainer {
            try PersistentContainer(model: model, store: SQLiteStore(file.path))
        }
        try open().perform { context in
            for number in 1...3 { context.insert("Item")["number"] = .integer(Int64(number)) }
            try context.save()
        }
        try SQLiteFile(file.path).texts("UPDATE Item SET value = \(row.literal) WHERE number = 2")
        let container = try open()
        let error = storeError {
            _ = try container.perform { try $0.fetch(FetchRequest("Item")).map { $0["value"] } }
        }
        #expect(error?.code == .corrupt)
        #expect(error?.message.hasPrefix("column 'value' of 'Item' 2 holds no ") == true)
        #expect(error?.message.contains("'\(row.found)") == true, "\(error as Any)")
        #expect(try container.checkIntegrity().problems.map(\.code) == [.unreadableValue])
        // The other rows and attributes are still readable.
        let others = try container.perform { context in
            var request = FetchRequest("Item")
            request.attributesToFetch = ["number"]
            let all = try context.fetch(request).count
            request = FetchRequest("Item", where: .attribute("number") != 2)
            return [all, try context.fetch(request).count]
        }
        #expect(others == [3, 2])
        // Writing the column repairs the value.
        try SQLiteFile(file.path).texts("UPDATE Item SET value = NULL WHERE number = 2")
        #expect(try container.checkIntegrity().isClean)
        let count = try container.perform { try $0.fetch(FetchRequest("Item")).count }
        #expect(count == 3)
    }

    @Test(arguments: ["'Anna'", "1.5", "x'01'"])
    func `a reference of another class is a broken reference`(literal: String) throws {
        let file = try TemporaryStore()
        let fixture = try StoreFixture(SQLiteStore(file.path))
        try fixture.insert("Author", ["name": "Anna"])
        try fixture.insert("Article", ["title": "Maps", "author": 1, "author_position": 0])
        let shell = try SQLiteFile(file.path)
        try shell.texts("PRAGMA foreign_keys = OFF")
        try shell.texts("UPDATE Article SET author = \(literal)")
        let error = storeError { _ = try fixture.numbers("Article") }
        #expect(error?.code == .corrupt)
        let report = try fixture.backend.checkIntegrity(limit: 9)
        #expect(report.problems.map(\.code) == [.brokenReference])
        #expect(try fixture.backend.repairLinks(limit: 9).remaining.isClean)
        #expect(try fixture.numbers("Article") == [1])
    }
}
