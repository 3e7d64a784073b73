import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import Testing

@Suite("Nested plain values")
struct ObjectMappingRelationshipTests {
    private static let addresses = {
        var addresses = ObjectMapping { PlainAddress() }
        addresses.addAttributeMapping(from: "id", to: \.addressID)
        addresses.addAttributeMapping(from: "city", to: \.city)
        return addresses
    }()

    private static let users: ObjectMapping<PlainUser> = {
        var users = ObjectMapping { PlainUser() }
        users.addAttributeMapping(from: "id", to: \.userID)
        users.addAttributeMapping(from: "name", to: \.name)
        users.addRelationshipMapping(from: "address", to: \.address, using: addresses)
        users.addRelationshipMapping(from: "friend", to: \.friend, using: { Self.users })
        users.addRelationshipMapping(from: "friends", to: \.friends, using: { Self.users })
        users.addRelationshipMapping(from: "pals", to: \.pals, using: { Self.users })
        return users
    }()

    private static let texts = {
        var texts = ObjectMapping("", named: "Text")
        texts.addAttributeMapping(from: "", to: \.self)
        return texts
    }()

    private func map(
        _ json: String, into user: PlainUser = PlainUser(),
        _ change: (inout ObjectMapping<PlainUser>) -> Void = { _ in }
    ) throws -> (user: PlainUser, issues: [MappingIssue]) {
        var users = Self.users
        change(&users)
        let result = try ObjectMappingOperation(users)
            .run(PayloadDocument(parsing: json), into: user)
        return (result.first ?? user, result.issues)
    }

