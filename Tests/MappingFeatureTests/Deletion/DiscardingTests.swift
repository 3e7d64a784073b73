import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Invalid objects and tombstones", .endsInTime)
struct DiscardingTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Village.model()
    }

    private func strictHuman(
        discards: Bool, _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> EntityMapping {
        try model.mapping(
            "StrictHuman", identifiedBy: ["railsID"],
            ["id": "railsID", "name": "name", "requiredCatID": "favoriteCatID"]
        ) {
            $0.addConnection(for: "requiredCat", connectedBy: ["favoriteCatID": "railsID"])
            $0.discardsInvalidObjectsOnInsert = discards
            change(&$0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a required relationship may be filled by a connection`(kind: StoreKind) throws {
        // I04
        let bench = try Workbench(kind, model)
        try bench.insert("Cat", ["railsID": 12345])
        for discards in [true, false] {
            let result = try bench.load(
                #"{"id": 1, "name": "Blake Watters", "requiredCatID": 12345}"#,
                try strictHuman(discards: discards))
            #expect(result.issueCount == 0)
            #expect(try bench.lines("StrictHuman", "requiredCat.railsID") == ["[12345]"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a required relationship may be filled by the object around`(kind: StoreKind) throws {
        // F13
        let bench = try Workbench(kind, model)
        let hoarder = try model.mapping(
            "CatHoarder", identifiedBy: ["railsID"], ["railsID": "railsID", "name": "name"]
        ) { $0.addRelationshipMapping(from: "hoardedCats", to: "hoardedCats", using: "HoardedCat") }
        let cat = try model.mapping(
            "HoardedCat", identifiedBy: ["railsID"], ["railsID": "railsID", "name": "name"]
        ) { $0.discardsInvalidObjectsOnInsert = true }
        try bench.load(
            """
            {"name": "Blake Watters", "railsID": 123,
             "hoardedCats": [{"name": "Asia", "railsID": 12345}]}
            """, MappingSet([hoarder, cat], roots: [.root: "CatHoarder"]))
        #expect(
            try bench.lines("CatHoarder", "name", "hoardedCats.name")
                == [#""Blake Watters" | ["Asia"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `without discarding, an incomplete object fails the save`(kind: StoreKind) throws {
        // I08
        let bench = try Workbench(kind, model)
        let error: ValidationError? = caught {
            try bench.load(#"[{"id": 1, "requiredCatID": 7}]"#, try strictHuman(discards: false))
        }
        #expect(error?.problems.map(\.property) == ["requiredCat"])
        #expect(try bench.lines("Human", "railsID") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves incomplete new objects out, and names them`(kind: StoreKind) throws {
        // I07
        let bench = try Workbench(kind, model)
        try bench.insert("Cat", ["railsID": 8])
        let result = try bench.load(
            #"[{"id": 1, "requiredCatID": 7}, {"id": 2, "requiredCatID": 8}]"#,
            try strictHuman(discards: true))
        #expect(
            result.issues.map(\.description) == [
                "StrictHuman.requiredCat (railsID: 1): expected an object of Cat, found none; the "
                    + "object is left out, at [0] (line 1, column 2)"
            ])
        #expect(result.issues.first?.code == .discarded)
        #expect(result.total.inserted == 1)
        #expect(result.total.failed == 1)
        #expect(result.array.count == 1)
        #expect(try bench.lines("Human", "railsID") == ["2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `fails if the policy says so, and changes nothing`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let before = try bench.content()
        let error: MappingError? = caught {
            try bench.load(
                #"{"id": 1, "requiredCatID": 7}"#, try strictHuman(discards: true),
                options: .init(failurePolicy: .fail))
        }
        #expect(error != nil)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `what needs a left out object goes as well, round by round`(kind: StoreKind) throws {
        let chain = try ManagedObjectModel([
            EntityDescription(
                "Link", attributes: [.init("id", .integer64), .init("nextID", .integer64)],
                relationships: [
                    .toOne("next", "Link", inverse: "previous", isOptional: false),
                    .toMany("previous", "Link", inverse: "next"),
                ])
        ])
        let bench = try Workbench(kind, chain)
        let link = try chain.mapping(
            "Link", identifiedBy: ["id"], ["id": "id", "next": "nextID"]
        ) {
            $0.addConnection(for: "next", connectedBy: ["nextID": "id"])
            $0.discardsInvalidObjectsOnInsert = true
        }
        let result = try bench.load(
            """
            [{"id": 1, "next": 2}, {"id": 2, "next": 3}, {"id": 3, "next": 99},
             {"id": 5, "next": 6}, {"id": 6, "next": 5}]
            """, link)
        #expect(result.issues.map(\.identity) == ["id: 1", "id: 2", "id: 3"])
        #expect(try bench.lines("Link", "id") == ["5", "6"])
    }

    @Test(arguments: StoreKind.allCases)
    func `objects that were there are never left out`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Cat", ["railsID": 8])
        let mapping = try strictHuman(discards: true)
        try bench.load(#"{"id": 2, "requiredCatID": 8}"#, mapping)
        let error: ValidationError? = caught {
            try bench.load(#"{"id": 2, "requiredCatID": 9}"#, mapping)
        }
        #expect(error?.problems.count == 1)
        #expect(try bench.lines("StrictHuman", "requiredCat.railsID") == ["[8]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `tombstones go, whether or not the payload names them`(kind: StoreKind) throws {
        // I01, I02, I03
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 1, "sex": "female"])
        let copy = try Village.model()
        let mapping = try copy.mapping("Human", ["name": "name"]) {
            $0.deletionPredicate = .attribute("sex") == "female"
        }
        let result = try bench.load(#"{"name": "Whatever"}"#, mapping)
        #expect(result.counts["Human"]?.deleted == 1)
        #expect(try bench.lines("Human", "name") == [#""Whatever""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `tombstones are looked for when everything is connected`(kind: StoreKind) throws {
        // I05
        let bench = try Workbench(kind, model)
        try bench.insert("Cat", ["railsID": 12345])
        let mapping = try model.mapping(
            "Human", ["name": "name", "favoriteCatID": "favoriteCatID"]
        ) {
            $0.addConnection(for: "favoriteCat", connectedBy: ["favoriteCatID": "railsID"])
            $0.deletionPredicate = .relationship("favoriteCat").isNil
        }
        try bench.load(
            #"[{"name": "Blake Watters", "favoriteCatID": 12345}, {"name": "Nobody"}]"#, mapping)
        #expect(try bench.lines("Human", "name") == [#""Blake Watters""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `what led to an object that is left out waits for another one`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let human = try model.mapping(
            "Human", identifiedBy: ["railsID"], ["id": "railsID", "cat": "favoriteCatID"]
        ) { $0.addConnection(for: "favoriteCat", connectedBy: ["favoriteCatID": "railsID"]) }
        let cat = try model.mapping("HoardedCat", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.discardsInvalidObjectsOnInsert = true
        }
        let set = MappingSet([human, cat], roots: ["humans": "Human", "cats": "HoardedCat"])
        let result = try bench.load(
            #"{"humans": [{"id": 1, "cat": 7}], "cats": [{"id": 7}]}"#, set)
        #expect(result.issues.map(\.code) == [.discarded])
        #expect(try bench.lines("Human", "railsID", "favoriteCat.railsID") == ["1 | []"])
        #expect(result.unresolved.map(\.relationship) == ["favoriteCat"])
        #expect(result.counts["Human"]?.unresolved == 1)
        try bench.insert("Cat", ["railsID": 7])
        let again = try bench.load(#"{"humans": [{"id": 1, "cat": 7}]}"#, set)
        #expect(again.counts["Human"]?.connected == 1)
        #expect(try bench.lines("Human", "favoriteCat.railsID") == ["[7]"])
    }
}
