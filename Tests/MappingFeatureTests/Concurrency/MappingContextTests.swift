import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Paths from around a representation")
struct MappingContextTests {
    /// Returns mappings of users with some attributes, by default at the top of the payload.
    @Sendable static func users(
        _ model: ManagedObjectModel, _ attributes: KeyValuePairs<PayloadPath, String>,
        root: PayloadPath = .root, _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        try MappingSet(
            [
                model.mapping("User", attributes, change),
                model.mapping("Coordinate", ["latitude": "latitude", "longitude": "longitude"]),
                model.mapping("Address", ["city": "city", "state": "state"]),
            ], roots: [root: "User"])
    }

    private static let metadata: [CatalogueRow] = [
        CatalogueRow(
            "AC-122", #"{"name": "Blake"}"#,
            metadata: [
                "HTTP": .dictionary(["request": .dictionary(["URL": "http://restkit.org"])])
            ],
            ["User", "name", "website"], [#""Blake" | "http://restkit.org""#]
        ) { try users($0, ["name": "name", "@metadata.HTTP.request.URL": "website"]) },
        CatalogueRow(
            "AC-124", #"{"name": "Blake", "friends": [{"name": "Jeff"}, {"name": "Joe"}]}"#,
            ["User", "name", "userID"], [#""Blake" | nil"#, #""Jeff" | 0"#, #""Joe" | 1"#]
        ) {
            try users(
                $0, ["name": "name", "@metadata.mapping.collectionIndex": "userID"]
            ) { $0.addRelationshipMapping(from: "friends", to: "friends", using: "User") }
        },
        CatalogueRow(
            "AC-125", #"[{"name": "A"}, {"name": "B"}, {"name": "C"}, {"name": "D"}]"#,
            ["User", "name", "position"], [#""A" | 0"#, #""B" | 1"#, #""C" | 2"#, #""D" | 3"#]
        ) { try users($0, ["name": "name", "@metadata.mapping.collectionIndex": "position"]) },
        CatalogueRow(
            "the engine's metadata and the caller's under one key", #"[{"name": "A"}]"#,
            metadata: ["mapping": .dictionary(["collectionIndex": 25, "page": 3])],
            ["User", "position", "luckyNumber"], ["0 | 3"]
        ) {
            try users(
                $0,
                [
                    "@metadata.mapping.collectionIndex": "position",
                    "@metadata.mapping.page": "luckyNumber", "name": "name",
                ])
        },
        CatalogueRow(
            "AC-127", #"[{"name": "Blake"}]"#,
            metadata: ["custom": .dictionary(["name": "Valerio"])],
            ["User", "name", "friends.name"], [#""Blake" | ["Valerio"]"#, #""Valerio" | []"#]
        ) {
            try users($0, ["name": "name"]) {
                $0.addRelationshipMapping(
                    from: "@metadata.custom", to: "friends", using: "User")
            }
        },
        CatalogueRow(
            "AC-128", #"{"name": "Blake", "friend": {"name": "jeff"}}"#,
            metadata: ["mapping": .dictionary(["collectionIndex": 25])],
            ["User", "name", "luckyNumber"], [#""Blake" | 25"#, #""jeff" | nil"#]
        ) {
            try users(
                $0, ["name": "name", "@metadata.mapping.collectionIndex": "luckyNumber"]
            ) { $0.addRelationshipMapping(from: "friend", to: "friend", using: "User") }
        },
        CatalogueRow(
            "rule 81: the root key path", #"{"data": {"users": [{"name": "A"}]}}"#,
            ["User", "name"], [#""data.users""#]
        ) {
            try users($0, ["@metadata.mapping.rootKeyPath": "name"], root: "data.users")
        },
        CatalogueRow(
            "rule 82: the object around",
            #"{"name": "A", "house": "7", "friends": [{"name": "B"}]}"#,
            ["User", "name", "houseID", "luckyNumber"],
            [#""A" | 7 | nil"#, #""B" | nil | 7"#]
        ) {
            try users(
                $0,
                [
                    "name": "name", "house": "houseID",
                    "@metadata.mapping.parentObject.houseID": "luckyNumber",
                ]
            ) { $0.addRelationshipMapping(from: "friends", to: "friends", using: "User") }
        },
        CatalogueRow(
            "all metadata at once", #"[{"name": "A"}]"#, metadata: ["page": 2],
            ["User", "source"], ["{mapping: {collectionIndex: 0, rootKeyPath: nil}, page: 2}"]
        ) { try users($0, ["name": "name", "@metadata": "source"]) },
    ]

    private static let around: [CatalogueRow] = [
        CatalogueRow(
            "AC-129",
            #"{"name": "Blake", "house_id": 12345, "friends": [{"name": "Jeff"}]}"#,
            ["User", "name", "houseID"], [#""Blake" | nil"#, #""Jeff" | 12345"#]
        ) {
            try users($0, ["name": "name", "@parent.house_id": "houseID"]) {
                $0.addRelationshipMapping(from: "friends", to: "friends", using: "User")
            }
        },
        CatalogueRow(
            "AC-130",
            #"{"name": "B", "house": {"house_id": 34567}, "people": {"n": 1, "friends": [{"name": "J"}]}}"#,
            ["User", "name", "houseID", "luckyNumber"],
            [#""B" | nil | nil"#, #""J" | 34567 | 1"#]
        ) {
            try users(
                $0,
                [
                    "name": "name", "@parent.@parent.house.house_id": "houseID",
                    "@parent.n": "luckyNumber",
                ]
            ) { $0.addRelationshipMapping(from: "people.friends", to: "friends", using: "User") }
        },
        CatalogueRow(
            "AC-131",
            #"[{"name": "B", "house_id": 45678, "people": {"friends": [{"name": "J"}]}}]"#,
            ["User", "name", "houseID"], [#""B" | 45678"#, #""J" | 45678"#]
        ) {
            try users($0, ["name": "name", "@record.house_id": "houseID"]) {
                $0.addRelationshipMapping(from: "people.friends", to: "friends", using: "User")
            }
        },
        CatalogueRow(
            "the top of the document", #"{"page": 4, "users": [{"name": "A"}, {"name": "B"}]}"#,
            ["User", "name", "luckyNumber"], [#""A" | 4"#, #""B" | 4"#]
        ) { try users($0, ["name": "name", "@root.page": "luckyNumber"], root: "users") },
        CatalogueRow(
            "parents across arrays",
            #"{"name": "A", "groups": [{"n": 1, "users": [{"name": "B"}]}, {"n": 2, "users": {"name": "C"}}]}"#,
            ["User", "name", "luckyNumber", "friends.name", "position"],
            [#""A" | nil | ["B","C"] | nil"#, #""B" | 1 | [] | 0"#, #""C" | 2 | [] | 1"#]
        ) {
            try users(
                $0,
                [
                    "name": "name", "@parent.n": "luckyNumber",
                    "@metadata.mapping.collectionIndex": "position",
                ]
            ) { $0.addRelationshipMapping(from: "groups.users", to: "friends", using: "User") }
        },
        CatalogueRow(
            "bare contexts", #"{"name": "A", "friend": {"name": "B"}}"#,
            ["User", "name", "source"],
            [#""A" | nil"#, #""B" | {friend: {name: "B"}, name: "A"}"#]
        ) {
            try users($0, ["name": "name", "@parent": "source"]) {
                $0.addRelationshipMapping(from: "friend", to: "friend", using: "User")
            }
        },
        CatalogueRow(
            "what is around, as a relationship",
            #"{"owner": {"city": "X"}, "users": [{"name": "A"}]}"#,
            ["User", "name", "address.city"], [#""A" | ["X"]"#]
        ) {
            try users($0, ["name": "name"], root: "users") {
                $0.addRelationshipMapping(from: "@root.owner", to: "address", using: "Address")
            }
        },
        CatalogueRow(
            "what is around leads back once only", #"{"name": "A", "friends": [{"name": "B"}]}"#,
            ["User", "name", "friend.name"],
            [#""A" | []"#, #""B" | ["A"]"#, #""A" | []"#, #""B" | []"#]
        ) {
            try users($0, ["name": "name"]) {
                $0.addRelationshipMapping(from: "friends", to: "friends", using: "User")
                $0.addRelationshipMapping(from: "@parent", to: "friend", using: "User")
            }
        },
    ]

    private static let shapes: [CatalogueRow] = [
        CatalogueRow(
            "AC-103", #"{"name": "Blake", "latitude": 125.55, "longitude": 200.5}"#,
            ["User", "name", "coordinate.latitude", "coordinate.longitude"],
            [#""Blake" | [125.55] | [200.5]"#]
        ) {
            try users($0, ["name": "name"]) {
                $0.addRelationshipMapping(from: "self", to: "coordinate", using: "Coordinate")
            }
        },
        CatalogueRow(
            "AC-104", #"{"name": "Blake"}"#, ["User", "name", "coordinate.latitude"],
            [#""Blake" | []"#]
        ) {
            try users($0, ["name": "name"]) {
                $0.addRelationshipMapping(from: .root, to: "coordinate", using: "Coordinate")
            }
        },
        CatalogueRow(
            "rule 84: the parent of an aggregated object", #"{"city": "X", "name": "A"}"#,
            ["Address", "city", "owner"], [#""X" | "A""#]
        ) { model in
            let user = try model.mapping("User", ["name": "name"]) {
                $0.addRelationshipMapping(from: "", to: "address", using: "Address")
            }
            let address = try model.mapping("Address", ["city": "city", "@parent.name": "owner"])
            return MappingSet([user, address], roots: [.root: "User"])
        },
        CatalogueRow(
            "AC-110",
            #"{"name": "T", "mediaGroups": [{"contents": [{"name": "a"}]}, {"contents": [{"name": "b"}]}]}"#,
            ["User", "name", "friends.name"], [#""T" | ["a","b"]"#, #""a" | []"#, #""b" | []"#]
        ) {
            try users($0, ["name": "name"]) {
                $0.addRelationshipMapping(
                    from: "mediaGroups.contents", to: "friends", using: "User")
            }
        },
        CatalogueRow(
            "AC-193", #"[{"human": {"name": "A"}}, {"human": {"name": "B"}}, {}]"#,
            ["User", "name"], [#""A""#, #""B""#]
        ) { try users($0, ["name": "name"], root: "human") },
        CatalogueRow(
            "operators in attributes and relationships",
            #"{"name": "A", "lines": [{"n": 1.5, "f": {"name": "B"}}, {"n": 2, "f": {"name": "C"}}]}"#,
            ["User", "name", "total", "luckyNumber", "interests", "friend.name"],
            [
                #""A" | 3.5 | 2 | [1.5, 2] | ["C"]"#, #""C" | nil | nil | nil | []"#,
            ]
        ) {
            try users(
                $0,
                [
                    "name": "name", "lines.@sum.n": "total", "lines.@count": "luckyNumber",
                    "lines.n": "interests",
                ]
            ) { $0.addRelationshipMapping(from: "lines.@last.f", to: "friend", using: "User") }
        },
        CatalogueRow(
            "one source for several attributes", #"{"n": 7}"#, ["User", "userID", "luckyNumber"],
            ["7 | 7"]
        ) { try users($0, ["n": "userID", "self.n": "luckyNumber"]) },
        CatalogueRow(
            "keys with points, at signs and parentheses",
            #"{"a.b": 1, "@id": 2, "price (USD)": 3, "self": 4}"#,
            ["User", "userID", "luckyNumber", "houseID", "position"], ["1 | 2 | 3 | 4"]
        ) {
            try users(
                $0,
                [
                    #"a\.b"#: "userID", #""@id""#: "luckyNumber", #""price (USD)""#: "houseID",
                    #"\self"#: "position",
                ])
        },
    ]

    @Test(arguments: StoreKind.allCases, metadata + around + shapes)
    func `a path finds its value`(kind: StoreKind, row: CatalogueRow) throws {
        let bench = try Workbench(kind, Users.model())
        let result = try row.run(bench)
        #expect(result.issues.map(\.description) == [])
        let answer = try row.answer(bench)
        #expect(answer == row.answer)
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            ("@root.house_id", #"[{"name": "J"}]"#), ("@parent.house_id", #"[{"name": "J"}]"#),
            ("@metadata.mapping.parentObject.houseID", #"[{"name": "J"}]"#),
        ])
    func `a path from around identifies objects`(
        kind: StoreKind, row: (path: PayloadPath, friends: String)
    ) throws {
        // Of two stored users with the same name, the one of the
        // right house is found.
        let model = try Users.model()
        let bench = try Workbench(kind, model)
        try bench.insert("User", ["name": "J", "houseID": 99999])
        try bench.insert("User", ["name": "J", "houseID": 12345, "luckyNumber": 1])
        var blake = try model.mapping("User", ["name": "name", "house_id": "houseID"])
        blake.name = "Blake"
        blake.addRelationshipMapping(from: "friends", to: "friends", using: "Friend")
        var friend = try model.mapping(
            "User", identifiedBy: ["name", "houseID"], ["name": "name", row.path: "houseID"])
        friend.name = "Friend"
        let result = try bench.load(
            #"{"name": "Blake", "house_id": 12345, "friends": \#(row.friends)}"#,
            MappingSet([blake, friend], roots: [.root: "Blake"]))
        #expect(result.issueCount == 0)
        #expect(result.total.inserted == 1)
        #expect(try bench.lines("User", "name", "friends.luckyNumber").last == #""Blake" | [1]"#)
    }
}
