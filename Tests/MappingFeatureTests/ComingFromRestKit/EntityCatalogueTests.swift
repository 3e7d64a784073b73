import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import Testing

/// Rows of the catalogue's sections 2.A, 2.E, 2.F, 2.G and 2.H that concern a whole load.
///
/// The rows for RestKit's in-memory cache (A08, A11, E04, E07, H19) repeat those for its fetching
/// cache; the suite of look-up strategies tests them for every strategy. A01 concerns a mapping of
/// a plain class, which is an `ObjectMapping` here. A36 and A37 map the objects of one mapping to a
/// store of their own; here stores are chosen by entity, in a `PartitionedStore`.
@Suite("Rows of the catalogue: entities")
struct EntityCatalogueTests {
    private static func byKey(
        _ model: ManagedObjectModel, _ identification: [String], root: PayloadPath = .root
    ) throws -> MappingSet {
        let human = try model.mapping("Human", identifiedBy: identification) {
            $0.forcesCollectionMapping = true
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
            $0.addAttributeMapping(from: "(name).id", to: "railsID")
            $0.addAttributeMapping(from: "(name).sex", to: "sex")
        }
        return MappingSet([human], roots: [root: "Human"])
    }

    struct KeyRow: Sendable, CustomTestStringConvertible {
        let id: String
        let identification: [String]
        var testDescription: String { id }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            KeyRow(id: "A16", identification: ["name"]),
            KeyRow(id: "A17", identification: ["railsID"]),
            KeyRow(id: "A18", identification: ["name", "railsID"]),
            KeyRow(id: "A19", identification: ["railsID", "name"]),
        ])
    func `identifies by the key of the representation`(kind: StoreKind, row: KeyRow) throws {
        let model = try Village.model()
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["name": "Blake", "railsID": 12345])
        let result = try bench.load(
            #"{"Blake": {"id": "12345", "sex": "m"}}"#, try Self.byKey(model, row.identification))
        #expect(result.total.updated == 1)
        #expect(try bench.lines("Human", "name", "railsID", "sex") == [#""Blake" | 12345 | "m""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `looks all keys of a collection up at once`(kind: StoreKind) throws {
        // A20: RestKit looks up twice
        let model = try Village.model()
        let bench = try Workbench(kind, model)
        let result = try bench.load(
            #"{"users": {"blake": {"id": 31337}, "rachit": {"id": 7}}}"#,
            try Self.byKey(model, ["name"], root: "users"))
        #expect(result.total.inserted == 2)
        #expect(
            try bench.lines("Human", "name", "railsID") == [#""blake" | 31337"#, #""rachit" | 7"#])
    }

    struct Around: Sendable, CustomTestStringConvertible {
        let id: String
        let source: PayloadPath
        let relationship: PayloadPath
        let payload: String
        var testDescription: String { id }
    }

    private static let around: [Around] = [
        Around(
            id: "A27", source: "@metadata.mapping.parentObject.houseID", relationship: "friends",
            payload: #"{"name": "Blake", "house_id": 2, "friends": [{"name": "Jeff"}]}"#),
        Around(
            id: "A28, A32", source: "@parent.house_id", relationship: "friends",
            payload: #"{"name": "Blake", "house_id": 2, "friends": [{"name": "Jeff"}]}"#),
        Around(
            id: "A29", source: "@parent.@parent.house.house_id", relationship: "people.friends",
            payload: """
                {"name": "Blake", "house": {"house_id": 2}, "people": {"friends": [{"name": "Jeff"}]}}
                """),
        Around(
            id: "A30, A31", source: "@root.house.house_id", relationship: "people.friends",
            payload: """
                {"name": "Blake", "house": {"house_id": 2}, "people": {"friends": [{"name": "Jeff"}]}}
                """),
    ]

    @Test(arguments: StoreKind.allCases, around)
    func `identifies by what is around the record`(kind: StoreKind, row: Around) throws {
        let model = try Village.model()
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["name": "Jeff", "houseID": 1])
        try bench.insert("Human", ["name": "Jeff", "houseID": 2])
        let human = try model.mapping("Human", ["name": "name", "house_id": "houseID"]) {
            $0.addRelationshipMapping(from: row.relationship, to: "friends", using: "Friend")
        }
        let friend = try model.mapping(
            "Human", identifiedBy: ["name", "houseID"], ["name": "name", row.source: "houseID"]
        ) { $0.name = "Friend" }
        let result = try bench.load(
            row.payload, MappingSet([human, friend], roots: [.root: "Human"]))
        #expect(result.total.inserted == 1)
        #expect(try bench.lines("Human", "name", "friends.houseID").last == #""Blake" | [2]"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `a dynamic mapping chooses the entity`(kind: StoreKind) throws {
        // A34
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let set = MappingSet(
            [
                try model.mapping(
                    "Parent", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]),
                try model.mapping(
                    "Child", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]),
            ],
            dynamicMappings: [
                DynamicMapping(
                    named: "Person", [.table(at: "type", ["Parent": "Parent", "Child": "Child"])])
            ], roots: [.root: "Person"])
        try bench.load(
            """
            [{"name": "Dan", "type": "Parent", "age": 33, "id": 1},
             {"name": "Gargamel", "type": "Child", "id": 2}]
            """, set)
        #expect(try bench.lines("Parent", "name") == [#""Dan""#])
        #expect(try bench.lines("Child", "name") == [#""Gargamel""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `two units of work that load one object make it once`(kind: StoreKind) throws {
        // E05, E10
        let model = try Village.model()
        let bench = try Workbench(kind, model)
        let mapping = try model.mapping(
            "Human", identifiedBy: ["railsID"], ["name": "name", "railsID": "railsID"])
        let payload = #"{"name": "Blake", "railsID": 31337}"#
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Human"]), for: model)
        let operation = MappingOperation(plan)
        let document = try PayloadDocument(parsing: payload)
        let code = try bench.container.perform { outer -> StoreError.Code? in
            _ = try operation.run(document, in: outer)
            // A different unit of work maps and saves the same object in the meantime.
            _ = try operation.run(document, in: bench.container)
            do {
                try outer.save()
                return nil
            } catch let error as StoreError {
                return error.code
            }
        }
        #expect(code == .uniqueness)
        #expect(try operation.run(document, in: bench.container).total.unchanged == 1)
        #expect(try bench.lines("Human", "railsID") == ["31337"])
    }

    @Test(arguments: StoreKind.allCases)
    func `maps entities that have no Swift type of their own`(kind: StoreKind) throws {
        // F07
        let model = try Village.model()
        let bench = try Workbench(kind, model)
        let storm = try model.mapping("Storm", ["name": "name"]) {
            $0.addRelationshipMapping(from: "clouds", to: "clouds", using: "Cloud")
        }
        let cloud = try model.mapping("Cloud", ["name": "name"])
        try bench.load(
            #"{"name": "Hurricane", "clouds": [{"name": "Nimbus"}]}"#,
            MappingSet([storm, cloud], roots: [.root: "Storm"]))
        #expect(try bench.lines("Storm", "name", "clouds.name") == [#""Hurricane" | ["Nimbus"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a list as it is in an array attribute`(kind: StoreKind) throws {
        // F10: RestKit's set is an array here, which keeps the order
        let model = try Village.model()
        let bench = try Workbench(kind, model)
        let mapping = try model.mapping("Human", ["favoriteColors": "favoriteColors"])
        try bench.load(#"{"favoriteColors": ["Blue", "Red"]}"#, mapping)
        #expect(try bench.lines("Human", "favoriteColors") == [#"["Blue", "Red"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `replaces the object of a to-one relationship by one that a dynamic mapping makes`(
        kind: StoreKind
    ) throws {
        // G07
        let model = try People.model()
        let bench = try Workbench(kind, model)
        let cat = try model.mapping("Cat", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(
                from: "human", to: "human", using: "Person", assignmentPolicy: .replace)
        }
        let set = MappingSet(
            [
                cat, try model.mapping("Parent", identifiedBy: ["railsID"], ["id": "railsID"]),
                try model.mapping("Child", identifiedBy: ["railsID"], ["id": "railsID"]),
            ],
            dynamicMappings: [
                DynamicMapping(
                    named: "Person", [.table(at: "type", ["Parent": "Parent", "Child": "Child"])])
            ], roots: [.root: "Cat"])
        try bench.load(#"{"id": 5555, "human": {"id": 1, "type": "Child"}}"#, set)
        try bench.load(#"{"id": 5555, "human": {"id": 2, "type": "Parent"}}"#, set)
        #expect(try bench.lines("Human", "railsID", "cats.railsID") == ["2 | [5555]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `connections need no cache`(kind: StoreKind) throws {
        // H23: RestKit fails without one (item 119); here a load always finds the objects it
        // connects.
        let model = try Village.model()
        let bench = try Workbench(kind, model)
        try bench.insert("Cat", ["railsID": 7])
        let human = try model.mapping("Human", ["cat": "favoriteCatID"]) {
            $0.addConnection(for: "favoriteCat", connectedBy: ["favoriteCatID": "railsID"])
        }
        #expect(try bench.load(#"{"cat": 7}"#, human).total.connected == 1)
    }
}
