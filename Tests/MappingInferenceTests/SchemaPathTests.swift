import MappingInference
import ObjectGraph
import Testing

@Suite("Paths of schema nodes, and records by their form elsewhere")
struct SchemaPathTests {
    @Test(
        arguments: [
            ("statuses[].user", "statuses[].user[]", true), ("a.b", "a.b{}", true),
            ("self", "[]", true), ("a\\.b", "a.b", false), ("a[].b", "a.b", false),
            ("a\\[]", "a", false), ("a{}.b", "a[].b", false),
        ] as [(SchemaPath, SchemaPath, Bool)])
    func `paths are equal with and without collections at the end`(
        one: SchemaPath, two: SchemaPath, isEqual: Bool
    ) {
        #expect((one.object == two.object) == isEqual)
    }

    @Test func `a text of any kind is a path, which keeps its spelling`() {
        for text in ["", ".", "[", "]]", "\\", "{}{}", "a..b", "ü.\u{301}"] {
            #expect("\(SchemaPath(text))" == text)
        }
    }

    @Test func `an object of which there are lists elsewhere is a record`() throws {
        let single = #"{"id":1,"rule":{"value":"a","match":{"offset":1,"value":"x"}}}"#
        let several =
            #"{"id":2,"rule":{"value":"b","match":[{"offset":2,"value":"y"},"#
            + #"{"offset":3,"value":"z","match":{"offset":4,"value":"w"}}]}}"#
        let inferred = try Inferred("[\(single),\(several)]", named: "types.json")
        #expect(inferred.attributes("Match").sorted() == ["offset", "value"])
        let rows = try inferred.rows("Match", ["offset", "value"]).sorted()
        #expect(rows == ["1 x", "2 y", "3 z", "4 w"])
    }

    @Test func `a key without letters follows the name around it`() throws {
        let rows = (0..<3).map { #"{"code":"A\#($0)","name":"n\#($0)"}"# }.joined(separator: ",")
        let inferred = try Inferred(#"{"3166-1":[\#(rows)]}"#, named: "countries.json")
        #expect(inferred.mapping.entities.map(\.name) == ["Country31661"])
    }

    @Test func `members with one key are told`() throws {
        let inferred = try Inferred(#"[{"id":1,"a":1,"a":2},{"id":2,"a":3}]"#)
        #expect(
            inferred.mapping.limits == [
                "1 member with a key that their object has twice: the last value counts"
            ])
    }
}
