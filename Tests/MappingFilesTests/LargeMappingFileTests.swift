import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Files whose reading would take hours if it took time in the square of their size.
@Suite("Large mapping files", .endsInTime)
struct LargeMappingFileTests {
    private func text(_ entities: [String]) -> String {
        #"{"mercator": {"mapping": 1}, "roots": [{"at": "a", "entity": "E0"}], "entities": {"#
            + entities.joined(separator: ", ") + "}}"
    }

    private func problems(_ entities: [String]) -> [MappingFileError.Problem] {
        let error = #expect(throws: MappingFileError.self) {
            try MappingFile(parsing: text(entities))
        }
        return error?.problems ?? []
    }

    @Test func `a path of a hundred thousand steps is read`() throws {
        let path = String(repeating: "@parent.", count: 100_000) + "x"
        let file = try MappingFile(
            parsing: text([#""E0": {"attributes": {"x": {"type": "string", "from": "\#(path)"}}}"#])
        )
        let mapping = try #require(file.mappings.mappings.first?.attributeMappings.first)
        #expect(mapping.source.description == path)
    }

    @Test func `a long chain of parents is refused`() {
        let found = problems(
            [#""E0": {"attributes": {"x": {"type": "string", "from": "x"}}}"#]
                + (1..<6000).map { #""E\#($0)": {"parent": "E\#($0 - 1)"}"# })
        #expect(found.map(\.subject) == ["E1001"])
        #expect(found.first?.message.contains("at most 1000") == true)
    }

    @Test func `thousands of problems are listed`() {
        let found = problems(
            (0..<3000).map {
                #""E\#($0)": {"attributes": {"x": {"type": "strin", "from": "x"}}, "#
                    + #""relationships": {"y": {"to": "F\#($0)", "from": "y"}}}"#
            })
        #expect(found.count == 6000)
        #expect(found.last?.subject == "E2999.y")
    }

    @Test func `thousands of connections are ordered`() throws {
        let file = try MappingFile(
            parsing: text(
                (0..<3000).map {
                    #""E\#($0)": {"attributes": {"id": {"type": "integer64", "from": "id"}, "#
                        + #""k": {"type": "integer64", "from": "k"}}, "connections": {"#
                        + #""up": {"by": {"k": "id"}, "to": "E\#(max(0, $0 - 1))"}}}"#
                }))
        #expect(try file.plan().mappings.mappings.count == 3000)
    }
}
