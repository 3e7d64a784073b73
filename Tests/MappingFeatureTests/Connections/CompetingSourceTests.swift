import EntityMapper
import MercatorPayload
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

    @Test(arguments: StoreKind.allCases)
    func `a stored source that is deleted leaves its destination by key path to the next`(
        kind: StoreKind
    ) throws {
        // Random connections, seed 805.
        let attributes: [AttributeDescription] = [.init("n", .integer64), .init("gone", .boolean)]
        let model = try ManagedObjectModel([
            EntityDescription(
                "Source", attributes: attributes + [.init("key", .integer64)],
                relationships: [
                    .toOne("main", "Target"), .toMany("far", "Target", inverse: "farBack"),
                ]),
            EntityDescription(
                "Target", attributes: attributes,
                relationships: [
                    .toOne("next", "Target"), .toOne("farBack", "Source", inverse: "far"),
                ]),
        ])
        let source = try model.mapping(
            "Source", identifiedBy: ["n"], ["n": "n", "key": "key", "gone": "gone"]
        ) {
            $0.deletionPredicate = .attribute("gone") == true
            $0.addConnection(for: "main", connectedBy: ["key": "n"])
            $0.addConnection(for: "far", keyPath: "main.next")
        }
        let target = try model.mapping("Target", identifiedBy: ["n"], ["n": "n"]) {
            $0.addRelationshipMapping(from: "next", to: "next", using: "Target")
        }
        let bench = try Workbench(kind, model)
        let set = MappingSet([source, target], roots: ["sources": "Source", "targets": "Target"])
        try bench.load(
            #"{"targets": [{"n": 1, "next": {"n": 2}}], "sources": [{"n": 1, "key": 1}]}"#, set)
        try bench.load(#"{"sources": [{"n": 2, "key": 1}]}"#, set)
        #expect(try bench.lines("Source", "n", "far.n") == ["1 | []", "2 | [2]"])
        try bench.load(#"{"sources": [{"n": 2, "key": 1, "gone": true}]}"#, set)
        #expect(try bench.lines("Source", "n", "far.n") == ["1 | [2]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a symmetric link ends with the only claim to it`(kind: StoreKind) throws {
        // Random connections, seed 898.
        let model = try ManagedObjectModel([
            EntityDescription(
                "Person",
                attributes: [
                    .init("n", .integer64), .init("friend", .integer64),
                    .init("isActive", .boolean),
                ],
                relationships: [.toMany("friends", "Person", inverse: "friends")])
        ])
        let person = try model.mapping(
            "Person", identifiedBy: ["n"], ["n": "n", "friend": "friend", "active": "isActive"]
        ) {
            $0.addConnection(
                ConnectionDescription(
                    entity: "Person", relationship: "friends", connectedBy: ["friend": "n"],
                    sourcePredicate: .attribute("isActive") == true, onMissing: .clear))
        }
        let bench = try Workbench(kind, model)
        try bench.load(
            #"[{"n": 1, "friend": 2, "active": true}, {"n": 2, "active": true}]"#, person)
        #expect(try bench.lines("Person", "friends.n") == ["[2]", "[1]"])
        try bench.load(#"{"n": 1, "active": false}"#, person)
        #expect(try bench.lines("Person", "friends.n") == ["[]", "[]"])
        #expect(try ConnectionOperation().run(in: bench.container).cleared == 0)
    }
}
