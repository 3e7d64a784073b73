import Foundation
import Mercator
import TestSupport
import Testing

@Suite("Rules for values")
struct ValueRuleTests {
    /// An attribute with rules, valid values, and an invalid one.
    struct Row: CustomTestStringConvertible {
        let type: AttributeType
        let rules: [ValueRule]
        let good: [Value]
        let bad: Value
        let code: ValidationError.Code
        let message: String

        var testDescription: String { "\(type) \(rules)" }

        init(
            _ type: AttributeType, _ rules: [ValueRule], _ good: [Value], bad: Value,
            _ code: ValidationError.Code, _ message: String
        ) {
            self.type = type
            self.rules = rules
            self.good = good
            self.bad = bad
            self.code = code
            self.message = message
        }
    }

    private static let noon = Value.date(Timestamp(uncheckedNoon: ()))

    @Test(arguments: StoreKind.allCases, rows)
    func `are checked by every save`(store: StoreKind, row: Row) throws {
        let entity = EntityDescription(
            "E", attributes: [AttributeDescription("a", row.type, rules: row.rules)])
        try store.withContainer(try ManagedObjectModel([entity])) { container throws in
            let ids = try container.perform { context throws in
                let objects = (row.good + [.null]).map { value in
                    let object = context.insert("E")
                    object["a"] = value
                    return object
                }
                try context.save()
                return objects.map(\.objectID)
            }
            try container.perform { context throws in
                let object = try #require(try context.object(with: ids[0]))
                object["a"] = row.bad
                let error = try #require(
                    #expect(throws: ValidationError.self) { try context.save() })
                #expect(error.problems.map(\.code) == [row.code])
                #expect(error.problems.map(\.message) == [row.message])
                #expect(error.problems.map(\.objectID) == [ids[0]])
                context.rollback()
                #expect(object["a"] == row.good[0])
                context.insert("E")["a"] = row.bad
                #expect(throws: ValidationError.self) { try context.save() }
            }
        }
    }

    private static let rows = [
        Row(
            .integer16, [.atLeast(1), .atMost(5)], [1, 3, 5], bad: 0, .valueTooSmall,
            "expected at least 1, found less"),
        Row(
            .integer64, [.atMost(5)], [5, .integer(.min)], bad: 6, .valueTooLarge,
            "expected at most 5, found more"),
        Row(
            .integer16, [.atMost(70_000), .atLeast(0)], [.integer(32_767)], bad: -1,
            .valueTooSmall, "expected at least 0, found less"),
        Row(
            .double, [.atMost(1)], [1.0, -0.5], bad: 1.5, .valueTooLarge,
            "expected at most 1, found more"),
        Row(
            .decimal, [.atLeast(.decimal(Decimal(sign: .plus, exponent: -2, significand: 1)))],
            [.decimal(Decimal(sign: .plus, exponent: -2, significand: 1))], bad: .decimal(0),
            .valueTooSmall, "expected at least 0.01, found less"),
        Row(
            .date, [.atLeast(noon)], [noon], bad: .date(.distantPast), .valueTooSmall,
            "expected at least 2021-01-01T12:00:00Z, found less"),
        Row(
            .string, [.minimumLength(2)], ["ab", "🙂"], bad: "a", .textTooShort,
            "expected at least 2 characters, found 1"),
        Row(
            .string, [.maximumLength(1)], ["", "a"], bad: "🙂", .textTooLong,
            "expected at most 1 character, found 2"),
        Row(
            .string, [.matches("[a-z]+[0-9]?")], ["abc", "a1"], bad: "a12", .textMismatch,
            "expected text like [a-z]+[0-9]?, found text that does not match"),
        Row(
            .url, [.matches("https:.*")], ["https://example.org"], bad: "ftp://example.org",
            .textMismatch, "expected text like https:.*, found text that does not match"),
    ]

    @Test(arguments: StoreKind.allCases)
    func `of ancestors hold for sub-entities, all at once`(store: StoreKind) throws {
        let parent = EntityDescription(
            "P", isAbstract: true,
            attributes: [
                AttributeDescription(
                    "a", .string, rules: [.minimumLength(3), .matches("[a-z]*")])
            ])
        let child = EntityDescription(
            "C", parent: "P",
            attributes: [AttributeDescription("b", .integer32, rules: [.atLeast(0)])])
        try store.withContainer(try ManagedObjectModel([child, parent])) { container throws in
            try container.perform { context throws in
                let object = context.insert("C")
                object["a"] = "A"
                object["b"] = -1
                let error = try #require(
                    #expect(throws: ValidationError.self) { try context.save() })
                #expect(
                    error.problems.map { "\($0.property) \($0.code)" } == [
                        "a textTooShort", "a textMismatch", "b valueTooSmall",
                    ])
            }
        }
    }

    @Test(
        arguments: [
            (.boolean, .atLeast(true), "a bound is for numbers and dates, not for boolean"),
            (.string, .atMost("z"), "a bound is for numbers and dates, not for string"),
            (.integer16, .atMost(1.5), "expected a bound of type integer16, found 1.5"),
            (.date, .atMost(1), "expected a bound of type date, found 1"),
            (.date, .atMost(.null), "expected a bound of type date, found nil"),
            (.data, .minimumLength(1), "a length is for text, not for data"),
            (.string, .maximumLength(-1), "a length cannot be negative, found -1"),
            (.uuid, .matches("a"), "a regular expression is for text, not for uuid"),
        ] as [(AttributeType, ValueRule, String)])
    func `that do not suit are refused with the model`(
        type: AttributeType, rule: ValueRule, message: String
    ) throws {
        let entity = EntityDescription(
            "E", attributes: [AttributeDescription("a", type, rules: [rule])])
        let error = try #require(
            #expect(throws: ManagedObjectModelError.self) { try ManagedObjectModel([entity]) })
        #expect(error.problems.map(\.code) == [.rule])
        #expect(error.problems.map(\.message) == [message])
    }

    @Test func `a pattern that cannot be read is refused with the model`() throws {
        let entity = EntityDescription(
            "E", attributes: [AttributeDescription("a", .string, rules: [.matches("(a")])])
        let error = try #require(
            #expect(throws: ManagedObjectModelError.self) { try ManagedObjectModel([entity]) })
        #expect(error.problems.map(\.code) == [.rule])
        #expect(error.description.contains("of the regular expression: "))
    }
}

extension Timestamp {
    /// Creates noon of the first day of 2021.
    fileprivate init(uncheckedNoon: Void) {
        self = Timestamp(year: 2021, month: 1, day: 1, hour: 12) ?? .distantFuture
    }
}
