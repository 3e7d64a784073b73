import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// Rows of the catalogue about stored objects that no other suite covers: null, absence, policies.
@Suite("Stored objects, by the catalogue")
struct MappingCatalogueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        /// The payload that is loaded first.
        let before: String
        let payload: String
        let policy: AssignmentPolicy
        let relationship: String
        /// The destinations of the relationship, and the cats in the store.
        let cats: [String]
        let all: [String]
        var assignsNil = false

        var testDescription: String { id }
    }

    private static let lola = #"{"name": "Blake", "cats": [{"name": "Lola"}]}"#
    private static let favorite = #"{"name": "Blake", "cats": {"name": "Lola"}}"#

    private static let rows: [Row] = [
        Row(
            id: "AC-106", before: favorite, payload: #"{"name": "Blake", "cats": null}"#,
            policy: .set, relationship: "favoriteCat", cats: [], all: ["Lola"]),
        Row(
            id: "AC-107", before: lola, payload: #"{"name": "Blake", "cats": null}"#, policy: .set,
            relationship: "cats", cats: [], all: ["Lola"]),
        Row(
            id: "an empty array", before: lola, payload: #"{"name": "Blake", "cats": []}"#,
            policy: .set, relationship: "cats", cats: [], all: ["Lola"]),
        Row(
            id: "AC-111", before: lola, payload: #"{"name": "Blake", "cats": [{"name": "Roy"}]}"#,
            policy: .union, relationship: "cats", cats: ["Lola", "Roy"], all: ["Lola", "Roy"]),
        Row(
            id: "AC-112", before: lola, payload: #"{"name": "Blake", "cats": [{"name": "Ann"}]}"#,
            policy: .union, relationship: "catsInOrderByAge", cats: ["Lola", "Ann"],
            all: ["Lola", "Ann"]),
        Row(
            id: "a union has each object once", before: lola, payload: lola,
            policy: .union, relationship: "catsInOrderByAge", cats: ["Lola"], all: ["Lola"]),
        Row(
            id: "AC-117", before: lola, payload: #"{"name": "Blake", "cats": [{"name": "Roy"}]}"#,
            policy: .replace, relationship: "cats", cats: ["Roy"], all: ["Roy"]),
        Row(
            id: "AC-118", before: lola, payload: lola, policy: .replace, relationship: "cats",
            cats: ["Lola"], all: ["Lola"]),
        Row(
            id: "AC-119", before: favorite,
            payload: #"{"name": "Blake", "cats": {"name": "Roy"}}"#, policy: .replace,
            relationship: "favoriteCat", cats: ["Roy"], all: ["Roy"]),
        Row(
            id: "AC-120", before: favorite, payload: #"{"name": "Blake"}"#, policy: .replace,
            relationship: "favoriteCat", cats: [], all: [], assignsNil: true),
        Row(
            id: "AC-121", before: lola, payload: #"{"name": "Blake"}"#, policy: .union,
            relationship: "cats", cats: ["Lola"], all: ["Lola"], assignsNil: true),
        Row(
            id: "AC-100", before: favorite, payload: #"{"name": "Blake"}"#, policy: .set,
            relationship: "favoriteCat", cats: [], all: ["Lola"], assignsNil: true),
        Row(
            id: "a policy holds under a key", before: lola,
            payload: #"{"name": "Blake", "cats": [{"name": "Roy"}]}"#, policy: .union,
            relationship: "cats", cats: ["Lola", "Roy"], all: ["Lola", "Roy"]),
        Row(
            id: "a replacement that fails loses nothing", before: favorite,
            payload: #"{"name": "Blake", "cats": {"name": 5, "age": "old"}}"#, policy: .replace,
            relationship: "favoriteCat", cats: ["Lola"], all: ["Lola"]),
        Row(
            id: "a nested object that fails is not attached", before: lola,
            payload:
                #"{"name": "Blake", "cats": [{"name": "Roy", "age": "old"}, {"name": "Ann"}]}"#,
            policy: .set, relationship: "catsInOrderByAge", cats: ["Lola", "Ann"],
            all: ["Lola", "Ann"]),
    ]

    @Test(arguments: StoreKind.allCases, rows)
    func `a relationship is assigned by its policy`(kind: StoreKind, row: Row) throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let isKeyed = row.id.hasPrefix("SRC-22")
        let human = try model.mapping("Human", identifiedBy: ["name"]) {
            $0.assignsNilForMissingRelationships = row.assignsNil
            if isKeyed {
                $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
                $0.forcesCollectionMapping = true
            } else {
                $0.addAttributeMapping(from: "name", to: "name")
            }
            $0.addRelationshipMapping(
                from: isKeyed ? "{name}.cats" : "cats", to: row.relationship, using: "Cat",
                assignmentPolicy: row.policy)
        }
        let cat = try model.mapping("Cat", identifiedBy: ["name"], ["name": "name", "age": "age"])
        let mappings = MappingSet([human, cat], roots: [.root: "Human"])
        for payload in [row.before, row.payload] {
            try bench.load(isKeyed ? "{\"Blake\": \(payload)}" : payload, mappings)
        }
        let names = { (cats: [String]) in
            "[" + cats.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        }
        #expect(try bench.lines("Human", row.relationship + ".name") == [names(row.cats)])
        #expect(try bench.lines("Cat", "name") == row.all.map { "\"\($0)\"" })
    }

    @Test(arguments: StoreKind.allCases)
    func `a default is for what is missing`(kind: StoreKind) throws {
        // An invalid value is not absent.
        let model = try ManagedObjectModel([
            EntityDescription(
                "Human",
                attributes: [
                    .init("name", .string),
                    .init("likesDogs", .boolean, isOptional: false, defaultValue: true),
                ])
        ])
        let bench = try Workbench(kind, model)
        let mapping = try model.mapping(
            "Human", identifiedBy: ["name"], ["name": "name", "dogs": "likesDogs"]
        ) { $0.assignsDefaultValueForMissingAttributes = true }
        try bench.load(#"{"name": "Blake Watters"}"#, mapping)
        #expect(try bench.lines("Human", "likesDogs") == ["true"])
        try bench.load(#"{"name": "Blake Watters", "dogs": false}"#, mapping)
        let result = try bench.load(#"{"name": "Blake Watters", "dogs": {"x": 1}}"#, mapping)
        #expect(result.issues.map(\.code) == [.invalidValue])
        #expect(try bench.lines("Human", "likesDogs") == ["false"])
        try bench.load(#"{"name": "Blake Watters"}"#, mapping)
        #expect(try bench.lines("Human", "likesDogs") == ["true"])
    }

    @Test func `a union needs a to-many relationship`() throws {
        let model = try People.model()
        let human = try model.mapping("Human", ["name": "name"]) {
            $0.addRelationshipMapping(
                from: "cat", to: "favoriteCat", using: "Cat", assignmentPolicy: .union)
        }
        let mappings = MappingSet(
            [human, try model.mapping("Cat", ["name": "name"])], roots: [.root: "Human"])
        let error: MappingPlanError? = caught { _ = try MappingPlan(mappings, for: model) }
        #expect(error?.problems.map(\.code) == [.assignmentPolicy])
    }

    @Test(arguments: StoreKind.allCases)
    func `a record with none of the mapped keys is an issue`(kind: StoreKind) throws {
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let human = try model.mapping("Human", ["name": "name", "age": "age"]) {
            $0.addRelationshipMapping(from: "cat", to: "favoriteCat", using: "Cat")
        }
        let cat = try model.mapping("Cat", ["name": "name"])
        let mappings = MappingSet([human, cat], roots: [.root: "Human"])
        let result = try bench.load(
            #"[{"favorite_color": "blue"}, {}, {"name": null}, {"cat": {"legs": 4}, "age": 3}]"#,
            mappings)
        #expect(
            result.issues.map(\.description) == [
                "Human: expected at least one of the mapped keys, found none of them, "
                    + "at [0] (line 1, column 2)",
                "Human: expected at least one of the mapped keys, found none of them, "
                    + "at [1] (line 1, column 30)",
                "Human.favoriteCat: expected at least one of the mapped keys, found none of them, "
                    + "at [3].cat (line 1, column 58)",
            ])
        #expect(try bench.lines("Human", "age", "favoriteCat.name") == ["0 | []", "3 | []"])
        let error: MappingError? = caught {
            try bench.load("{}", mappings, options: MappingOptions(failurePolicy: .fail))
        }
        #expect(error?.issue?.code == .unmappableRepresentation)
    }

    @Test(arguments: StoreKind.allCases)
    func `a value that fails leaves out its record and what is a part of it`(
        kind: StoreKind
    ) throws {
        // The same rule, regardless of later values in the record.
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let human = try model.mapping("Human", ["name": "name", "age": "age"]) {
            $0.addRelationshipMapping(from: "cats", to: "cats", using: "Cat")
        }
        let cat = try model.mapping("Cat", ["name": "name"])
        let result = try bench.load(
            """
            [{"name": "A", "cats": [{"name": "X"}]}, {"name": "B", "age": "?", "cats": [{"name": "Y"}]},
             {"name": "C"}]
            """, MappingSet([human, cat], roots: [.root: "Human"]))
        #expect(result.issueCount == 1)
        #expect(result.array.count == 2)
        #expect(try bench.lines("Human", "name") == [#""A""#, #""C""#])
        #expect(try bench.lines("Cat", "name") == [#""X""#])
    }
}
