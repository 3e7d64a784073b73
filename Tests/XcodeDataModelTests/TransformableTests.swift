import Foundation
import Mercator
import Testing

@Suite("Transformable attributes whose class changes")
struct TransformableTests {
    private static func version(_ name: String, _ className: String?) throws -> XcodeModelVersion {
        let className = className.map { "customClassName=\"\($0)\"" } ?? ""
        let contents = Fixtures.model(
            """
            <entity name="Note">
            <attribute name="words" optional="YES" attributeType="Transformable" \(className)/>
            </entity>
            """)
        return try XcodeModelVersion(name, contents: contents)
    }

    /// A class before and after, a value, and the value expected after the change.
    struct Row: Sendable, CustomTestStringConvertible {
        let old: String?
        let new: String?
        let value: Value
        let expected: Value
        var testDescription: String { "\(old ?? "none") becomes \(new ?? "none")" }
    }

    private static let array = Value.data(Array(#"["a","b"]"#.utf8))
    private static let dictionary = Value.data(Array(#"{"a":1}"#.utf8))

    @Test(arguments: [
        Row(old: nil, new: "[String]", value: array, expected: ["a", "b"]),
        Row(old: "NSArray", new: nil, value: ["a", "b"], expected: array),
        Row(old: "NSArray", new: "[String]", value: ["a", "b"], expected: ["a", "b"]),
        Row(old: "UIColor", new: "NSDictionary", value: dictionary, expected: ["a": 1]),
        Row(old: "[String: Int]", new: "Settings", value: ["a": 1], expected: dictionary),
        Row(old: nil, new: "UIColor", value: array, expected: array),
    ])
    func `the file follows without a step`(row: Row) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("graph.sqlite").path
        let (old, new) = (try Self.version("M", row.old), try Self.version("M 2", row.new))
        try PersistentContainer(model: old.model, store: SQLiteStore(file)).perform { context in
            context.insert("Note")["words"] = row.value
            _ = context.insert("Note")
            try context.save()
        }
        let migrated = try PersistentContainer(
            model: new.model(migratingFrom: old), store: SQLiteStore(file))
        let words = try migrated.perform { context in
            try context.fetch(FetchRequest("Note")).map { $0["words"] }
        }
        #expect(words == [row.expected, .null])
    }

    @Test func `an archive that is no JSON needs a step, and the error says so`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("graph.sqlite").path
        let (old, new) = (try Self.version("M", nil), try Self.version("M 2", "[String]"))
        try PersistentContainer(model: old.model, store: SQLiteStore(file)).perform { context in
            context.insert("Note")["words"] = .data(Array("bplist00".utf8))
            try context.save()
        }
        let error = try #require(
            #expect(throws: StoreError.self) {
                try PersistentContainer(model: new.model, store: SQLiteStore(file))
            })
        #expect(error.code == .schemaMismatch)
        #expect(error.message.contains("1 stored object (Note/1) would lose bytes"))
    }
}
