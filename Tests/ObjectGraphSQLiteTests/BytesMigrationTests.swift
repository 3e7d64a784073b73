import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Migrations between bytes and what they are the JSON of")
struct BytesMigrationTests {
    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
    }

    private func model(
        _ type: AttributeType, isOptional: Bool = true
    ) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription("Thing", attributes: [AttributeDescription("name", .string)]),
            EntityDescription(
                "Box", parent: "Thing",
                attributes: [AttributeDescription("content", type, isOptional: isOptional)]),
            EntityDescription("Lid", parent: "Thing"),
        ])
    }

    private func fill(_ type: AttributeType, _ values: [Value]) throws {
        let container = try PersistentContainer(model: model(type), store: SQLiteStore(file.path))
        try container.perform { context in
            _ = context.insert("Lid")
            for value in values { context.insert("Box")["content"] = value }
            try context.save()
        }
    }

    /// Returns the contents of the boxes, read with another type; each value is also looked
    /// up in a request.
    private func contents(
        _ type: AttributeType, _ options: SQLiteStore.Options = .init()
    ) throws -> [Value] {
        let container = try PersistentContainer(
            model: model(type), store: SQLiteStore(file.path, options: options))
        return try container.perform { context in
            let boxes = try context.fetch(FetchRequest("Box", sortedBy: [.ascending("name")]))
            for box in boxes where type != .data && !box["content"].isNull {
                let same: EntityPredicate = .attribute("content") == box["content"]
                #expect(try context.fetch(FetchRequest("Box", where: same)).contains(box))
            }
            return try context.fetch(FetchRequest("Box")).map { $0["content"] }
        }
    }

    /// Values before and after a change of type.
    struct Row: Sendable, CustomTestStringConvertible {
        let old: AttributeType
        let new: AttributeType
        let values: [Value]
        let expected: [Value]
        var testDescription: String { "\(old) becomes \(new)" }
    }

    private static func bytes(_ text: String) -> Value { .data(Array(text.utf8)) }

    @Test(arguments: [
        Row(
            old: .array, new: .data, values: [.null, [], ["a", "é", 1, .null, 0.5, ["x": true]]],
            expected: [.null, bytes("[]"), bytes(#"["a","é",1,null,0.5,{"x":true}]"#)]),
        Row(
            old: .dictionary, new: .data, values: [[:], .null, ["b": [1], "a": "\u{0}"]],
            expected: [bytes("{}"), .null, bytes(#"{"a":"\u0000","b":[1]}"#)]),
        Row(
            old: .data, new: .array,
            values: [.null, bytes(" [1, 2.50 ,\n\"\\u00e9\"]"), bytes("[]")],
            expected: [.null, [1, 2.5, "é"], []]),
        Row(
            old: .data, new: .dictionary,
            values: [bytes(#"{ "b" : {} , "a" : [ null ] }"#), .null],
            expected: [["a": [.null], "b": [:]], .null]),
    ])
    func `values are carried over`(row: Row) throws {
        try fill(row.old, row.values)
        #expect(try contents(row.new) == row.expected)
        #expect(try SQLiteFile(file.path).texts("PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `there and back again changes nothing`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let type: AttributeType = random.chance(0.5) ? .array : .dictionary
        let values = (0..<20).map { _ in Self.value(type, &random, depth: 0) }
        try fill(type, values)
        _ = try contents(.data)
        #expect(try contents(type) == values, "\(random)")
    }

    private static func value(
        _ type: AttributeType?, _ random: inout SeededGenerator, depth: Int
    ) -> Value {
        let kind =
            type ?? random.pick([.array, .dictionary, .string, .integer64, .double, .boolean])
        let count = depth > 3 ? 0 : Int.random(in: 0...4, using: &random)
        switch kind {
        case .array: return .array((0..<count).map { _ in value(nil, &random, depth: depth + 1) })
        case .dictionary:
            var members: [String: Value] = [:]
            for _ in 0..<count {
                members[text(&random)] = value(nil, &random, depth: depth + 1)
            }
            return .dictionary(members)
        case .string: return .string(text(&random))
        case .integer64: return .integer(Int64(bitPattern: random.next()))
        case .double: return .double(Double.random(in: -1e9...1e9, using: &random))
        default: return random.chance(0.3) ? .null : .boolean(random.chance(0.5))
        }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...5, using: &random))
            .map { _ in random.pick(["a", "\"", "\\", "\n", "é", "e\u{301}", "\u{1F600}", "{"]) }
            .joined()
    }

    @Test(
        arguments: [
            [0xFF], [], Array("7".utf8), Array("{}".utf8), Array("[1,]".utf8), Array("[".utf8),
            Array("[\"".utf8) + [0xC3, 0x28] + Array("\"]".utf8), Array("[] []".utf8),
        ] as [[UInt8]])
    func `bytes that are not such JSON are reported, and stay`(bytes: [UInt8]) throws {
        try fill(.data, [Self.bytes("[1]"), .data(bytes), .null])
        let before = try SQLiteFile(file.path).dump()
        let error = storeError { _ = try file.open(model(.array)) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message == """
                '\(file.path)' was made for another model:
                - Box.content: the file has bytes, the model array, and 1 stored object (Thing/3) \
                would lose bytes that are no JSON of that kind; convert them in a migration step, \
                or give the new attribute another name
                Nothing was changed.
                """)
        #expect(try SQLiteFile(file.path).dump() == before)
    }

    @Test(arguments: [AttributeType.array, .data])
    func `a step carries over what is inferred, and decides about the rest`(
        new: AttributeType
    ) throws {
        let old: AttributeType = new == .array ? .data : .array
        try fill(old, old == .data ? [Self.bytes("[1]"), .data([0xFF])] : [[1], ["a"]])
        var step = MigrationStep(
            from: ModelVersion("1", try model(old)), to: ModelVersion("2", try model(new)))
        step.transform("Box") { box, migration in
            var changed = try migration.row(from: box)
            if changed["content"].isNull { changed["content"] = ["none"] }
            return changed
        }
        let found = try contents(new, .init(migration: .stepwise([step])))
        #expect(
            found
                == (new == .array
                    ? [[1], ["none"]] : [Self.bytes("[1]"), Self.bytes(#"["a"]"#)]))
    }
}
