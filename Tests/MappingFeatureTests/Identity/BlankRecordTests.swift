import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// Representations without values: each is an issue, and none creates an object.
@Suite("Nothing blank")
struct BlankRecordTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    private func humans(
        identifiedBy names: [String]?, _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        let human = try model.mapping(
            "Human", identifiedBy: names, ["id": "railsID", "name": "name"]
        ) {
            $0.addRelationshipMapping(from: "cats", to: "cats", using: "Cat")
            $0.addRelationshipMapping(from: "pet", to: "favoriteCat", using: "Cat")
            change(&$0)
        }
        let cat = try model.mapping("Cat", identifiedBy: names, ["id": "railsID", "name": "name"])
        return MappingSet([human, cat], roots: ["humans": "Human"])
    }

    /// Payloads with one blank representation each, and its location.
    static let blanks = [
        (#"{"humans": {}}"#, "humans"), (#"{"humans": [{}]}"#, "humans[0]"),
        (#"{"humans": {"error": "x"}}"#, "humans"), (#"{"humans": [7]}"#, "humans[0]"),
        (#"{"humans": "7"}"#, "humans"), (#"{"humans": [true]}"#, "humans[0]"),
        (#"{"humans": {"id": 1, "cats": [{}]}}"#, "humans.cats[0]"),
        (#"{"humans": {"id": 1, "cats": ["x"]}}"#, "humans.cats[0]"),
        (#"{"humans": {"id": 1, "pet": {}}}"#, "humans.pet"),
        (#"{"humans": {"id": 1, "pet": 3}}"#, "humans.pet"),
        (#"{"humans": {"id": 1, "pet": {"nom": 3}}}"#, "humans.pet"),
    ]

    @Test(arguments: StoreKind.allCases, blanks)
    func `is an issue, however often it comes`(
        kind: StoreKind, row: (json: String, path: String)
    ) throws {
        for names in [nil, ["railsID"]] {
            let bench = try Workbench(kind, model)
            for _ in 0..<3 {
                let result = try bench.load(row.json, humans(identifiedBy: names))
                #expect(result.issues.map(\.path) == [row.path])
                let codes: [MappingIssue.Code] = [.unmappableRepresentation, .unexpectedKind]
                #expect(result.issues.allSatisfy { codes.contains($0.code) })
            }
            #expect(try bench.lines("Cat", "name") == [])
            let humans = try bench.lines("Human", "railsID")
            #expect(humans.allSatisfy { $0 == "1" })
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `is one whatever the mapping does with what is missing`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        for json in [#"{"humans": {}}"#, #"{"humans": {"error": 1}}"#] {
            let result = try bench.load(
                json,
                humans(identifiedBy: nil) {
                    $0.assignsDefaultValueForMissingAttributes = true
                    $0.assignsNilForMissingRelationships = true
                })
            #expect(result.issues.map(\.code) == [.unmappableRepresentation])
        }
        #expect(try bench.lines("Human", "name") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `what lies around a record is not in it`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let cat = try model.mapping(
            "Cat",
            ["name": "name", "@parent.id": "humanId", "@metadata.mapping.collectionIndex": "age"])
        let human = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(from: "cats", to: "cats", using: "Cat")
        }
        let set = MappingSet([human, cat], roots: [.root: "Human"])
        let result = try bench.load(#"{"id": 1, "cats": [{"name": "A"}, {}, {"x": 1}]}"#, set)
        #expect(result.issues.map(\.path) == ["cats[1]", "cats[2]"])
        #expect(try bench.lines("Cat", "name", "humanId", "age") == [#""A" | 1 | 0"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a mapping that reads only what lies around finds it there`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let cat = try model.mapping("Cat", ["@parent.id": "humanId"])
        let human = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(from: "cats", to: "cats", using: "Cat")
        }
        let set = MappingSet([human, cat], roots: [.root: "Human"])
        try bench.load(#"{"id": 1, "cats": [{}]}"#, set).requireNoIssues()
        #expect(try bench.lines("Cat", "humanId") == ["1"])
    }

    @Test(arguments: StoreKind.allCases)
    func `parts of the representation itself count, others do not`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let human = try model.mapping("Human", ["name": "name"]) {
            $0.addRelationshipMapping(from: .root, to: "house", using: "House")
        }
        let house = try model.mapping("House", ["city": "city"])
        let set = MappingSet([human, house], roots: [.root: "Human"])
        let result = try bench.load(#"[{"city": "Durham"}, {"error": "x"}, {}]"#, set)
        #expect(result.issues.map(\.path) == ["[1]", "[2]"])
        #expect(try bench.lines("Human", "house.city") == [#"["Durham"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a payload that is nothing but a number is no record`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        var human = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"])
        human.acceptsIdentifiers = true
        for json in ["3", #""3""#, "true"] {
            let result = try bench.load(json, human)
            #expect(result.issues.map(\.code) == [.unexpectedKind])
            #expect(result.total.inserted == 0)
        }
        try bench.load("[3, 4]", human).requireNoIssues()
        #expect(try bench.lines("Human", "railsID") == ["3", "4"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a record without identification is still what its mapping makes of it`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        for policy in [MissingIdentificationPolicy.insert, .skip] {
            let result = try bench.load(
                #"{"humans": {}}"#,
                humans(identifiedBy: ["railsID"]) { $0.missingIdentification = policy })
            #expect(result.issueCount == 1)
        }
        let error: MappingError? = caught {
            try bench.load(
                #"{"humans": {}}"#,
                humans(identifiedBy: ["railsID"]) { $0.missingIdentification = .fail })
        }
        #expect(error?.issue?.code == .missingIdentification)
        try bench.load(
            #"{"humans": {"name": "A"}}"#, humans(identifiedBy: ["railsID"])
        ).requireNoIssues()
        #expect(try bench.lines("Human", "name") == [#""A""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `an empty answer about a known object is none`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let id = try bench.insert("Human", ["name": "A"])
        let plan = try MappingPlan(
            MappingSet(humans(identifiedBy: nil).mappings, roots: [.root: "Human"]), for: model)
        let result = try MappingOperation(plan).run("{}".utf8, in: bench.container, into: id)
        try result.requireNoIssues()
        #expect(try bench.lines("Human", "name") == [#""A""#])
    }
}
