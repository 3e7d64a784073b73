import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing
import ValueTransforms

@Suite("What keeps mappings from being written")
struct RepresentationProblemTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let problems: [(MappingProblem.Code, String)]
        let mapping: @Sendable (inout ClubWriting) throws -> Void

        init(
            _ id: String, _ problems: (MappingProblem.Code, String)...,
            mapping: @escaping @Sendable (inout ClubWriting) throws -> Void
        ) {
            self.id = id
            self.problems = problems
            self.mapping = mapping
        }

        var testDescription: String { id }
    }

    @Test(arguments: rows)
    func `is reported when the writer is made, all of it`(row: Row) throws {
        var club = try ClubWriting()
        try row.mapping(&club)
        let error = caught(MappingPlanError.self) { _ = try club.writer() }
        #expect(error?.problems.map(\.code) == row.problems.map(\.0))
        #expect(error?.problems.map(\.description) == row.problems.map(\.1))
    }

    private static let readsOnly = ValueTransform("upperCase") { value in
        value.string.map { .string($0.uppercased()) }
    }

    private static let noReverse =
        "the transform 'upperCase' has no reverse; make it with one, or make the attribute mapping "
        + "read-only"

    private static let rows = [
        Row(
            "AC-257 transforms without a reverse, embedded ones included",
            (.transform, "Person: 'name': \(noReverse)"),
            (.transform, "Person: 'boss.home.city': \(noReverse)"),
            (.transform, "Address: 'state': \(noReverse)")
        ) {
            try $0.map("Person") {
                $0.addAttributeMapping(from: "n", to: "name", using: readsOnly)
                $0.addAttributeMapping(from: "b", to: "boss.home.city", using: readsOnly)
                $0.addRelationshipMapping(from: "home", to: "home", using: "Address")
            }
            try $0.map("Address") {
                $0.addAttributeMapping(from: "s", to: "state", using: readsOnly)
            }
        },
        Row("a transform around one without", (.transform, "Person: 'name': \(around)")) {
            try $0.map("Person") {
                $0.addAttributeMapping(from: "n", to: "name", using: .trimmed(then: readsOnly))
            }
        },
        Row(
            "a value where an object is needed",
            (
                .path,
                "Person: 'job' goes to 'user.job', inside of 'name' at 'user', which is no object; "
                    + "make one of them read-only, or omit it"
            )
        ) {
            try $0.map("Person", ["user": "name", "user.job": "job"])
        },
        Row(
            "an array where an object is needed",
            (
                .path,
                "Person: 'job' goes to 'all.job', inside of 'houses' at 'all', which is no object; "
                    + "make one of them read-only, or omit it"
            )
        ) {
            try $0.map("Person", ["all.job": "job"]) {
                $0.addRelationshipMapping(from: "all", to: "houses", using: "Address")
            }
            try $0.map("Address", ["c": "city"])
        },
        Row(
            "something beside a key",
            (
                .path,
                "Person: 'job' goes to 'job', beside the key that 'name' becomes, which must be "
                    + "alone; begin its path with '{name}', or make one of them read-only"
            )
        ) {
            try $0.map("Person", ["job": "job"]) {
                $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
            }
        },
        Row(
            "a list without keys",
            (
                .path,
                "Person: an object stands for a list, but nothing becomes its keys; map the key of "
                    + "the representation, and not as read-only"
            )
        ) {
            try $0.map("Person", ["job": "job"]) { $0.forcesCollectionMapping = true }
        },
        Row(
            "identifiers of what nothing identifies",
            (
                .identification,
                "Person: 'home' is represented by identifiers, but nothing identifies the objects "
                    + "of 'Address'; set identificationAttributes, or embed them"
            )
        ) {
            try $0.map("Person", [:], home(.identifiers))
            try $0.map("Address", ["c": "city"])
        },
        Row(
            "identifiers that cannot be written",
            (
                .identification,
                "Person: 'home' is represented by identifiers, but 'state' of 'Address' has no key "
                    + "of its own there: it comes from '@parent.state'; embed the objects, or omit "
                    + "them"
            ),
            (.transform, "Address: 'city': \(noReverse)")
        ) {
            try $0.map("Person", [:], home(.identifiers))
            try $0.map("Address", identifiedBy: ["city", "state"], ["@parent.state": "state"]) {
                $0.addAttributeMapping(from: "c", to: "city", using: readsOnly)
            }
        },
        Row(
            "several mappings for one entity, and nobody to choose",
            (
                .matcher,
                "Any: several mappings are for Address: 'Address', 'Other'; choose one for each "
                    + "object with the parameter 'choosing' of the writer"
            )
        ) {
            try $0.map("Person") {
                $0.addRelationshipMapping(from: "home", to: "home", using: "Any")
            }
            try $0.map("Address", ["c": "city"])
            try $0.map("Address", ["c": "city"]) { $0.name = "Other" }
            $0.dynamicMappings = [
                DynamicMapping(
                    named: "Any", [.table(at: "t", [1: "Address", 2: "Other"])])
            ]
        },
    ]

    private static let around = noReverse.replacing(
        "'upperCase'", with: "'\(ValueTransform.trimmed(then: readsOnly))'")

    private static func home(
        _ representation: RelationshipRepresentation
    ) -> @Sendable (inout EntityMapping) -> Void {
        { mapping in
            mapping.addRelationshipMapping(
                RelationshipMapping(
                    from: "home", to: "home", using: "Address", representation: representation))
        }
    }

    @Test func `a mapping and a root that are not there are reported`() throws {
        var club = try ClubWriting()
        try club.map("Person", ["n": "name"])
        let error = caught(MappingPlanError.self) {
            _ = try club.writer(.update, "Persn", root: "a.@count")
        }
        #expect(
            error?.problems.map(\.description) == [
                "root path 'a.@count': nothing can be put there; use keys only",
                "no mapping is named 'Persn'; did you mean 'Person'?",
            ])
        let faulty = caught(MappingPlanError.self) { _ = try club.writer(root: "a..b") }
        #expect(faulty?.problems.map(\.code) == [.path])
    }

    @Test(arguments: [
        ("read-only", RelationshipRepresentation.embed, true), ("omitted", .omit, false),
    ])
    func `what is not written is no problem`(
        id: String, representation: RelationshipRepresentation, isReadOnly: Bool
    ) throws {
        var club = try ClubWriting()
        try club.map("Person", ["job": "job"], Self.home(representation))
        try club.map("Address", ["city": "city"]) {
            $0.addAttributeMapping(
                AttributeMapping(
                    from: "s", to: "state", using: Self.readsOnly, isReadOnly: isReadOnly))
        }
        _ = try club.writer()
    }

    @Test func `what only the way back would write is no problem`() throws {
        var club = try ClubWriting()
        try club.map("Address", ["city": "city"]) {
            $0.addRelationshipMapping(from: "residents", to: "residents", using: "Person")
        }
        try club.map("Person", ["job": "job"]) {
            $0.addRelationshipMapping(from: "home", to: "home", using: "Detail")
        }
        try club.map("Address") {
            $0.name = "Detail"
            $0.addAttributeMapping(from: "s", to: "state", using: Self.readsOnly)
        }
        _ = try club.writer()
    }
}
