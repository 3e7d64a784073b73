import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import RepresentationWriting
import Testing
import ValueTransforms

/// A contact with every kind of property.
struct Contact: Sendable, Hashable {
    enum Role: String, AttributeValue { case admin, guest }

    var contactID = 0
    var name: String?
    var job: String?
    var website: URL?
    var isActive: Bool?
    var balance: Decimal?
    var born: Timestamp?
    var token: UUID?
    var score: Double?
    var small: Int16?
    var likes: [String]?
    var scores: [String: Int]?
    var role: Role?
    var home: Dwelling?
    var office = Dwelling()
    var houses: [Dwelling] = []
    var places: [Dwelling]?
    var tags: Set<String> = []
    var visited: Set<Dwelling>?
    var friends: [Contact] = []
}

struct Dwelling: Sendable, Hashable {
    var city: String?
    var state: String?
    var since: Timestamp?

    /// A mapping of the city and the state.
    static let mapping: ObjectMapping<Dwelling> = {
        var dwellings = ObjectMapping(Dwelling())
        dwellings.addAttributeMapping(from: "city", to: \.city)
        dwellings.addAttributeMapping(from: "state", to: \.state)
        return dwellings
    }()
}

/// A value, a mapping, and the written form.
struct WritingRow: Sendable, CustomTestStringConvertible {
    let id: String
    let contact: Contact
    let profile: ObjectProfile
    let expected: String
    let map: @Sendable (inout ObjectMapping<Contact>) -> Void

    init(
        _ id: String, _ expected: String, for profile: ObjectProfile = .update,
        set: (inout Contact) -> Void = { _ in },
        map: @escaping @Sendable (inout ObjectMapping<Contact>) -> Void
    ) {
        self.id = id
        self.profile = profile
        self.expected = expected
        self.map = map
        var contact = Contact()
        set(&contact)
        self.contact = contact
    }

    var testDescription: String { id }

    /// Writes the value, and compares the result.
    func verify(sourceLocation: SourceLocation = #_sourceLocation) throws {
        var contacts = ObjectMapping(Contact())
        map(&contacts)
        let bytes = try ObjectWriter(contacts, profile: profile).jsonBytes(for: contact)
        #expect(String(decoding: bytes, as: UTF8.self) == expected, sourceLocation: sourceLocation)
    }
}

@Suite("Writing attributes of plain values")
struct ObjectWritingTests {
    private static let epoch = Timestamp(seconds: 0)

