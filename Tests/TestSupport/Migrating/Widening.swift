package import ObjectGraph
package import ObjectGraphSQL
import Testing

/// An attribute of a store, whose type becomes wider.
package struct Widening {
    private let store: (StoreMigration) -> any PersistentStore

    /// Creates a fixture from a closure that returns the store with options.
    package init(_ store: @escaping (StoreMigration) -> any PersistentStore) {
        self.store = store
    }

    /// Returns a model with an attribute of a type.
    package func model(_ type: AttributeType) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Item",
                attributes: [
                    AttributeDescription("number", .integer64), AttributeDescription("value", type),
                ])
        ])
    }

    /// Fills the store with values of a type.
    package func fill(_ type: AttributeType, _ values: [Value]) throws {
        let container = try PersistentContainer(model: model(type), store: store(.additive))
        try container.perform { context in
            for (number, value) in values.enumerated() {
                let item = context.insert("Item")
                item["number"] = .integer(Int64(number))
                item["value"] = value
            }
            try context.save()
        }
    }

    /// Returns the values in a wider type; each is also looked up in a request.
    package func values(_ type: AttributeType) throws -> [Value] {
        let container = try PersistentContainer(model: model(type), store: store(.additive))
        return try container.perform { context in
            let items = try context.fetch(FetchRequest("Item", sortedBy: [.ascending("number")]))
            for item in items where !item["value"].isNull {
                let same: EntityPredicate = .attribute("value") == item["value"]
                #expect(try context.fetch(FetchRequest("Item", where: same)).contains(item))
            }
            return items.map { $0["value"] }
        }
    }

    /// Values before and after a change of type.
    package struct Case: Sendable, CustomTestStringConvertible {
        package let old: AttributeType
        package let new: AttributeType
        package let values: [Value]
        package let expected: [Value]
        package var testDescription: String { "\(old) becomes \(new)" }
    }

    private static let noon = Timestamp("2014-08-31T12:00:00Z")
    private static let later = Timestamp("2014-08-31T00:29:15.25Z")
    private static let decimal = Value(storedDecimal: "0.1000000000000000055511151231257827")
    private static let large = Value(storedDecimal: "18446744073709551615")
    private static let uuid = Value(storedUUID: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

    package static let cases: [Case] = [
        Case(
            old: .integer64, new: .double, values: [1, -7, .null, .integer(1 << 53)],
            expected: [1.0, -7.0, .null, .double(0x1p53)]),
        Case(
            old: .integer64, new: .string, values: [1, .integer(.min), .null, .integer(.max)],
            expected: [
                "1", "-9223372036854775808", .null, "9223372036854775807",
            ]),
        Case(old: .integer64, new: .decimal, values: [5, .null], expected: [5, .null]),
        Case(
            old: .double, new: .string, values: [0.1, 5.0, -2.5, 1e-08, 1e300, .null, 0.0],
            expected: ["0.1", "5", "-2.5", "1e-08", "1e+300", .null, "0"]),
        Case(
            old: .double, new: .decimal, values: [0.1, 5.0, -1e-08, 1.5e+20, .null],
            expected: [
                Value(storedDecimal: "0.1") ?? .null, 5,
                Value(storedDecimal: "-0.00000001") ?? .null,
                Value(storedDecimal: "150000000000000000000") ?? .null, .null,
            ]),
        Case(
            old: .decimal, new: .string,
            values: [decimal ?? .null, large ?? .null, 7, .null],
            expected: [
                "0.1000000000000000055511151231257827", "18446744073709551615", "7", .null,
            ]),
        Case(
            old: .boolean, new: .string, values: [true, false, .null],
            expected: ["true", "false", .null]),
        Case(
            old: .date, new: .string,
            values: [noon.map(Value.date) ?? .null, later.map(Value.date) ?? .null],
            expected: ["2014-08-31T12:00:00Z", "2014-08-31T00:29:15.25Z"]),
        Case(
            old: .uuid, new: .string, values: [uuid ?? .null, .null],
            expected: ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", .null]),
        Case(
            old: .url, new: .string, values: ["https://example.org/ü"],
            expected: ["https://example.org/ü"]),
        Case(
            old: .string, new: .array, values: ["a\"\\\n", "", .null],
            expected: [["a\"\\\n"], [""], .null]),
        Case(
            old: .integer64, new: .array, values: [.integer(.max), .null],
            expected: [[.integer(.max)], .null]),
        Case(old: .double, new: .array, values: [0.5, 2.0], expected: [[0.5], [2.0]]),
        Case(old: .boolean, new: .array, values: [true], expected: [[true]]),
        Case(
            old: .date, new: .array, values: [noon.map(Value.date) ?? .null],
            expected: [["2014-08-31T12:00:00Z"]]),
        Case(
            old: .decimal, new: .array, values: [large ?? .null],
            expected: [["18446744073709551615"]]),
    ]
}
