import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import Testing
import ValueTransforms

@Suite("Attributes of plain values")
struct ObjectMappingAttributeTests {
    /// A mapped property of a new `PlainUser`, and its resulting value.
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let json: String
        let expected: String
        let map: @Sendable (inout ObjectMapping<PlainUser>) -> Void
        let read: @Sendable (PlainUser) -> Any?

        var testDescription: String { id }

        /// Maps `value` to a property.
        init<Content: AttributeValue>(
            _ id: String, _ value: String,
            to path: any WritableKeyPath<PlainUser, Content> & Sendable,
            using transform: ValueTransform = .default, _ expected: String
        ) {
            self.id = id
            json = #"{"value": \#(value)}"#
            self.expected = expected
            map = { $0.addAttributeMapping(from: "value", to: path, using: transform) }
            read = { $0[keyPath: path].attributeValue }
        }
    }

    private static let rows = [
        Row("AC-034 id", "31337", to: \.userID, "31337"),
        Row("AC-034 name", #""Blake Watters""#, to: \.name, #""Blake Watters""#),
        Row(
            "AC-038", #""11/27/1982""#, to: \.birthDate, using: .date(format: "MM/dd/yyyy"),
            "1982-11-27T00:00:00Z"),
        Row("AC-040", #""true""#, to: \.isDeveloper, "true"),
        Row("AC-041", #""T""#, to: \.isDeveloper, "true"),
        Row("AC-043", #""yes""#, to: \.isDeveloper, "true"),
        Row("AC-044", #""NO""#, to: \.isDeveloper, "false"),
        Row("AC-046", #""n""#, to: \.isDeveloper, "false"),
        Row("AC-047", #""187""#, to: \.luckyNumber, "187"),
        Row("AC-049", #""187""#, to: \.name, #""187""#),
        Row("AC-050", #""187""#, to: \.weight, "187"),
        Row(
            "AC-053", #"["Hacking", "Running"]"#, to: \.interests, #"["Hacking", "Running"]"#),
        Row(
            "AC-056", #""3001-01-01T00:00:00Z""#, to: \.birthDate, "3001-01-01T00:00:00Z"),
        Row("AC-062", "true", to: \.name, #""true""#),
        Row("AC-064", "false", to: \.luckyNumber, "0"),
        Row("AC-065", "123", to: \.name, #""123""#),
        Row("AC-067", #""1234.5678""#, to: \.weight, "1234.5678"),
        Row(
            "AC-070", #""http://www.restkit.org""#, to: \.website, #""http://www.restkit.org""#),
        Row("AC-083", "null", to: \.name, "nil"),
        Row("rule 57", #"{"a": 1}"#, to: \.scores, "{a: 1}"),
        Row("enumeration", #""admin""#, to: \.role, #""admin""#),
        Row("no enumeration", "null", to: \.role, "nil"),
    ]

    @Test(arguments: rows)
    func `are converted as their types say`(row: Row) throws {
        var users = ObjectMapping { PlainUser() }
        row.map(&users)
        let result = try users.run(row.json.utf8)
        try result.requireNoIssues()
        let user = try #require(result.first)
        #expect(row.read(user).map { "\($0)" } == row.expected)
    }

    @Test func `may lie deeper, in the payload and in the value`() throws {
        var users = ObjectMapping { PlainUser() }
        users.addAttributeMapping(from: "address.country", to: \.name)
        users.addAttributeMapping(from: "this.that", to: \.home.addressID)
        let json = #"{"address": {"country": "USA"}, "this": {"that": "12345"}}"#
        let user = try #require(try users.run(json.utf8).first)
        #expect(user.name == "USA")
        #expect(user.home.addressID == 12345)
    }

    @Test func `may be several for one source, and the representation itself`() throws {
        var users = ObjectMapping { PlainUser() }
        users.addAttributeMapping(from: "name", to: \.name)
        users.addAttributeMapping(from: "name", to: \.nickname)
        users.addAttributeMapping(
            from: "", to: \.location,
            using: ValueTransform("location") { value in
                guard let latitude = value["latitude"]?.double,
                    let longitude = value["longitude"]?.double
                else { return nil }
                return .array([.double(latitude), .double(longitude)])
            })
        let json = #"{"name": "Blake", "latitude": 125.55, "longitude": 200.5}"#
        let user = try #require(try users.run(json.utf8).first)
        #expect([user.name, user.nickname] == ["Blake", "Blake"])
        #expect(user.location == [125.55, 200.5])
    }

    @Test func `have default transforms by type`() throws {
        var users = ObjectMapping { PlainUser() }
        users.defaultTransforms[.date] = .secondsSince1970
        users.addAttributeMapping(from: "born", to: \.birthDate)
        let user = try #require(try users.run(#"{"born": 0}"#.utf8).first)
        #expect(user.birthDate == Timestamp(seconds: 0))
    }

    /// The values in a payload for `name` and `age` of the user Blake, aged 30.
    struct Update: Sendable, CustomTestStringConvertible {
        let id: String
        let json: String
        var assignsDefaults = false
        let sets: [String]
        let name: String?
        let age: Int
        var issues: [MappingIssue.Code] = []

        var testDescription: String { id }
    }

    @Test(arguments: [
        Update(
            id: "AC-077", json: #"{"name": "Blake", "age": 30}"#, sets: [], name: "Blake", age: 30),
        Update(id: "AC-083", json: #"{"name": null}"#, sets: ["name"], name: nil, age: 30),
        Update(
            id: "AC-085", json: #"{"age": 31}"#, assignsDefaults: true, sets: ["name", "age"],
            name: nil, age: 31),
        Update(id: "AC-086", json: #"{"age": 31}"#, sets: ["age"], name: "Blake", age: 31),
        Update(
            id: "AC-088", json: #"{"age": {"wrong": "data"}}"#, sets: [], name: "Blake", age: 30,
            issues: [.invalidValue]),
        Update(
            id: "null for a mandatory property", json: #"{"age": null}"#, sets: [], name: "Blake",
            age: 30, issues: [.missingValue]),
        Update(
            id: "nothing of a record that does not fit", json: #"{"name": "New", "age": "x"}"#,
            sets: [], name: "Blake", age: 30, issues: [.invalidValue]),
        Update(
            id: "SRC-11", json: #"{"name": {"x": 1}, "age": 31}"#, assignsDefaults: true, sets: [],
            name: "Blake", age: 30, issues: [.invalidValue]),
        Update(
            id: "AC-079", json: #"{"favorite_color": "blue"}"#, sets: [], name: "Blake", age: 30,
            issues: [.unmappableRepresentation]),
        Update(
            id: "SRC-01", json: "{}", sets: [], name: "Blake", age: 30,
            issues: [.unmappableRepresentation]),
        Update(
            id: "no object", json: "3", sets: [], name: "Blake", age: 30,
            issues: [.unexpectedKind]),
    ])
    func `are set only where something changes`(update: Update) throws {
        var users = ObjectMapping { PlainUser() }
        users.addAttributeMapping(from: "name", to: \.name)
        users.addAttributeMapping(from: "age", to: \.age)
        users.assignsDefaultValueForMissingAttributes = update.assignsDefaults
        let user = PlainUser(name: "Blake", age: 30)
        let result = try ObjectMappingOperation(users)
            .run(PayloadDocument(parsing: update.json), into: user)
        #expect(result.issues.map(\.code) == update.issues)
        #expect(user.sets == update.sets)
        #expect(user.name == update.name)
        #expect(user.age == update.age)
        #expect(
            result.values.map(ObjectIdentifier.init) == (update.issues.isEmpty ? [.init(user)] : [])
        )
    }

    @Test func `are not set from nil to nil`() throws {
        var users = ObjectMapping { PlainUser() }
        users.addAttributeMapping(from: "name", to: \.name)
        let user = PlainUser()
        _ = try users.map(PayloadDocument(parsing: #"{"name": null}"#), into: user)
        #expect(user.sets.isEmpty)
    }

    @Test(
        arguments: [
            (.skipRecord, [], 1), (.skipValue, ["Blake 0"], 1),
        ] as [(FailurePolicy, [String], Int)])
    func `follow the failure policy`(policy: FailurePolicy, users: [String], issues: Int) throws {
        var mapping = ObjectMapping(Person())
        mapping.addAttributeMapping(from: "name", to: \.name)
        mapping.addAttributeMapping(from: "age", to: \.age)
        let result = try mapping.run(
            #"{"name": "Blake", "age": "old"}"#.utf8, options: MappingOptions(failurePolicy: policy)
        )
        #expect(result.values.map { "\($0.name) \($0.age)" } == users)
        #expect(result.issueCount == issues)
    }

    @Test func `say where something does not fit`() throws {
        var mapping = ObjectMapping(Person(), named: "Person")
        mapping.addAttributeMapping(from: "name", to: \.name)
        mapping.addAttributeMapping(from: "age", to: \.age)
        mapping.addAttributeMapping(from: "role", to: \.role)
        mapping.addAttributeMapping(from: "home.city", to: \.city)
        let json = """
            {"people": [{"name": "A", "age": 1.5},
             {"name": "B", "role": "king"},
             {"name": "C", "home": "none"}]}
            """
        let issues = try mapping.run(json.utf8, at: "people").issues.map(\.description)
        #expect(
            issues == [
                "Person.age: expected whole number, found number that is not one, "
                    + "at people[0].age (line 1, column 34)",
                "Person.role: expected a value of type Role, found text that is not one, "
                    + "at people[1].role (line 2, column 24)",
                "Person.city: expected an object, found text, "
                    + "at people[2].home (line 3, column 24)",
            ])
        let strict = MappingOptions(failurePolicy: .fail)
        #expect(
            caught(MappingError.self) {
                _ = try mapping.run(json.utf8, at: "people", options: strict)
            }?.issue?.path == "people[0].age")
    }

    struct Person: Sendable {
        var name = ""
        var age = 0
        var role: Role?
        var city: String?
    }

    enum Role: String, AttributeValue { case admin, guest }
}

/// A person with a log of setter calls, combining the models of RestKit's tests.
final class PlainUser: Equatable {
    var userID: Int?
    var name: String? { didSet { sets.append("name") } }
    var nickname: String?
    var birthDate: Timestamp?
    var website: URL?
    var isDeveloper = false
    var luckyNumber: Int32?
    var weight: Decimal?
    var interests: [String] = []
    var scores: [String: Int] = [:]
    var location: [Double]?
    var role: ObjectMappingAttributeTests.Role?
    var age = 0 { didSet { sets.append("age") } }
    var home = PlainAddress()
    var address: PlainAddress? { didSet { sets.append("address") } }
    var friend: PlainUser?
    var friends: [PlainUser] = [] { didSet { sets.append("friends") } }
    var pals: [PlainUser]?
    var tags: Set<String> = []
    private(set) var sets: [String] = []

    init() {}

    init(userID: Int? = nil, name: String?, age: Int = 0) {
        self.userID = userID
        self.name = name
        self.age = age
    }

    static func == (left: PlainUser, right: PlainUser) -> Bool {
        left.userID == nil && right.userID == nil ? left === right : left.userID == right.userID
    }
}

/// An address; addresses with the same number are equal, regardless of where they occur.
final class PlainAddress: Equatable {
    var addressID: Int?
    var city: String?

    init() {}

    init(_ addressID: Int) { self.addressID = addressID }

    static func == (left: PlainAddress, right: PlainAddress) -> Bool {
        left.addressID == right.addressID
    }
}