    @Test(
        arguments: [
            ("AC-091", #"{"name": "Blake", "address": {"city": "Carrboro"}}"#, "Carrboro", []),
            (
                "AC-094", #"{"friends": [{"name": "Jeremy"}, {"name": "Rachit"}]}"#, nil,
                ["Jeremy", "Rachit"]
            ),
            ("AC-092", #"{"friends": {"name": "Jeremy"}}"#, nil, ["Jeremy"]),
            ("SRC-02", #"{"friends": [null, {"name": "A"}]}"#, nil, ["A"]),
            ("rule 120", #"{"friends": []}"#, nil, []),
            (
                "rule 136", #"{"friends": [{"name": "A", "friends": [{"name": "B"}]}]}"#, nil,
                ["A(B)"]
            ),
        ] as [(String, String, String?, [String])])
    func `are made for each nested representation`(
        id: String, json: String, city: String?, friends: [String]
    ) throws {
        let (user, issues) = try map(json)
        #expect(issues.isEmpty)
        #expect(user.address?.city == city)
        #expect(user.friends.map(\.tree) == friends)
    }

    @Test func `may be scalars, a single one for a set as well`() throws {
        let (user, _) = try map(#"{"tags": "Jeff"}"#) {
            $0.addRelationshipMapping(from: "tags", to: \.tags, using: Self.texts)
        }
        #expect(user.tags == ["Jeff"])
        let (other, _) = try map(#"{"tags": [1, "b", null]}"#) {
            $0.addRelationshipMapping(from: "tags", to: \.tags, using: Self.texts)
        }
        #expect(other.tags == ["1", "b"])
    }

    @Test func `that are equal stay, and are updated`() throws {
        let user = PlainUser(userID: 1, name: "Blake")
        let address = PlainAddress(1234)
        user.address = address
        let friends = [PlainUser(userID: 2, name: "B"), PlainUser(userID: 3, name: "C")]
        user.friends = friends
        let count = user.sets.count
        _ = try map(
            """
            {"id": 1, "address": {"id": 1234, "city": "Carrboro"},
             "friends": [{"id": 2, "name": "Bea"}, {"id": 3, "name": "C"}]}
            """, into: user)
        #expect(user.sets.count == count)
        #expect(user.address === address)
        #expect(address.city == "Carrboro")
        #expect(zip(user.friends, friends).allSatisfy { $0 === $1 })
        #expect(friends.map(\.name) == ["Bea", "C"])
        _ = try map(#"{"friends": [{"id": 3}, {"id": 2}]}"#, into: user)
        #expect(zip(user.friends, friends.reversed()).allSatisfy { $0 === $1 })
        #expect(user.sets.count == count + 1)
    }

    @Test(arguments: [
        ("rule 119", #"{"address": null, "friends": null, "pals": null}"#, false, true),
        ("rule 117", #"{"name": "Blake"}"#, false, false),
        ("AC-100", #"{"name": "Blake"}"#, true, true),
    ])
    func `are cleared by null, and on request by absence`(
        id: String, json: String, assignsNil: Bool, isCleared: Bool
    ) throws {
        let user = PlainUser(name: "Blake")
        (user.address, user.friends, user.pals) = (PlainAddress(1), [PlainUser()], [PlainUser()])
        _ = try map(json, into: user) { $0.assignsNilForMissingRelationships = assignsNil }
        #expect((user.address == nil) == isCleared)
        #expect(user.friends.isEmpty == isCleared)
        #expect((user.pals == nil) == isCleared)
    }

    @Test func `that are not there are not cleared again`() throws {
        let user = PlainUser()
        _ = try map(#"{"id": 1}"#, into: user) { $0.assignsNilForMissingRelationships = true }
        #expect(user.sets.isEmpty)
    }

    @Test(
        arguments: [
            (
                "AC-103", #"{"name": "Blake", "latitude": 125.55, "longitude": 200.5}"#,
                [125.55, 200.5]
            ),
            ("AC-104", #"{"name": "Blake"}"#, nil),
        ] as [(String, String, [Double]?)])
    func `may come from the representation itself`(
        id: String, json: String, expected: [Double]?
    ) throws {
        struct Coordinate: Sendable, Equatable { var latitude = 0.0, longitude = 0.0 }
        struct Place: Sendable { var name = ""; var coordinate: Coordinate? }
        var coordinates = ObjectMapping(Coordinate())
        coordinates.addAttributeMapping(from: "latitude", to: \.latitude)
        coordinates.addAttributeMapping(from: "longitude", to: \.longitude)
        var places = ObjectMapping(Place())
        places.addAttributeMapping(from: "name", to: \.name)
        places.addRelationshipMapping(from: "", to: \.coordinate, using: coordinates)
        let result = try places.run(json.utf8)
        #expect(result.issues.isEmpty)
        #expect(result.first?.coordinate.map { [$0.latitude, $0.longitude] } == expected)
    }

    @Test(
        arguments: [
            ("AC-116", AssignmentPolicy.set, [2, 3]), ("AC-116", .replace, [2, 3]),
            ("AC-113", .union, [1, 2, 3]),
        ] as [(String, AssignmentPolicy, [Int])])
    func `follow the assignment policy`(
        id: String, policy: AssignmentPolicy, expected: [Int]
    ) throws {
        struct Friend: Sendable, Hashable { var id = 0 }
        struct Owner: Sendable {
            var list = [Friend(id: 1), Friend(id: 2)], set: Set = [Friend(id: 1)]
        }
        var friends = ObjectMapping(Friend())
        friends.addAttributeMapping(from: "id", to: \.id)
        var owners = ObjectMapping(Owner())
        owners.addRelationshipMapping(
            from: "ids", to: \.list, using: friends, assignmentPolicy: policy)
        owners.addRelationshipMapping(
            from: "ids", to: \.set, using: friends, assignmentPolicy: policy)
        let document = try PayloadDocument(parsing: #"{"ids": [{"id": 2}, {"id": 3}]}"#)
        let owner = try owners.map(document, into: Owner())
        #expect(owner.list.map(\.id) == expected)
        #expect(owner.set.map(\.id).sorted() == expected)
        let cleared = try owners.map(PayloadDocument(parsing: #"{"ids": null}"#), into: owner)
        #expect(cleared.list.map(\.id) == (policy == .union ? expected : []))
    }

    @Test(arguments: [
        ("SRC-04", #"{"id": 1, "address": [{"city": "A"}]}"#, "unexpectedKind", "address"),
        ("a scalar", #"{"id": 1, "address": 7}"#, "unexpectedKind", "address"),
        ("Q-1", #"{"id": 1, "address": {"id": "x"}}"#, "invalidValue", "address.id"),
        ("no keys", #"{"id": 1, "address": {"x": 1}}"#, "unmappableRepresentation", "address"),
    ])
    func `that do not fit leave the property as it was`(
        id: String, json: String, code: String, path: String
    ) throws {
        let user = PlainUser(userID: 1, name: nil)
        user.address = PlainAddress(5)
        let issues = try map(json, into: user).issues
        #expect(issues.map(\.code.description) == [code])
        #expect(issues.map(\.path) == [path])
        #expect(user.address?.addressID == 5)
    }

    @Test func `invalid elements of a list are omitted, and no other element is removed`() throws {
        let user = PlainUser(userID: 1, name: nil)
        user.friends = [PlainUser(userID: 9, name: "old")]
        let json = #"{"friends": [{"id": 1}, {"id": "x"}, {"id": 3}]}"#
        let issues = try map(json, into: user).issues
        #expect(issues.map(\.path) == ["friends[1].id"])
        #expect(user.friends.map(\.userID) == [9, 1, 3])
    }

    @Test func `may be mandatory, and null is an issue then`() throws {
        struct Owner: Sendable, Equatable { var pet = Pet(), age = 0 }
        struct Pet: Sendable, Equatable { var name = "none" }
        var pets = ObjectMapping(Pet())
        pets.addAttributeMapping(from: "name", to: \.name)
        var owners = ObjectMapping(Owner(), named: "Owner")
        owners.addAttributeMapping(from: "old", to: \.pet.name)
        owners.addRelationshipMapping(from: "pet", to: \.pet, using: pets)
        #expect(try owners.run(#"{"pet": {"name": "Rex"}}"#.utf8).first?.pet.name == "Rex")
        // An attribute of a nested value is assigned after it.
        let both = #"{"old": "Tom", "pet": {"name": "Rex"}}"#
        #expect(try owners.run(both.utf8).first?.pet.name == "Tom")
        let issue = try #require(try owners.run(#"{"pet": null}"#.utf8).issues.first)
        #expect(
            issue.description
                == "Owner.pet: expected an object, found null, at pet (line 1, column 9)")
    }

    @Test func `are found across arrays`() throws {
        let json = #"{"groups": [{"users": [{"name": "A"}]}, {}, {"users": [{"name": "B"}]}]}"#
        let (user, issues) = try map(json) {
            $0.addRelationshipMapping(from: "groups.users", to: \.friends, using: Self.users)
        }
        #expect(issues.isEmpty)
        #expect(user.friends.map(\.name) == ["A", "B"])
    }
}

extension PlainUser {
    /// The name, followed by those of friends in parentheses.
    fileprivate var tree: String {
        (name ?? "")
            + (friends.isEmpty ? "" : "(" + friends.map(\.tree).joined(separator: " ") + ")")
    }
}
