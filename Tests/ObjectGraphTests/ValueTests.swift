import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Values")
struct ValueTests {
    @Test(
        arguments: [
            ("a", "a", true), ("é", "e\u{301}", false), (["é"], ["e\u{301}"], false),
            (1, 1.0, false),
            (.null, .null, true), (.null, 0, false), (0, false, false),
            ([1, .null], [1, .null], true),
            (["a": 1], ["a": 1], true), (["a": 1], ["a": 2], false), (0.0, -0.0, true),
            (.decimal(1), 1, false), (.data([1]), .data([1]), true), (.data([1]), [1], false),
            (["é": 1], ["e\u{301}": 1], false),
        ] as [(Value, Value, Bool)])
    func `are equal when kind and bytes are`(left: Value, right: Value, expected: Bool) {
        #expect((left == right) == expected)
        #expect((right == left) == expected)
        #expect((Set([left, right]).count == 1) == expected)
    }

    @Test func `hash decimals by their number`() {
        let left = Value.decimal(Decimal(sign: .plus, exponent: -1, significand: 10))
        let right = Value.decimal(Decimal(1))
        #expect(left == right)
        #expect(Set([left, right]).count == 1)
    }

    @Test(
        arguments: [
            (.null, 0), (false, true), (-1, 0), (1.5, 2.5), (.double(-.infinity), 0.0),
            (.decimal(Decimal(1) / 10), .decimal(Decimal(2) / 10)), (.decimal(9), .decimal(10)),
            ("", "a"), ("Z", "a"), ("a", "ab"), ("z", "é"), ("\u{FFFF}", "😀"), ("e\u{301}", "é"),
            (.data([]), .data([0])), (.data([1, 0]), .data([1, 1])), (.data([9]), .data([10])),
            (
                .uuid(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
                .uuid(UUID(uuid: (160, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
            ),
            (
                .date(Timestamp(uncheckedSeconds: -1, nanoseconds: 9)),
                .date(Timestamp(uncheckedSeconds: 0, nanoseconds: 0))
            ),
        ] as [(Value, Value)])
    func `have the order of their type`(low: Value, high: Value) {
        #expect(low.order(to: high) == .before)
        #expect(high.order(to: low) == .after)
        #expect(low.order(to: low) == .same)
    }

    @Test(
        arguments: [
            (.null, "nil"), (true, "true"), (-5, "-5"), (1.5, "1.5"), ("a\"b", "\"a\"b\""),
            (.data([1, 2]), "2 bytes"), ([1, "a"], "[1, \"a\"]"),
            (["b": 1, "a": .null], "{a: nil, b: 1}"),
            (.decimal(Decimal(25) / 100), "0.25"),
            (.date(Timestamp(uncheckedSeconds: 0, nanoseconds: 0)), "1970-01-01T00:00:00Z"),
        ] as [(Value, String)])
    func `describe themselves`(value: Value, text: String) {
        #expect(value.description == text)
    }

    @Test func `take the last of two members with one name`() {
        let value: Value = ["a": 1, "a": 2]
        #expect(value == .dictionary(["a": 2]))
    }

    @Test(arguments: AttributeType.allCases)
    func `survive the way through Codable`(type: AttributeType) throws {
        var random = RandomValues(SeededGenerator(seed: 7))
        let values = (0..<20).map { _ in random.value(of: type) }.filter {
            $0 != .double(.infinity)
        }
        let data = try JSONEncoder().encode(values)
        #expect(try JSONDecoder().decode([Value].self, from: data) == values)
    }
}

@Suite("Types and the values they keep")
struct AttributeTypeTests {
    @Test(
        arguments: [
            (.integer16, 32767, 32767), (.integer16, 32768, nil), (.integer16, -32769, nil),
            (.integer32, 2_147_483_648, nil), (.integer64, .integer(.max), .integer(.max)),
            (.integer64, 1.0, nil), (.double, 2, 2.0), (.double, .integer(.max), nil),
            (.double, .double(.nan), nil), (.double, .double(.infinity), .double(.infinity)),
            (.float, 0.1, .double(Double(Float(0.1)))), (.float, 16_777_216, 16_777_216.0),
            (.float, 16_777_217, nil), (.float, .double(1e300), nil),
            (.float, .double(.infinity), .double(.infinity)), (.decimal, 3, .decimal(3)),
            (.decimal, 0.5, nil), (.decimal, .decimal(.nan), nil), (.string, "a", "a"),
            (.string, 1, nil), (.url, "x", "x"), (.boolean, true, true), (.boolean, 1, nil),
            (.date, "2014-08-31", nil), (.data, .data([1]), .data([1])), (.data, [1], nil),
            (.array, [.decimal(1), .data([2])], ["1", [2]]), (.array, [:], nil),
            (.dictionary, ["a": .date(.distantPast)], ["a": "0001-01-01T00:00:00Z"]),
        ] as [(AttributeType, Value, Value?)])
    func `normalise what fits, and refuse the rest`(
        type: AttributeType, value: Value, expected: Value?
    ) {
        #expect(type.normalized(value) == expected)
    }

    @Test(arguments: AttributeType.allCases)
    func `take null, and leave what they have normalised`(type: AttributeType) {
        var random = RandomValues(SeededGenerator(seed: 11))
        #expect(type.normalized(.null) == .some(.null))
        let value = random.value(of: type, null: 0)
        let once = type.normalized(value)
        #expect(once.flatMap(type.normalized) == once)
        #expect(once != nil)
    }
}
