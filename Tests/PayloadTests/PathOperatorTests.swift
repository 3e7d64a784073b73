import MercatorPayload
import Testing

@Suite("Paths across arrays, and their operators")
struct PathOperatorTests {
    /// A path and its result as JSON, or `nothing`.
    struct Row: Sendable, CustomTestStringConvertible {
        let path: PayloadPath
        let payload: String
        let json: String

        init(_ path: PayloadPath, in payload: String, gives json: String) {
            (self.path, self.payload, self.json) = (path, payload, json)
        }

        var testDescription: String { "\(path) in \(payload)" }
    }

    private static let nothing = "nothing"
    private static let lines =
        #"{"lines": [{"price": 1.10, "tag": "b"}, {"price": 2.2, "tag": "a"}, {"tag": null}, {}]}"#

    @Test(arguments: [
        Row("a.b", in: #"{"a": [{"b": 1}, {"c": 2}, {"b": null}]}"#, gives: "[1,null,null]"),
        Row("a.b", in: #"{"a": []}"#, gives: "[]"),
        Row("a.b", in: #"{"a": null}"#, gives: nothing),
        Row("a.b", in: #"{"a": [null, {"b": 1}]}"#, gives: "[null,1]"),
        Row("a.b", in: #"{"a": [1, {"b": 1}]}"#, gives: nothing),
        Row("a.b", in: #"{"a": 1}"#, gives: nothing),
        Row(
            "a.b.c", in: #"{"a": [{"b": [{"c": 1}, {"c": [2]}]}, {"b": {"c": {"d": 3}}}]}"#,
            gives: #"[[1,[2]],{"d":3}]"#),
        Row("lines.@count", in: lines, gives: "4"),
        Row("lines.price.@count", in: lines, gives: "4"),
        Row("lines.@sum.price", in: lines, gives: "3.3"),
        Row("lines.price.@sum", in: lines, gives: "3.3"),
        Row("lines.@avg.price", in: lines, gives: "1.65"),
        Row("lines.@min.price", in: lines, gives: "1.10"),
        Row("lines.@max.price", in: lines, gives: "2.2"),
        Row("lines.@min.tag", in: lines, gives: #""a""#),
        Row("lines.@max.tag", in: lines, gives: #""b""#),
        Row("lines.@first.tag", in: lines, gives: #""b""#),
        Row("lines.@last", in: lines, gives: "{}"),
        Row("lines.@last.tag", in: lines, gives: nothing),
        Row("lines.@sum.tag", in: lines, gives: nothing),
        Row("lines.@unionOfObjects.tag", in: lines, gives: #"["b","a"]"#),
        Row("@count", in: "[1, 2]", gives: "2"),
        Row("@sum", in: "[1, 2.5, null]", gives: "3.5"),
        Row("@sum", in: "[1e3, 1e-3]", gives: "1000.001"),
        Row("@sum", in: "[1e5, 1e5]", gives: "200000"),
        Row("@sum", in: "[-1e-3, 0.0005]", gives: "-0.0005"),
        Row("@sum", in: "[1e60, 1e60]", gives: "2e60"),
        Row("@sum", in: "[]", gives: "0"),
        Row("@avg", in: "[]", gives: nothing),
        Row("@min", in: "[]", gives: nothing),
        Row("@first", in: "[]", gives: nothing),
        Row("@max", in: #"[1, "a"]"#, gives: nothing),
        Row("@max", in: "[-3, 1e2, 99.5]", gives: "1e2"),
        Row("@min", in: "[-3, 0, -3.5]", gives: "-3.5"),
        Row("@avg", in: "[1, 1, 2]", gives: "1.333333333333333333333333333333"),
        Row("@count", in: "{}", gives: nothing),
        Row("@count", in: "null", gives: nothing),
        Row(
            "@distinctUnionOfObjects", in: #"[1, 1.0, "1", "1", [1], [1], true]"#,
            gives: #"[1,"1",[1],true]"#),
        Row("@unionOfArrays", in: "[[1, 2], [2, null], []]", gives: "[1,2,2]"),
        Row("@distinctUnionOfArrays", in: "[[1, 2], [2, 3]]", gives: "[1,2,3]"),
        Row("@unionOfArrays.x", in: #"[{"x": [1]}, {"x": [2]}]"#, gives: "[1,2]"),
        Row("@unionOfArrays", in: "[1]", gives: nothing),
        Row("@unionOfObjects.lines.@count", in: "[\(lines), \(lines)]", gives: "[4,4]"),
        Row(
            "@sum", in: "[99999999999999999999999999999999999999, 2]", gives: nothing),
        Row(
            "@sum", in: "[99999999999999999999999999999999999999, -1]",
            gives: "99999999999999999999999999999999999998"),
    ])
    func `a path gives a value, or nothing`(row: Row) throws {
        let value = try PayloadDocument(parsing: row.payload).root.value(at: row.path)
        let json = value.map { String(decoding: $0.jsonBytes(), as: UTF8.self) }
        #expect(json ?? Self.nothing == row.json)
    }

    @Test func `a value that was brought together can be read like any other`() throws {
        let document = try PayloadDocument(
            parsing: #"{"a": [{"b": {"c": [1, "x\n"]}}, {"b": []}]}"#)
        let list = try #require(document.root.value(at: "a.b"))
        #expect(list.kind == .array)
        #expect(list.count == 2)
        #expect(list[0]?["c"]?[1]?.string == "x\n")
        #expect(list[1]?.count == 0)
        #expect(list.value(at: "@first.c.@first")?.int64 == 1)
    }
}
