import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Named transforms")
struct TransformNamedTests {
    enum State: String, CaseIterable { case draft, published }
    enum Level: Int16, CaseIterable { case low = 1, high = 10 }

    static let state = ValueTransform.enumeration(["draft": 0, "public": 1, "published": 1, 7: 2])
    static let onOff = ValueTransform.booleanWords(true: ["on", "Enabled"], false: ["off"])
    static let dollars = ValueTransform.number(prefix: "$", groupedBy: ",", fractionDigits: 2)
    static let euros = ValueTransform.number(suffix: " €", groupedBy: ".", point: ",")

    @Test(
        arguments: [
            ("true", .boolean, true), ("12", .integer64, 12), ("1.5", .double, 1.5),
            (#""a""#, .string, "a"), ("[1]", .array, [1]), (#"{"a": 1}"#, .dictionary, ["a": 1]),
            ("1", .boolean, nil), (#""true""#, .boolean, nil), (#""12""#, .integer64, nil),
            ("true", .integer64, nil), ("1.5", .integer64, nil), (#""1.5""#, .decimal, nil),
            ("1", .string, nil), ("1", .array, nil), ("[]", .dictionary, nil),
            ("40000", .integer16, nil),
        ] as [(String, AttributeType, Value?)])
    func `convert nothing as identity`(json: String, type: AttributeType, expected: Value?) throws {
        try check(json, type, .identity, expected)
    }

    @Test(
        arguments: [
            (#""YQ==""#, .base64, .data, .data([0x61])), (#""YQ==""#, .base64, .string, "a"),
            (#""_-8""#, .base64URL, .data, .data([0xFF, 0xEF])),
            (#""_-8=""#, .base64URL, .data, .data([0xFF, 0xEF])),
            (#""YQ""#, .base64URL, .string, "a"), (#""""#, .base64URL, .data, .data([])),
            (#""/+8=""#, .base64URL, .data, nil), (#""_-8=""#, .base64, .data, nil),
            (#""YQ""#, .base64, .data, nil), (#""Y""#, .base64URL, .data, nil),
            (#""YQ=""#, .base64URL, .data, nil), (#""/w==""#, .base64, .string, nil),
            ("1", .base64, .data, nil),
        ] as [(String, ValueTransform, AttributeType, Value?)])
    func `read base64`(
        json: String, transform: ValueTransform, type: AttributeType, expected: Value?
    ) throws {
        try check(json, type, transform, expected)
    }

    @Test(
        arguments: [
            (#""draft""#, 0), (#""public""#, 1), (#""published""#, 1), ("7", 2), ("7.0", 2),
            (#""7""#, nil), (#""Draft""#, nil), ("0", nil), ("true", nil), ("[]", nil),
        ] as [(String, Value?)])
    func `read one value for another`(json: String, expected: Value?) throws {
        try check(json, .integer16, Self.state, expected)
    }

    @Test(arguments: [(Value.integer(0), #""draft""#), (1, #""public""#), (2, "7")])
    func `write the first that stands for a value`(value: Value, expected: String) {
        #expect(written(value, .integer16, using: Self.state) == expected)
    }

    @Test(
        arguments: [
            (#""draft""#, .string, .enumeration(of: State.self), "draft"),
            (#""Draft""#, .string, .enumeration(of: State.self), nil),
            ("10", .integer16, .enumeration(of: Level.self), 10),
            (#""1""#, .integer64, .enumeration(of: Level.self), 1),
            ("2", .integer16, .enumeration(of: Level.self), nil),
        ] as [(String, AttributeType, ValueTransform, Value?)])
    func `read the raw values of an enumeration`(
        json: String, type: AttributeType, transform: ValueTransform, expected: Value?
    ) throws {
        try check(json, type, transform, expected)
        if let expected { #expect(try reread(expected, type, using: transform) == expected) }
    }

    @Test(
        arguments: [
            (#""on""#, true), (#""ENABLED""#, true), (#""Off""#, false), ("true", true),
            ("false", false), (#""true""#, nil), (#""yes""#, nil), ("1", nil), (#""""#, nil),
        ] as [(String, Value?)])
    func `read words for truth values`(json: String, expected: Value?) throws {
        try check(json, .boolean, Self.onOff, expected)
    }

    @Test func `write the first word for a truth value`() {
        #expect(written(true, .boolean, using: Self.onOff) == #""on""#)
        #expect(written(false, .boolean, using: Self.onOff) == #""off""#)
    }

    @Test(
        arguments: [
            (#""$1,234.50""#, .double, dollars, 1234.5),
            (#""-$1,234""#, .integer64, dollars, -1234),
            (#""$-12""#, .integer64, dollars, -12), (#""$1234.00""#, .integer64, dollars, 1234),
            (#""1.234,5 €""#, .double, euros, 1234.5), (#""0 €""#, .integer16, euros, 0),
            (#""$1,23""#, .integer64, dollars, nil), (#""$1234,567""#, .integer64, dollars, nil),
            (#""$,123""#, .integer64, dollars, nil), (#""$1.""#, .double, dollars, nil),
            (#""$.5""#, .double, dollars, nil), (#""$1.5""#, .integer64, dollars, nil),
            (#""$--1""#, .integer64, dollars, nil), (#""-$-1""#, .integer64, dollars, nil),
            (#""12""#, .integer64, dollars, nil), ("12", .integer64, dollars, nil),
            (#""$1e3""#, .integer64, dollars, nil), (#""$012""#, .integer64, dollars, nil),
            (#""$""#, .integer64, dollars, nil), (#""$١""#, .integer64, dollars, nil),
            (#""$70,000""#, .integer16, dollars, nil), (#""1.2.3 €""#, .double, euros, nil),
            (#""1,2,3 €""#, .double, euros, nil),
        ] as [(String, AttributeType, ValueTransform, Value?)])
    func `read numbers that people read`(
        json: String, type: AttributeType, transform: ValueTransform, expected: Value?
    ) throws {
        try check(json, type, transform, expected)
    }

    @Test(
        arguments: [
            (0, .integer64, dollars, #""$0.00""#),
            (-1_234_567, .integer64, dollars, #""-$1,234,567.00""#),
            (0.125, .double, dollars, #""$0.125""#),
            (1e20, .double, dollars, #""$100,000,000,000,000,000,000.00""#),
            (999, .integer64, euros, #""999 €""#), (1000.5, .double, euros, #""1.000,5 €""#),
            (.double(.infinity), .double, euros, "invalid: an infinite number has no digits"),
        ] as [(Value, AttributeType, ValueTransform, String)])
    func `write numbers that people read`(
        value: Value, type: AttributeType, transform: ValueTransform, expected: String
    ) {
        #expect(written(value, type, using: transform) == expected)
    }

    @Test(
        arguments: [
            (["a"], #""a""#), ([["a": 1]], #"{"a":1}"#), ([], "[]"), ([1, 2], "[1,2]"),
            ([[1]], "[[1]]"), ([.null], "[null]"),
        ] as [(Value, String)])
    func `write an array of one as its element`(value: Value, expected: String) throws {
        #expect(written(value, .array, using: .wrapped) == expected)
        #expect(try reread(value, .array, using: .wrapped) == value)
    }

    @Test(
        arguments: [
            ("[2, 1, 2, 1.0, \"1\", null, null]", [2, 1, 1.0, "1", .null]), (#""a""#, ["a"]),
            ("[[1], [1], {\"a\": 1}, {\"a\": 1}]", [[1], ["a": 1]]),
        ] as [(String, Value)])
    func `drop duplicates and keep the order`(json: String, expected: Value) throws {
        try check(json, .array, .unique, expected)
    }

    @Test(
        arguments: [
            ("\" \\t\\u00a0a b\\n\"", .string, .trimmed, "a b"),
            ("\" 12 \"", .integer64, .trimmed, 12),
            ("\"/v1/customers/cus_1\"", .string, .lastStep, "cus_1"),
            ("\"https://h.example/a/7/?b=c/d#e\"", .integer64, .lastStep, 7),
            ("\"7\"", .integer64, .lastStep, 7), ("7", .integer64, .lastStep, 7),
            ("\"/a/x\"", .integer64, .lastStep, nil), ("\"/\"", .string, .lastStep, ""),
            (#"["/a/x", "/a/y/", 3]"#, .array, .lastStep, .array(["x", "y", 3])),
            (#"{"$oid": "5a"}"#, .string, .extendedJSON, "5a"),
            (#"{"$oid": null}"#, .string, .extendedJSON, .null),
            (#"{"$date": {"$numberLong": "7"}}"#, .integer64, .extendedJSON, 7),
            (#"{"oid": "5a"}"#, .string, .extendedJSON, nil),
            ("5", .integer64, .extendedJSON, 5),
            ("12", .integer64, .trimmed, 12), ("\"  \"", .string, .trimmed, ""),
            ("\" a\\\"\\\\\\u0007 \"", .string, .trimmed, "a\"\\\u{7}"),
            ("\"x\"", .string, .trimmed, "x"),
            ("\" on\"", .boolean, .trimmed(then: onOff), true),
            ("\" \"", .string, .trimmed(then: .emptyTextAsNull()), .null),
            ("\"1 2\"", .integer64, .trimmed, nil), ("\"\"", .integer64, .emptyTextAsNull(), .null),
            ("\" \"", .integer64, .emptyTextAsNull(), nil),
            ("\"7\"", .integer64, .emptyTextAsNull(), 7),
        ] as [(String, AttributeType, ValueTransform, Value?)])
    func `clean texts before another transform`(
        json: String, type: AttributeType, transform: ValueTransform, expected: Value?
    ) throws {
        try check(json, type, transform, expected)
    }

    @Test func `cannot write the text that stands for nil`() {
        #expect(
            written("", .string, using: .emptyTextAsNull())
                == "invalid: the empty text stands for nil in this attribute")
    }

    @Test(
        arguments: [
            (.identity, .date, "'identity' needs a type that payloads have a kind for"),
            (.base64, .url, "'base64' gives bytes or text"),
            (.unique, .dictionary, "'unique' gives arrays"),
            (.wrapped, .string, "'wrapped' gives arrays"),
            (.keyOfDictionary, .array, "'keyOfDictionary' gives dictionaries"),
            (
                .booleanWords(true: ["y"], false: ["n"]), .integer16,
                "'booleanWords(true: y, false: n)' gives truth values"
            ),
            (.enumeration(["a": "b"]), .integer16, "'enumeration(\"a\": \"b\")' gives text"),
            (.enumeration(of: Level.self), .double, "gives whole number"),
            (.number(), .string, "gives numbers"),
            (.trimmed(then: .isoDay), .string, "'trimmed(then: isoDay)' gives dates"),
            (
                .firstOf([.default, .isoDay]), .string,
                "'firstOf(default, isoDay)' is of no use: 'isoDay' gives dates"
            ),
            (.firstOf([]), .string, "there is nothing to try"),
            (.enumeration([:]), .string, "there are no cases"),
            (.enumeration(["a": 1, "a": 2]), .integer16, "a value stands for two others"),
            (.enumeration([["a"]: 1]), .integer16, "an array cannot stand in front"),
            (.booleanWords(true: [], false: ["n"]), .boolean, "there is no word for true"),
            (.booleanWords(true: ["N"], false: ["n"]), .boolean, "a word is there twice"),
            (.number(groupedBy: "."), .double, "one character cannot"),
            (.number(groupedBy: "0"), .double, "a digit or a minus cannot"),
            (.number(prefix: "No. 1"), .double, "the prefix and the suffix must not"),
            (.number(fractionDigits: -1), .double, "between 0 and 100 digits"),
            (.date(format: "yyyy", offset: 30), .date, "the offset is in seconds"),
            (.dotNetDate(offset: 86_400), .date, "the offset is in seconds"),
            (.trimmed(then: .date(format: "q")), .date, "date(q): 'q' is not supported"),
        ] as [(ValueTransform, AttributeType, String)])
    func `that cannot serve are problems of the plan`(
        transform: ValueTransform, type: AttributeType, message: String
    ) throws {
        let error = #expect(throws: MappingPlanError.self) {
            try convert("null", to: type, using: transform)
        }
        let problems = error?.problems ?? []
        #expect(problems.count == 1)
        #expect(problems.first?.code == .transform)
        #expect(problems.first?.message.contains(message) == true, "\(problems)")
    }

    /// Checks that reading gives a value, or an issue if there is none.
    private func check(
        _ json: String, _ type: AttributeType, _ transform: ValueTransform, _ expected: Value?
    ) throws {
        let outcome = try convert(json, to: type, using: transform)
        if let expected {
            #expect(outcome == .value(expected))
        } else {
            guard case .issue = outcome else {
                Issue.record("expected an issue, found \(outcome)")
                return
            }
        }
    }
}
