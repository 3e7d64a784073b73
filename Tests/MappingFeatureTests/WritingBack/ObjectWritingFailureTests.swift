import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import RepresentationWriting
import Testing
import ValueTransforms

@Suite("Plain values that cannot be written")
struct ObjectWritingFailureTests {
    /// An invalid mapping, and the writer's message about it.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let id: String
        var root = PayloadPath.root
        let expected: [String]
        let map: @Sendable (inout ObjectMapping<Contact>) -> Void

        var testDescription: String { id }
    }

    private static let oneWay = ValueTransform("one way") { _ in .null }

    private static let mistakes = [
        Mistake(
            id: "AC-257 transforms without a reverse, nested ones included",
            expected: [
                "Contact: 'name': the transform 'one way' has no reverse; make it with one, or "
                    + "make the attribute mapping read-only",
                "Dwelling: 'city': the transform 'one way' has no reverse; make it with one, or "
                    + "make the attribute mapping read-only",
            ]
        ) {
            var homes = ObjectMapping(Dwelling())
            homes.addAttributeMapping(from: "city", to: \.city, using: oneWay)
            $0.addAttributeMapping(from: "name", to: \.name, using: oneWay)
            $0.addRelationshipMapping(from: "home", to: \.home, using: homes)
        },
        Mistake(
            id: "inside of no object",
            expected: [
                "Contact: 'job' goes to 'a.b', inside of 'name' at 'a', which is no object; make "
                    + "one of them read-only, or omit it",
                "Contact: 'contactID' goes to 'list.id', inside of 'houses' at 'list', which is "
                    + "no object; make one of them read-only, or omit it",
            ]
        ) {
            $0.addAttributeMapping(from: "a", to: \.name)
            $0.addAttributeMapping(from: "a.b", to: \.job)
            $0.addAttributeMapping(from: "list.id", to: \.contactID)
            $0.addRelationshipMapping(from: "list", to: \.houses, using: Dwelling.mapping)
        },
        Mistake(
            id: "beside a key",
            expected: [
                "Contact: 'contactID' goes to 'id', beside the key that 'name' becomes, which "
                    + "must be alone; begin its path with '{name}', or make one of them read-only"
            ]
        ) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
            $0.addAttributeMapping(from: "id", to: \.contactID)
        },
        Mistake(
            id: "nothing becomes the key of a list",
            expected: [
                "Contact: an object stands for a list, but nothing becomes its keys; map the key "
                    + "of the representation, and not as read-only"
            ]
        ) {
            $0.forcesCollectionMapping = true
            $0.addAttributeMapping(from: "id", to: \.contactID)
        },
        Mistake(
            id: "nothing becomes the key of a path",
            expected: [
                "Contact: 'contactID' goes to '{name}.id', but nothing becomes the key; map the "
                    + "key of the representation, or make this mapping read-only"
            ]
        ) {
            $0.addAttributeMapping(from: "{name}.id", to: \.contactID)
        },
        Mistake(
            id: "a root that is no way of keys", root: "users.@first",
            expected: [
                "root path 'users.@first': nothing can be put there; use keys only",
                "Contact: 'name': the transform 'one way' has no reverse; make it with one, or "
                    + "make the attribute mapping read-only",
            ]
        ) {
            $0.addAttributeMapping(from: "name", to: \.name, using: oneWay)
        },
        Mistake(
            id: "a transform that cannot even read",
            expected: [
                "Contact: 'contactID' is of type whole number; 'secondsSince1970' gives dates"
            ]
        ) {
            $0.addAttributeMapping(from: "id", to: \.contactID, using: .secondsSince1970)
        },
    ]

    @Test(arguments: mistakes)
    func `programming errors are reported at once`(mistake: Mistake) {
        var contacts = ObjectMapping(Contact())
        mistake.map(&contacts)
        let error = caught(MappingPlanError.self) {
            _ = try ObjectWriter(contacts, root: mistake.root)
        }
        #expect(error?.problems.map(\.description) == mistake.expected)
    }

    /// An invalid value, and the message about it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let id: String
        let code: MappingError.Code
        let message: String
        let contacts: [Contact]
        let map: @Sendable (inout ObjectMapping<Contact>) -> Void

        var testDescription: String { id }
    }

    private static let faults = [
        Fault(
            id: "no form in a payload", code: .unwritableValue,
            message: "Contact.score at [1].friends[0]: ",
            contacts: [
                Contact(), Contact(friends: [Contact(score: .infinity)]),
            ]
        ) {
            var friends = ObjectMapping(Contact())
            friends.addAttributeMapping(from: "score", to: \.score)
            $0.addRelationshipMapping(from: "friends", to: \.friends, using: friends)
        },
        Fault(
            id: "two values for one place", code: .conflictingValues,
            message: "Contact.job at [0]: something else was written to 'name' already; make one "
                + "of the mappings read-only, or omit it",
            contacts: [Contact(name: "A", job: "B")]
        ) {
            $0.addAttributeMapping(from: "name", to: \.name)
            $0.addAttributeMapping(from: "name", to: \.job)
        },
        Fault(
            id: "two values for the representation itself", code: .conflictingValues,
            message: "Contact.job at [0]: something else was written to the representation itself "
                + "already; make one of the mappings read-only, or omit it",
            contacts: [Contact(name: "A", job: "B")]
        ) {
            $0.addAttributeMapping(from: "", to: \.name)
            $0.addAttributeMapping(from: "", to: \.job)
        },
        Fault(
            id: "no key", code: .missingIdentification,
            message: "Contact.name at [0]: expected a value, since it stands for the whole "
                + "representation, found nil; set it, or leave the value out",
            contacts: [Contact()]
        ) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
        },
        Fault(
            id: "no representation", code: .missingIdentification,
            message: "Contact.name at [0]: expected a value, since it stands for the whole "
                + "representation, found nil; set it, or leave the value out",
            contacts: [Contact()]
        ) {
            $0.addAttributeMapping(from: "", to: \.name)
        },
        Fault(
            id: "what becomes no key", code: .unwritableValue,
            message: "Contact.likes at [0]: expected a text, number or truth value, since it "
                + "becomes a key, found something else; use another transform",
            contacts: [Contact(likes: ["a"])]
        ) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: \.likes)
        },
        Fault(
            id: "nested values with one key", code: .conflictingValues,
            message: "Contact.houses at [0]: two values have the same key; give each its own, or "
                + "make the relationship read-only",
            contacts: [Contact(houses: [Dwelling(city: "A"), Dwelling(city: "A")])]
        ) {
            var homes = ObjectMapping(Dwelling())
            homes.forcesCollectionMapping = true
            homes.addAttributeMapping(fromKeyOfRepresentationTo: \.city)
            $0.addRelationshipMapping(from: "houses", to: \.houses, using: homes)
        },
        Fault(
            id: "no room for two", code: .conflictingValues,
            message: "Contact.houses at [0]: 2 values, but the representation itself has room for "
                + "one; give the relationship a path, or make it read-only",
            contacts: [Contact(houses: [Dwelling(city: "A"), Dwelling(city: "A")])]
        ) {
            $0.addRelationshipMapping(from: "", to: \.houses, using: Dwelling.mapping)
        },
    ]

    @Test(arguments: faults)
    func `a value that does not fit is named`(fault: Fault) throws {
        var contacts = ObjectMapping(Contact())
        fault.map(&contacts)
        let writer = try ObjectWriter(contacts)
        let error = caught(MappingError.self) { _ = try writer.document(for: fault.contacts) }
        #expect(error?.code == fault.code)
        #expect(error?.message.hasPrefix(fault.message) == true, "\(error?.message ?? "no error")")
    }

    @Test(arguments: [
        ("AC-256 some roots", "a" as PayloadPath, [:] as [String: Value]),
        ("AC-256 no object for extra members", "", ["x": 1]),
    ])
    func `parts that cannot share a payload are an error`(
        id: String, root: PayloadPath, extra: [String: Value]
    ) throws {
        let parts = [
            try ObjectWriter(Dwelling.mapping, root: root).part(for: Dwelling()),
            try ObjectWriter(Dwelling.mapping).part(for: [Dwelling()]),
        ]
        let error = caught(MappingError.self) {
            _ = try RepresentationWriter.document(joining: parts, adding: extra)
        }
        #expect(error?.code == .rootMismatch, "\(id)")
    }
}
