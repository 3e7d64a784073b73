import EntityMapper
import ObjectGraph
import TestSupport
import Testing

/// Sources that claim a destination only one of them can have: the newest has it.
@Suite("Competing sources of a connection")
struct CompetingSourceTests {
    @Test(arguments: StoreKind.allCases)
    func `a source that is inserted and deleted in one load gives its destination back`(
        kind: StoreKind
    ) throws {
        // Histories, seed 283: `lead` follows the key path `editor.articles`.
        let room = try Newsroom()
        let bench = try Workbench(kind, room.model)
        func load(_ page: Newsroom.Page, _ json: String) throws {
            let plan = try #require(room.plans[page])
            _ = try MappingOperation(plan).run(json, in: bench.container)
        }
        try load(.person, #"{"slug":"p1","id":1}"#)
        try load(.article, #"{"slug":"a1","author":1}"#)
        try load(.section, #"{"slug":"s1","id":1,"editor":1,"open":true,"title":"t"}"#)
        #expect(try bench.lines("Section", "lead.slug") == [#"["a1"]"#])
        try load(
            .section, #"[{"slug":"s2","id":2,"editor":1,"open":true,"title":"t","gone":true}]"#)
        #expect(try bench.lines("Section", "lead.slug") == [#"["a1"]"#])
    }
}
