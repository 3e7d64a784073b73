import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Reading many rows side by side")
struct PackedReadingTests {
    private static func thing(_ type: AttributeType) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription("Thing", attributes: [AttributeDescription("value", type)])
        ])
    }

    @Test(arguments: [0, 1, 255, 256, 257, 1000])
    func `an answer of any size has all rows, in order`(count: Int) throws {
        let library = try Library()
        let file = try TemporaryStore()
        let store = try file.open(library.model)
        var random = SeededGenerator(seed: UInt64(count))
        // Books and films share a table, but have different slots.
        let expected: [[Value]] = (0..<count).map { number in
            let text = String(repeating: "é", count: Int.random(in: 0..<40, using: &random))
            return Bool.random(using: &random)
                ? [.string(text), .integer(Int64(number))]
                : [.string(text), .null, .string("A\(number)")]
        }
        if count > 0 {
            let numbers = try store.reserveNumbers(count, root: library.item)
            var changes = ChangeSet()
            changes.inserted = zip(numbers, expected).map { number, values in
                StoredRow(
                    number: number, entity: values.count == 2 ? library.book : library.film,
                    version: 1, row: Row(values))
            }
            try store.commit(changes)
        }
        let rows = try store.makeReader().rows(matching: RowRequest(entity: library.item))
        let found = rows.sorted { $0.number < $1.number }
        #expect(found.map(\.row.values) == expected)
        #expect(found.map(\.entity) == expected.map { $0.count == 2 ? library.book : library.film })
        #expect(Set(rows.map(\.version)).count <= 1)
    }

    @Test(
        arguments: [
            // Spellings of the store, and of other programs.
            (.date, "'2014-08-31 00:29:15'", .instant("2014-08-31T00:29:15Z")),
            (.date, "'2014-08-31 00:29:15.25'", .instant("2014-08-31T00:29:15.25Z")),
            (.date, "'2014-08-31 00:29:15.123456789'", .instant("2014-08-31T00:29:15.123456789Z")),
            (.date, "'2014-08-31T00:29:15+02:00'", .instant("2014-08-30T22:29:15Z")),
            (.date, "'2014-08-31'", .instant("2014-08-31T00:00:00Z")),
            (.array, "'[1, 2]'", [1, 2]), (.array, "'[1,2]'", [1, 2]), (.array, "'[]'", []),
            (.array, "'[-0]'", [0]), (.array, "'[-7,\"a\"]'", [-7, "a"]),
            (.array, "'[\"\\u0041\"]'", ["A"]), (.array, "'[1.50]'", [1.5]),
            (.array, "'[9223372036854775807]'", [.integer(.max)]), (.array, "'[true]'", [true]),
            (.array, "'[[1],{}]'", [[1], [:]]), (.dictionary, "'{\"a\":[1]}'", ["a": [1]]),
            (.string, "42", "42"), (.string, "x'6162'", "ab"), (.integer64, "'7'", 7),
            (.boolean, "2", true), (.double, "3", 3.0),
        ] as [(AttributeType, String, Value)])
    func `values are read as others wrote them`(
        type: AttributeType, sql: String, value: Value
    ) throws {
        let file = try TemporaryStore()
        let store = try file.open(PackedReadingTests.thing(type))
        let number = try store.insert(0, root: 0, [[value]])[0]
        try SQLiteFile(file.path).texts("UPDATE Thing SET value = \(sql)")
        let row = try #require(try store.row(number, root: 0)).row
        #expect(row[0] == value)
        #expect(row.has(value, in: 0) && row == Row([value]))
    }

    @Test(
        arguments: [
            (.date, "'2014-02-30 00:00:00'"), (.date, "'2014-08-31 00:29:1x'"), (.date, "''"),
            (.date, "'2014-08-31 00:29:15.'"), (.date, "'2014-08-31 24:29:15'"),
            (.array, "'[1,]'"), (.array, "'[1'"), (.array, "'[01]'"), (.array, "'[\"a]'"),
            (.array, "'[,1]'"), (.array, "'[-]'"), (.array, "'[1]]'"), (.array, "'['"),
            (.array, "''"), (.dictionary, "'{\"a\"}'"), (.uuid, "'none'"), (.decimal, "'1,5'"),
        ] as [(AttributeType, String)])
    func `what is no value of a column is named with its row`(
        type: AttributeType, sql: String
    ) throws {
        let file = try TemporaryStore()
        let store = try file.open(PackedReadingTests.thing(type))
        let number = try store.insert(0, root: 0, [[.null]])[0]
        try SQLiteFile(file.path).texts("UPDATE Thing SET value = \(sql)")
        let error = storeError { _ = try store.row(number, root: 0) }
        #expect(error?.code == .corrupt)
        let text = try SQLiteFile(file.path).texts("SELECT value FROM Thing")[0]
        #expect(error?.message.contains("column 'value' of 'Thing' \(number)") == true)
        #expect(error?.message.contains("'\(text)'") == true)
    }

    @Test
    func `an entity that the model lacks is named with its row`() throws {
        let library = try Library()
        let file = try TemporaryStore()
        let store = try file.open(library.model)
        let number = try store.insert(library.book, root: library.item, [["Walden", 300]])[0]
        try SQLiteFile(file.path).texts("UPDATE Item SET _entity = 'Boo'")
        let error = storeError { _ = try store.row(number, root: library.item) }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("'Item' \(number) is of entity 'Boo'") == true)
    }

    @Test(
        arguments: [
            "80", "41FF", "C080", "C3", "E0A0", "EDA080", "F08080", "F4908080", "F09F98", "C3A9",
            "E282AC", "F09F9880", "EFBFBD", "61C3A900E282AC", "F48FBFBF", "E08080", "C328",
        ])
    func `texts that are no UTF-8 are repaired, and equal what they read as`(hex: String) throws {
        let file = try TemporaryStore()
        let store = try file.open(PackedReadingTests.thing(.string))
        let number = try store.insert(0, root: 0, [["x"]])[0]
        // Eight and 32 letters are read at once, behind and before other characters.
        let ends = ["", "6162636465666768C3A9", String(repeating: "62", count: 33) + "C3A9"]
        for (count, end) in [0, 1, 7, 8, 9, 31, 32, 33, 41].flatMap({ c in ends.map { (c, $0) } }) {
            let hex = String(repeating: "61", count: count) + hex + end
            try SQLiteFile(file.path).texts("UPDATE Thing SET value = CAST(x'\(hex)' AS TEXT)")
            let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { place in
                UInt8(hex.dropFirst(place).prefix(2), radix: 16)
            }
            let expected = Value.string(String(decoding: bytes, as: UTF8.self))
            let row = try #require(try store.row(number, root: 0)).row
            #expect(row[0] == expected)
            #expect(row.has(expected, in: 0) && row == Row([expected]))
        }
    }
}

extension Value {
    /// Returns a date from its text; for an invalid text null, which no test expects.
    fileprivate static func instant(_ text: String) -> Value {
        Timestamp(text).map(Value.date) ?? .null
    }
}
