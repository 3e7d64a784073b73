import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Keys of representations")
struct MappingRepresentationKeyTests {
    private static let users = """
        {"users": {"blake": {"id": 31337, "website": "http://restkit.org/"},
                   "rachit": {"id": 7, "address": {"city": "New York", "state": "NY"}}}}
        """

    @Sendable private static func byKey(
        _ model: ManagedObjectModel, root: PayloadPath, forces: Bool = true,
        _ paths: KeyValuePairs<PayloadPath, String> = ["(name).id": "userID"]
    ) throws -> MappingSet {
        let user = try model.mapping("User") {
            $0.forcesCollectionMapping = forces
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
            $0.addAttributeMappings(paths)
            $0.addRelationshipMapping(from: "{name}.address", to: "address", using: "Address")
        }
        let address = try model.mapping(
            "Address",
            [
                "city": "city", "@parent.id": "addressID",
                "@parent.@parent.rachit.address.state": "owner",
            ])
        return MappingSet([user, address], roots: [root: "User"])
    }

    private static let rows: [CatalogueRow] = [
        CatalogueRow(
            "AC-136", users, ["User", "name", "userID"], [#""blake" | 31337"#, #""rachit" | 7"#]
        ) { try byKey($0, root: "users") },
        CatalogueRow(
            "AC-137", users, ["User", "name", "address.city"],
            [#""blake" | []"#, #""rachit" | ["New York"]"#]
        ) { try byKey($0, root: "users") },
        CatalogueRow(
            "AC-140", #"{"Blake": {"id": "12345"}}"#, ["User", "name", "userID"],
            [#""Blake" | 12345"#]
        ) { try byKey($0, root: .root, forces: false) },
        CatalogueRow(
            "SRC-13", #"{"john.doe": {"id": 1}, "": {"id": 2}}"#, ["User", "name", "userID"],
            [#""john.doe" | 1"#, #""" | 2"#]
        ) { try byKey($0, root: .root) },
        CatalogueRow(
            "rule 90: lists and null under keys", #"{"b": [2, 3], "c": null}"#,
            ["User", "name", "interests", "luckyNumber"],
            [#""b" | [2, 3] | 2"#, #""c" | nil | nil"#]
        ) { model in
            let user = try model.mapping("User") {
                $0.forcesCollectionMapping = true
                $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
                $0.addAttributeMapping(from: "{name}", to: "interests")
                $0.addAttributeMapping(from: "{name}.@count", to: "luckyNumber")
            }
            return MappingSet([user], roots: [.root: "User"])
        },
        CatalogueRow(
            "a list where an object may stand for one", #"[{"a": {"id": 1}}, {"b": {"id": 2}}]"#,
            ["User", "name", "userID"], [#""a" | 1"#, #""b" | 2"#]
        ) { try byKey($0, root: .root) },
        CatalogueRow(
            "AC-138", #"{"name": "G", "users": {"a": {"id": 1}, "b": {"id": 2}}}"#,
            ["User", "name", "friends.name", "friends.userID"],
            [#""G" | ["a","b"] | [1,2]"#, #""a" | [] | []"#, #""b" | [] | []"#]
        ) { model in
            var group = try model.mapping("User", ["name": "name"]) {
                $0.addRelationshipMapping(from: "users", to: "friends", using: "User")
            }
            group.name = "Group"
            var set = try byKey(model, root: "nowhere")
            set.add(group)
            return MappingSet(set.mappings, roots: [.root: "Group"])
        },
        CatalogueRow(
            "a key with escapes, further inside",
            #"{"users": {"a\"b": {"id": 1, "who": {"a\"b": 5}}}}"#,
            ["User", "name", "luckyNumber"], [#""a"b" | 5"#]
        ) { try byKey($0, root: "users", ["{name}.who.{name}": "luckyNumber"]) },
    ]

    @Test(arguments: StoreKind.allCases, rows)
    func `a key is a value and a step`(kind: StoreKind, row: CatalogueRow) throws {
        let bench = try Workbench(kind, Users.model())
        #expect(try row.run(bench).issues.map(\.description) == [])
        let answer = try row.answer(bench)
        #expect(answer == row.answer)
    }

    @Test(arguments: StoreKind.allCases)
    func `the parents of what lies under a key are its value and its entry`(kind: StoreKind) throws
    {
        let bench = try Workbench(kind, Users.model())
        try bench.load(Self.users, Self.byKey(bench.container.model, root: "users"))
        #expect(try bench.lines("Address", "addressID", "owner") == [#"7 | "NY""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a key identifies an object`(kind: StoreKind) throws {
        // The stored object is found by the key.
        let model = try Users.model()
        let bench = try Workbench(kind, model)
        try bench.insert("User", ["name": "blake", "luckyNumber": 5])
        var user = try model.mapping("User") {
            $0.forcesCollectionMapping = true
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
            $0.addAttributeMapping(from: "{name}.id", to: "userID")
        }
        user.identificationAttributes = ["name"]
        let mappings = MappingSet([user], roots: ["users": "User"])
        #expect(try bench.load(Self.users, mappings).total.inserted == 1)
        #expect(try bench.load(Self.users, mappings).total.unchanged == 2)
        #expect(
            try bench.lines("User", "name", "userID", "luckyNumber")
                == [#""blake" | 31337 | 5"#, #""rachit" | 7 | nil"#])
    }

    @Test(arguments: [
        (#"{"a": {"id": 1}, "b": {"id": 2}}"#, "an object"), ("{}", "an object"), ("5", "number"),
    ])
    func `a representation must have one key`(row: (json: String, found: String)) throws {
        // No arbitrary key is chosen.
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try Self.byKey(bench.container.model, root: .root, forces: false)
        let result = try bench.load(row.json, mappings)
        #expect(result.total.inserted == 0)
        #expect(result.issues.count == 1)
        #expect(result.issues.first?.found == row.found)
    }

    @Test func `issues inside entries have the place in the payload`() throws {
        let bench = try Workbench(.inMemory, Users.model())
        let result = try bench.load(
            #"{"users": {"blake": {"id": "x"}, "rachit": 5}}"#,
            Self.byKey(bench.container.model, root: "users"))
        #expect(
            result.issues.map(\.description) == [
                "User.userID: expected whole number, found text that is not one, "
                    + "at users.blake.id (line 1, column 28)",
                "User.userID: expected an object, found number, at users.rachit (line 1, column 44)",
                "User.address: expected an object, found number, at users.rachit (line 1, column 44)",
            ])
    }
}
