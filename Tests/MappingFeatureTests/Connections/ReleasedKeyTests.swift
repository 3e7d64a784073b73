import EntityMapper
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

/// Keys that an earlier plan required to be unique, and the current one does not.
@Suite("Keys that are no longer unique")
struct ReleasedKeyTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Tag",
                attributes: [
                    .init("tagID", .integer64), .init("name", .string), .init("place", .string),
                ]),
            EntityDescription("Topic", parent: "Tag"),
            EntityDescription("User", attributes: [.init("userID", .integer64)]),
        ])
    }

    private func mapping(
        _ entity: String = "Tag", by names: [String]?,
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> EntityMapping {
        try model.mapping(
            entity, identifiedBy: names, ["id": "tagID", "name": "name", "place": "place"], change)
    }

    private let pair = #"[{"id":2,"name":"x","place":"p"},{"id":3,"name":"x","place":"p"}]"#

    @Test(arguments: StoreKind.allCases, [["name"], ["name", "place"]])
    func `another identity releases the keys of the earlier one`(
        kind: StoreKind, names: [String]
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"[{"id":1,"name":"x","place":"p"}]"#, mapping(by: names))
        let result = try bench.load(pair, mapping(by: ["tagID"]))
        #expect(result.total.inserted == 2)
        #expect(try bench.lines("Tag", "tagID") == ["1", "2", "3"])
        #expect(try bench.load(pair, mapping(by: ["tagID"])).total.unchanged == 2)
        // The new identity is still unique.
        let error: StoreError? = caught { try bench.insert("Tag", ["tagID": 3]) }
        #expect(error?.code == .uniqueness)
        if kind == .sqlite { #expect(try bench.container.checkIntegrity().isClean) }
        // The earlier plan finds several objects, and reports that.
        let ambiguous = try bench.load(#"[{"id":9,"name":"x","place":"p"}]"#, mapping(by: names))
        #expect(ambiguous.issues.map(\.code) == [.ambiguousIdentity])
        #expect(try bench.lines("Tag", "tagID") == ["9", "2", "3"])
    }

    @Test(arguments: StoreKind.allCases)
    func `no identity, a condition and a sub-entity release them as well`(kind: StoreKind) throws {
        let others = [
            try mapping(by: nil), try mapping("Topic", by: nil),
            try mapping("Topic", by: ["tagID"]),
            try mapping(by: ["name"]) { $0.identificationPredicate = .attribute("place") == "q" },
        ]
        for other in others {
            let bench = try Workbench(kind, model)
            try bench.load(#"[{"id":1,"name":"x","place":"p"}]"#, mapping(by: ["name"]))
            for _ in 0..<2 { try bench.load(#"[{"id":2,"name":"x","place":"r"}]"#, other) }
            #expect(try bench.lines("Tag", "name").count >= 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `programs and loads of other entities do not release them`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"[{"id":1,"name":"x"}]"#, mapping(by: ["name"]))
        let error: StoreError? = caught { try bench.insert("Tag", ["name": "x"]) }
        #expect(error?.code == .uniqueness)
        let users = try model.mapping("User", identifiedBy: ["userID"], ["id": "userID"]) {
            $0.didMap = MappingHook("tag") { user, _ in
                user.context.insert("Tag")["name"] = "x"
            }
        }
        #expect(throws: (any Error).self) { try bench.load(#"{"id":1}"#, users) }
        #expect(try bench.lines("Tag", "name") == [#""x""#])
        #expect(try bench.lines("User", "userID") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `a load that fails for another key releases nothing`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"[{"id":1,"name":"x"},{"id":5,"name":"y"}]"#, mapping(by: ["name"]))
        try bench.load(#"[{"id":5,"name":"y"}]"#, mapping(by: ["tagID"]))
        // The hook contradicts the identity that this load requires, and the earlier one.
        let failing = try mapping(by: ["tagID"]) {
            $0.didMap = MappingHook("tag") { tag, _ in
                let other = tag.context.insert("Tag")
                other["tagID"] = 5
                other["name"] = "x"
            }
        }
        #expect(throws: (any Error).self) { try bench.load(#"[{"id":2,"name":"x"}]"#, failing) }
        #expect(try bench.lines("Tag", "tagID") == ["1", "5"])
        let error: StoreError? = caught { try bench.insert("Tag", ["name": "x"]) }
        #expect(error?.code == .uniqueness)
    }

    @Test(arguments: StoreKind.allCases)
    func `several keys are released in one load`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"[{"id":1,"name":"x","place":"p"}]"#, mapping(by: ["name"]))
        try bench.load(#"[{"id":1,"name":"x","place":"p"}]"#, mapping(by: ["place"]))
        #expect(try bench.load(pair, mapping(by: ["tagID"])).total.inserted == 2)
        #expect(try bench.lines("Tag", "tagID") == ["1", "2", "3"])
    }
}