    private static let kinds = [
        WritingRow("integer", #"{"v":-7}"#, set: { $0.contactID = -7 }) {
            $0.addAttributeMapping(from: "v", to: \.contactID)
        },
        WritingRow("text", #"{"v":"a\"é"}"#, set: { $0.name = "a\"é" }) {
            $0.addAttributeMapping(from: "v", to: \.name)
        },
        WritingRow("AC-238 false", #"{"v":false}"#, set: { $0.isActive = false }) {
            $0.addAttributeMapping(from: "v", to: \.isActive)
        },
        WritingRow("AC-232 true", #"{"v":true}"#, set: { $0.isActive = true }) {
            $0.addAttributeMapping(from: "v", to: \.isActive)
        },
        WritingRow("decimal", #"{"v":"1.5"}"#, set: { $0.balance = 1.5 }) {
            $0.addAttributeMapping(from: "v", to: \.balance)
        },
        WritingRow("AC-221", #"{"v":"1970-01-01T00:00:00Z"}"#, set: { $0.born = epoch }) {
            $0.addAttributeMapping(from: "v", to: \.born)
        },
        WritingRow(
            "AC-223 default transform", #"{"v":"01/01/1970"}"#, set: { $0.born = epoch }
        ) {
            $0.defaultTransforms[.date] = .date(format: "MM/dd/yyyy")
            $0.addAttributeMapping(from: "v", to: \.born)
        },
        WritingRow("AC-224 own transform", #"{"v":"01/01/1970"}"#, set: { $0.born = epoch }) {
            $0.defaultTransforms[.date] = .secondsSince1970
            $0.addAttributeMapping(
                from: "v", to: \.born, using: .date(format: "MM/dd/yyyy"))
        },
        WritingRow("double", #"{"v":0.25}"#, set: { $0.score = 0.25 }) {
            $0.addAttributeMapping(from: "v", to: \.score)
        },
        WritingRow("AC-233 array", #"{"v":["b","a"]}"#, set: { $0.likes = ["b", "a"] }) {
            $0.addAttributeMapping(from: "v", to: \.likes)
        },
        WritingRow("dictionary", #"{"v":{"a":1,"b":2}}"#, set: { $0.scores = ["b": 2, "a": 1] }) {
            $0.addAttributeMapping(from: "v", to: \.scores)
        },
        WritingRow("enumeration", #"{"v":"guest"}"#, set: { $0.role = .guest }) {
            $0.addAttributeMapping(from: "v", to: \.role)
        },
        WritingRow("a property of a nested value", #"{"v":"NC"}"#, set: { $0.office.state = "NC" })
        {
            $0.addAttributeMapping(from: "v", to: \.office.state)
        },
    ]

    @Test(arguments: kinds)
    func `every type has its form`(row: WritingRow) throws { try row.verify() }

    private static let shapes = [
        WritingRow(
            "AC-220", #"{"key2":"b","key1":"a"}"#, set: { ($0.name, $0.job) = ("a", "b") }
        ) {
            $0.addAttributeMapping(from: "key2", to: \.job)
            $0.addAttributeMapping(from: "key1", to: \.name)
        },
        WritingRow("AC-227 AC-242", #"{"name":"B","site":null}"#, set: { $0.name = "B" }) {
            $0.addAttributeMapping(from: "name", to: \.name)
            $0.addAttributeMapping(from: "site", to: \.website)
        },
        WritingRow("nil when created", #"{"name":"B"}"#, for: .create, set: { $0.name = "B" }) {
            $0.addAttributeMapping(from: "name", to: \.name)
            $0.addAttributeMapping(from: "site", to: \.website)
        },
        WritingRow("nothing when created", "{}", for: .create) {
            $0.addAttributeMapping(from: "name", to: \.name)
        },
        WritingRow(
            "AC-235", #"{"user":{"name":"B","job":"H"}}"#,
            set: { ($0.name, $0.job) = ("B", "H") }
        ) {
            $0.addAttributeMapping(from: "user.name", to: \.name)
            $0.addAttributeMapping(from: "user.job", to: \.job)
        },
        WritingRow(
            "AC-236", #"{"user":{"any":{"name":"B","other":{"job":"H"}}}}"#,
            set: { ($0.name, $0.job) = ("B", "H") }
        ) {
            $0.addAttributeMapping(from: "user.any.name", to: \.name)
            $0.addAttributeMapping(from: "user.any.other.job", to: \.job)
        },
        WritingRow("escaped dots", #"{"a.b":"B"}"#, set: { $0.name = "B" }) {
            $0.addAttributeMapping(from: #"a\.b"#, to: \.name)
        },
        WritingRow("AC-241", #"{"location":{"x":"1","y":"2"}}"#, set: { $0.name = "1,2" }) {
            $0.addAttributeMapping(
                from: "location", to: \.name,
                using: ValueTransform("point") { value in
                    value["x"]?.string.map { .string($0) }
                } reverse: { value in
                    let parts = (String(attributeValue: value) ?? "").split(separator: ",")
                    return ["x": .string(String(parts[0])), "y": .string(String(parts[1]))]
                })
        },
        WritingRow("AC-218", #"{"Blake":{}}"#, set: { $0.name = "Blake" }) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
        },
        WritingRow(
            "a key, and members in it", #"{"a.b":{"id":7}}"#,
            set: { ($0.name, $0.contactID) = ("a.b", 7) }
        ) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
            $0.addAttributeMapping(from: "{name}.id", to: \.contactID)
        },
        WritingRow("a number as key", #"{"7":{}}"#, set: { $0.contactID = 7 }) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: \.contactID)
        },
        WritingRow("a truth value as key", #"{"true":{}}"#, set: { $0.isActive = true }) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: \.isActive)
        },
        WritingRow("the representation itself", #""Blake""#, set: { $0.name = "Blake" }) {
            $0.addAttributeMapping(from: "", to: \.name)
        },
        WritingRow(
            "twice the representation itself", #""Blake""#,
            set: { ($0.name, $0.job) = ("Blake", "Blake") }
        ) {
            $0.addAttributeMapping(from: "", to: \.name)
            $0.addAttributeMapping(from: "", to: \.job)
        },
        WritingRow("the representation beside others", #"{"id":0}"#, set: { $0.name = "Blake" }) {
            $0.addAttributeMapping(from: "", to: \.name)
            $0.addAttributeMapping(from: "id", to: \.contactID)
        },
        WritingRow(
            "several from one path", #"{"name":"B"}"#, set: { ($0.name, $0.job) = ("B", "B") }
        ) {
            $0.addAttributeMapping(from: "name", to: \.name)
            $0.addAttributeMapping(from: "name", to: \.job)
        },
        WritingRow("what only reads", #"{"id":0}"#, set: { $0.name = "B" }) {
            $0.addAttributeMapping(from: "id", to: \.contactID)
            $0.addAttributeMapping(from: "name", to: \.name, isReadOnly: true)
            $0.addAttributeMapping(from: "@metadata.page", to: \.name)
            $0.addAttributeMapping(from: "list.@count", to: \.small)
            $0.addAttributeMapping(
                fromKeyOfRepresentationTo: \.job, isReadOnly: true)
        },
        WritingRow("a transform that only reads", #"{"id":0}"#, set: { $0.name = "B" }) {
            $0.addAttributeMapping(from: "id", to: \.contactID)
            $0.addAttributeMapping(
                from: "name", to: \.name, using: ValueTransform("one way") { _ in .null },
                isReadOnly: true)
        },
    ]

    @Test(arguments: shapes)
    func `every value goes where it is read`(row: WritingRow) throws { try row.verify() }

    @Test(
        arguments: [
            ("AC-230", "stuff", [:], #"{"stuff":{"id":1}}"#),
            ("Q-34", "data.user", [:], #"{"data":{"user":{"id":1}}}"#),
            ("AC-255", "", ["token": "x"], #"{"id":1,"token":"x"}"#),
            ("extra members win", "u", ["u": ["id": 2]], #"{"u":{"id":2}}"#),
        ] as [(String, PayloadPath, [String: Value], String)])
    func `one value makes a payload`(
        id: String, root: PayloadPath, extra: [String: Value], expected: String
    ) throws {
        let writer = try ObjectWriter(Self.numbers, root: root)
        let bytes = try writer.jsonBytes(for: Contact(contactID: 1), adding: extra)
        #expect(String(decoding: bytes, as: UTF8.self) == expected, "\(id)")
    }

    @Test(arguments: [
        ("AC-251", "" as PayloadPath, [1, 2], #"[{"id":1},{"id":2}]"#),
        ("AC-254", "whatever", [1], #"{"whatever":[{"id":1}]}"#),
        ("none", "whatever", [], #"{"whatever":[]}"#),
        ("none at all", "", [], "[]"),
    ])
    func `several values make an array`(
        id: String, root: PayloadPath, numbers: [Int], expected: String
    ) throws {
        let writer = try ObjectWriter(Self.numbers, root: root)
        let bytes = try writer.jsonBytes(for: numbers.map { Contact(contactID: $0) })
        #expect(String(decoding: bytes, as: UTF8.self) == expected, "\(id)")
    }

    @Test func `several values with keys make an object`() throws {
        var contacts = ObjectMapping(Contact())
        contacts.forcesCollectionMapping = true
        contacts.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
        contacts.addAttributeMapping(from: "{name}.id", to: \.contactID)
        let values = [Contact(contactID: 1, name: "a"), Contact(contactID: 2, name: "b")]
        let document = try ObjectWriter(contacts, root: "users").document(for: values)
        let text = String(decoding: document.jsonBytes(), as: UTF8.self)
        #expect(text == #"{"users":{"a":{"id":1},"b":{"id":2}}}"#)
        #expect(try contacts.run(document, at: "users").values == values)
    }

    @Test(arguments: [
        (
            "AC-253", "this" as PayloadPath, "that" as PayloadPath,
            #"{"this":{"id":1},"that":{"city":"G","state":null}}"#
        ),
        ("AC-252", "both", "both", #"{"both":[{"id":1},{"city":"G","state":null}]}"#),
    ])
    func `values of several writers make one payload`(
        id: String, root: PayloadPath, other: PayloadPath, expected: String
    ) throws {
        let document = try RepresentationWriter.document(joining: [
            ObjectWriter(Self.numbers, root: root).part(for: Contact(contactID: 1)),
            ObjectWriter(Dwelling.mapping, root: other).part(for: Dwelling(city: "G")),
        ])
        #expect(String(decoding: document.jsonBytes(), as: UTF8.self) == expected, "\(id)")
    }

    private static let numbers: ObjectMapping<Contact> = {
        var contacts = ObjectMapping(Contact())
        contacts.addAttributeMapping(from: "id", to: \.contactID)
        return contacts
    }()
}
