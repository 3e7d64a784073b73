import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import Testing

@Suite("Paths to plain values")
struct ObjectMappingPathTests {
    struct User: Sendable, Hashable {
        var id: Int?
        var name: String?
        var note: String?
        var city: String?
        var friends: [User] = []
        var friend: [User]?
    }

    /// Returns a mapping with its nested one, both of which a row of a table may change.
    private static func users(
        _ change: (inout ObjectMapping<User>) -> Void = { _ in }
    ) -> ObjectMapping<User> {
        var users = ObjectMapping(User())
        users.addAttributeMapping(from: "name", to: \.name)
        change(&users)
        return users
    }

    @Test(
        arguments: [
            ("AC-122", "@metadata.HTTP.request.URL", #"{"name": "B"}"#, "http://restkit.org/", []),
            (
                "AC-124", "@metadata.mapping.collectionIndex",
                #"{"name": "B", "friends": [{"name": "J"}]}"#, nil, ["0"]
            ),
            (
                "AC-125", "@metadata.mapping.collectionIndex",
                #"{"name": "B", "friends": [{}, {"name": "J"}, {"name": "K"}]}"#, nil,
                ["0", "1", "2"]
            ),
            (
                "rule 81", "@metadata.mapping.rootKeyPath",
                #"{"name": "B", "friends": [{"name": "J"}]}"#, "data", ["data"]
            ),
            ("rule 83", "@parent.name", #"{"name": "B", "friends": [{"name": "J"}]}"#, nil, ["B"]),
            ("rule 85", "@record.name", #"{"name": "B", "friends": [{"name": "J"}]}"#, "B", ["B"]),
            (
                "semantics 25", "@root.data.name", #"{"name": "B", "friends": [{"name": "J"}]}"#,
                "B", ["B"]
            ),
            ("operators", "scores.@sum", #"{"name": "B", "scores": [1, 2]}"#, "3", []),
            (
                "across arrays", "rooms.@last.name",
                #"{"name": "B", "rooms": [{"name": "1"}, {"name": "2"}]}"#, "2", []
            ),
        ] as [(String, PayloadPath, String, String?, [String?])])
    func `begin where they say`(
        id: String, path: PayloadPath, json: String, note: String?, friends: [String?]
    ) throws {
        let nested = Self.users { $0.addAttributeMapping(from: path, to: \.note) }
        let users = Self.users {
            $0.addAttributeMapping(from: path, to: \.note)
            $0.addRelationshipMapping(from: "friends", to: \.friends, using: nested)
        }
        var operation = ObjectMappingOperation(users)
        operation.metadata = ["HTTP": ["request": ["URL": "http://restkit.org/"]]]
        let result = try operation.run(#"{"data": \#(json)}"#.utf8, at: "data")
        #expect(result.first?.note == note)
        #expect(result.first?.friends.map(\.note) == friends)
    }

    @Test func `count the places of a list, not those of the list around`() throws {
        let index: PayloadPath = "@metadata.mapping.collectionIndex"
        struct Item: Sendable { var position: Int?; var next: [Item] = []; var only: Box? }
        struct Box: Sendable { var position: Int? = 7; var id = 0 }
        var boxes = ObjectMapping(Box())
        boxes.addAttributeMapping(from: index, to: \.position)
        boxes.addAttributeMapping(from: "id", to: \.id)
        var items = ObjectMapping(Item())
        items.addAttributeMapping(from: index, to: \.position)
        items.addRelationshipMapping(from: "only", to: \.only, using: boxes)
        let json = #"[{"only": {"id": 1}}, null, {"only": {"id": 2}}]"#
        let values = try items.run(json.utf8).values
        #expect(values.map(\.position) == [0, 1])
        // A to-one value is not in an array: nil, not the index of an enclosing array.
        #expect(values.map { $0.only?.position } == [nil, nil])
    }

    @Test func `lead to nested values from the metadata`() throws {
        let users = Self.users {
            $0.addRelationshipMapping(from: "@metadata.custom", to: \.friends, using: Self.users())
        }
        var operation = ObjectMappingOperation(users)
        operation.metadata = ["custom": ["name": "Valerio Mazzeo"]]
        let result = try operation.run(#"[{"name": "Blake Watters"}]"#.utf8)
        #expect(result.first?.friends.map(\.name) == ["Valerio Mazzeo"])
    }

    @Test func `see the objects on the way as parents`() throws {
        let nested = Self.users {
            $0.addAttributeMapping(from: "@parent.@parent.house.house_id", to: \.id)
            $0.addAttributeMapping(from: "@parent.kind", to: \.note)
        }
        let users = Self.users {
            $0.addRelationshipMapping(from: "people.friends", to: \.friends, using: nested)
        }
        let json = """
            {"name": "Blake Watters", "house": {"house_id": 34567},
             "people": {"kind": "old", "friends": [{"name": "Jeff Arena"}]}}
            """
        let friend = try #require(try users.run(json.utf8).first?.friends.first)
        #expect(friend.id == 34567)
        #expect(friend.note == "old")
    }

    @Test(arguments: [
        (
            "AC-136", #"{"users": {"blake": {"id": 31337}, "rachit": {"id": 7}}}"#,
            ["blake 31337 -", "rachit 7 -"]
        ),
        (
            "AC-137",
            #"{"users": {"blake": {"id": 1}, "rachit": {"id": 7, "friends": [{"name": "A"}]}}}"#,
            ["blake 1 -", "rachit 7 A"]
        ),
        ("SRC-13", #"{"users": {"john.doe": {"id": 1}}}"#, ["john.doe 1 -"]),
        ("empty", #"{"users": {}}"#, []),
        ("an array", #"{"users": [{"blake": {"id": 3}}]}"#, ["blake 3 -"]),
    ])
    func `may have the key of the representation as a step`(
        id: String, json: String, expected: [String]
    ) throws {
        var users = ObjectMapping(User())
        users.forcesCollectionMapping = true
        users.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
        users.addAttributeMapping(from: "(name).id", to: \.id)
        users.addRelationshipMapping(from: "{name}.friends", to: \.friends, using: Self.users())
        let result = try users.run(json.utf8, at: "users")
        #expect(result.issues.isEmpty)
        #expect(
            result.values.map {
                "\($0.name ?? "") \($0.id ?? 0) \($0.friends.first?.name ?? "-")"
            } == expected)
    }

    @Test func `with keys serve nested lists, into arrays and sets`() throws {
        struct Group: Sendable { var name = "", list: [User] = [], set: Set<User> = [] }
        var users = ObjectMapping(User())
        users.forcesCollectionMapping = true
        users.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
        users.addAttributeMapping(from: "{name}.id", to: \.id)
        var groups = ObjectMapping(Group())
        groups.addAttributeMapping(from: "name", to: \.name)
        groups.addRelationshipMapping(from: "users", to: \.list, using: users)
        groups.addRelationshipMapping(from: "users", to: \.set, using: users)
        let json = """
            [{"name": "restkit", "users": {"blake": {"id": 1}, "rachit": {"id": "x"}}},
             {"name": "others", "users": {"bjorn": {"id": 3}}}]
            """
        let result = try groups.run(json.utf8)
        #expect(result.values.map { $0.list.compactMap(\.name) } == [["blake"], ["bjorn"]])
        #expect(result.values.map { $0.set.compactMap(\.name) } == [["blake"], ["bjorn"]])
        // Both relationships contain the invalid value, and report its location in the payload.
        #expect(result.issues.map(\.path) == ["[0].users.rachit.id", "[0].users.rachit.id"])
    }

    @Test func `with a key need an object of one member`() throws {
        var users = ObjectMapping(User(), named: "User")
        users.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
        let issues = try users.run(#"{"a": 1, "b": 2}"#.utf8).issues
        #expect(
            issues.map(\.description) == [
                "User.name: expected an object with one member, found an object, "
                    + "at the top (line 1, column 1)"
            ])
    }

    @Test func `that lead out of a record are followed once on the way inwards`() throws {
        let users = Cycle.users
        let json = #"{"name": "A", "list": [{"name": "B"}]}"#
        let user = try #require(try users.run(json.utf8).first)
        #expect(user.friends.map(\.name) == ["B"])
        // B references the record, which contains B again; the recursion ends there.
        #expect(user.friends.first?.friend?.map(\.name) == ["A"])
        let inner = user.friends.first?.friend?.first?.friends.first
        #expect(inner?.name == "B")
        #expect(inner?.friend == nil)
    }

    private enum Cycle {
        static let users: ObjectMapping<User> = {
            var users = ObjectMapping(User())
            users.addAttributeMapping(from: "name", to: \.name)
            users.addRelationshipMapping(from: "list", to: \.friends, using: { inner })
            return users
        }()

        static let inner: ObjectMapping<User> = {
            var users = ObjectMapping(User(), named: "Inner")
            users.addAttributeMapping(from: "name", to: \.name)
            users.addRelationshipMapping(from: "@record", to: \.friend, using: { Self.users })
            return users
        }()
    }
}
