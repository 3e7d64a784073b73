import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Migrations to wider types")
struct WideningTests {
    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
    }

    private func model(_ type: AttributeType) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Item",
                attributes: [
                    AttributeDescription("number", .integer64), AttributeDescription("value", type),
                ])
        ])
    }

    private func fill(_ type: AttributeType, _ values: [Value]) throws {
        let container = try PersistentContainer(model: model(type), store: SQLiteStore(file.path))
        try container.perform { context in
            for (number, value) in values.enumerated() {
                let item = context.insert("Item")
                item["number"] = .integer(Int64(number))
                item["value"] = value
            }
            try context.save()
        }
    }

    private func values(_ type: AttributeType) throws -> [Value] {
        let container = try PersistentContainer(model: model(type), store: SQLiteStore(file.path))
        return try container.perform { context in
            let items = try context.fetch(FetchRequest("Item", sortedBy: [.ascending("number")]))
            for item in items where !item["value"].isNull {
                let same: EntityPredicate = .attribute("value") == item["value"]
                #expect(try context.fetch(FetchRequest("Item", where: same)).contains(item))
            }
            return items.map { $0["value"] }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let old: AttributeType
        let new: AttributeType
        let values: [Value]
        let expected: [Value]
        var testDescription: String { "\(old) becomes \(new)" }
    }

    private static let noon = Timestamp("2014-08-31T12:00:00Z")
    private static let later = Timestamp("2014-08-31T00:29:15.25Z")
    private static let decimal = Value(storedDecimal: "0.1000000000000000055511151231257827")
    private static let large = Value(storedDecimal: "18446744073709551615")
    private static let uuid = Value(storedUUID: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

    @Test(
        "I-116: the values of stored rows are kept",
        arguments: [
            Row(
                old: .integer64, new: .double, values: [1, -7, .null, .integer(1 << 53)],
                expected: [1.0, -7.0, .null, .double(0x1p53)]),
            Row(
                old: .integer64, new: .string, values: [1, .integer(.min), .null, .integer(.max)],
                expected: [
                    "1", "-9223372036854775808", .null, "9223372036854775807",
                ]),
            Row(old: .integer64, new: .decimal, values: [5, .null], expected: [5, .null]),
            Row(
                old: .double, new: .string, values: [0.1, 5.0, -2.5, 1e-08, 1e300, .null, 0.0],
                expected: ["0.1", "5", "-2.5", "1e-08", "1e+300", .null, "0"]),
            Row(
                old: .double, new: .decimal, values: [0.1, 5.0, -1e-08, 1.5e+20, .null],
                expected: [
                    Value(storedDecimal: "0.1") ?? .null, 5,
                    Value(storedDecimal: "-0.00000001") ?? .null,
                    Value(storedDecimal: "150000000000000000000") ?? .null, .null,
                ]),
            Row(
                old: .decimal, new: .string,
                values: [decimal ?? .null, large ?? .null, 7, .null],
                expected: [
                    "0.1000000000000000055511151231257827", "18446744073709551615", "7", .null,
                ]),
            Row(
                old: .boolean, new: .string, values: [true, false, .null],
                expected: ["true", "false", .null]),
            Row(
                old: .date, new: .string,
                values: [noon.map(Value.date) ?? .null, later.map(Value.date) ?? .null],
                expected: ["2014-08-31T12:00:00Z", "2014-08-31T00:29:15.25Z"]),
            Row(
                old: .uuid, new: .string, values: [uuid ?? .null, .null],
                expected: ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", .null]),
            Row(
                old: .url, new: .string, values: ["https://example.org/ü"],
                expected: ["https://example.org/ü"]),
            Row(
                old: .string, new: .array, values: ["a\"\\\n", "", .null],
                expected: [["a\"\\\n"], [""], .null]),
            Row(
                old: .integer64, new: .array, values: [.integer(.max), .null],
                expected: [[.integer(.max)], .null]),
            Row(old: .double, new: .array, values: [0.5, 2.0], expected: [[0.5], [2.0]]),
            Row(old: .boolean, new: .array, values: [true], expected: [[true]]),
            Row(
                old: .date, new: .array, values: [noon.map(Value.date) ?? .null],
                expected: [["2014-08-31T12:00:00Z"]]),
            Row(
                old: .decimal, new: .array, values: [large ?? .null],
                expected: [["18446744073709551615"]]),
        ])
    func values(row: Row) throws {
        try fill(row.old, row.values)
        #expect(try values(row.new) == row.expected.map { row.new.normalized($0) ?? .null })
        #expect(try SQLiteFile(file.path).texts("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `a chain of types gives the text of the first`() throws {
        try fill(.integer64, [7, .null, -1])
        for type in [AttributeType.double, .decimal, .string] { _ = try values(type) }
        #expect(try values(.array) == [["7"], .null, ["-1"]])
    }

    @Test func `digits that would be lost are refused`() throws {
        try fill(.integer64, [1, .integer((1 << 53) + 1)])
        let error = storeError { _ = try values(.double) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message.contains(
                """
                Item.value: the file has integer64, the model double, and 1 stored object (Item/2) \
                would lose digits that a floating-point number does not have; convert them in a \
                migration step, or give the new attribute another name
                """) == true)
        #expect(
            try values(.decimal)
                == [1, .integer((1 << 53) + 1)].map {
                    AttributeType.decimal.normalized($0)
                })
    }

    @Test(arguments: [
        (AttributeType.string, AttributeType.integer64), (.array, .string), (.double, .integer64),
        (.data, .string), (.dictionary, .array), (.date, .double),
    ])
    func `other changes of type need a step`(old: AttributeType, new: AttributeType) throws {
        try fill(old, [.null])
        #expect(storeError { _ = try values(new) }?.code == .schemaMismatch)
    }

    private func links(isToMany: Bool, isOrdered: Bool = false) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Post", attributes: [AttributeDescription("number", .integer64)],
                relationships: [
                    isToMany
                        ? .toMany("tag", "Tag", inverse: "posts", isOrdered: isOrdered)
                        : .toOne("tag", "Tag", inverse: "posts")
                ]),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("name", .string)],
                relationships: [.toMany("posts", "Post")]),
        ])
    }

    @Test("I-116: one destination becomes one of many", arguments: [false, true])
    func toMany(isOrdered: Bool) throws {
        let container = try PersistentContainer(
            model: links(isToMany: false), store: SQLiteStore(file.path))
        try container.perform { context in
            let tag = context.insert("Tag")
            tag["name"] = "a"
            for number in 0..<3 {
                let post = context.insert("Post")
                post["number"] = .integer(Int64(number))
                if number > 0 { post[toOne: "tag"] = tag }
            }
            try context.save()
        }
        let wide = try PersistentContainer(
            model: links(isToMany: true, isOrdered: isOrdered), store: SQLiteStore(file.path))
        try wide.perform { context in
            let posts = try context.fetch(FetchRequest("Post", sortedBy: [.ascending("number")]))
            #expect(posts.map { $0[toMany: "tag"].map { $0["name"] } } == [[], ["a"], ["a"]])
            let tags = try context.fetch(FetchRequest("Tag"))
            #expect(tags.map { $0[toMany: "posts"].count } == [2])
            let other = context.insert("Tag")
            other["name"] = "b"
            posts[2][toMany: "tag"].append(other)
            try context.save()
            #expect(posts[2][toMany: "tag"].map { "\($0["name"])" }.sorted() == ["\"a\"", "\"b\""])
        }
    }
}
