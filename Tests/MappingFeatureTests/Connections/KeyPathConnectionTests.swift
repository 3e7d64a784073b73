import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Connections by key path")
struct KeyPathConnectionTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Village.model()
    }

    /// Returns mappings of humans and houses, with a relationship of humans filled by a key path.
    private func mappings(
        _ relationship: String, _ keyPath: String,
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        let human = try model.mapping(
            "Human", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]
        ) {
            $0.addRelationshipMapping(from: "residence", to: "residence", using: "House")
            $0.addRelationshipMapping(from: "houses", to: "housesResidedAt", using: "House")
            $0.addConnection(for: relationship, keyPath: keyPath)
            change(&$0)
        }
        let house = try model.mapping("House", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(from: "owner", to: "owner", using: "Person")
            $0.addRelationshipMapping(from: "residents", to: "residents", using: "Person")
            $0.addRelationshipMapping(
                from: "owners", to: "ownersInChronologicalOrder", using: "Person")
        }
        let person = try model.mapping(
            "Human", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]
        ) { $0.name = "Person" }
        return MappingSet(
            [human, house, person], roots: ["humans": "Human", "houses": "House"])
    }

    @Test(arguments: StoreKind.allCases)
    func `fills a to-one relationship from two others`(kind: StoreKind) throws {
        // H04
        let bench = try Workbench(kind, model)
        let payload = """
            {"humans": [{"id": 1, "residence": {"id": 10, "owner": {"id": 2, "name": "Home"}}}]}
            """
        let set = try mappings("landlord", "residence.owner")
        #expect(try bench.load(payload, set).counts["Human"]?.connected == 1)
        #expect(try bench.lines("Human", "railsID", "landlord.name").contains(#"1 | ["Home"]"#))
        #expect(try bench.load(payload, set).total.connected == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `fills a to-many relationship, in order where there is one`(kind: StoreKind) throws {
        // H05, H06, H07, H08
        let bench = try Workbench(kind, model)
        let payload = """
            {"humans": [
                {"id": 1, "residence": {"id": 10, "residents": [{"id": 1}, {"id": 2}]},
                 "houses": [{"id": 11, "owners": [{"id": 4}, {"id": 3}]},
                            {"id": 12, "owners": [{"id": 6}, {"id": 3}, {"id": 5}]}]},
                {"id": 7}]}
            """
        try bench.load(payload, try mappings("roommates", "residence.residents"))
        #expect(
            try bench.lines("Human", "railsID", "roommates.railsID").prefix(1) == ["1 | [1,2]"])
        try bench.load(
            payload,
            try mappings("friendsInTheOrderWeMet", "housesResidedAt.ownersInChronologicalOrder"))
        let lines = try bench.lines("Human", "railsID", "friendsInTheOrderWeMet.railsID")
        #expect(lines.contains("1 | [4,3,6,5]"))
        #expect(lines.contains("7 | []"))
    }

    @Test(arguments: StoreKind.allCases)
    func `follows what changes on the way, in later loads and from either end`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let set = try mappings("landlord", "residence.owner")
        try bench.load(
            #"{"humans": [{"id": 1, "residence": {"id": 10}}, {"id": 2}, {"id": 3}]}"#, set)
        #expect(try bench.lines("Human", "landlord.railsID") == ["[]", "[]", "[]"])
        try bench.load(#"{"houses": [{"id": 10, "owner": {"id": 2}}]}"#, set)
        #expect(try bench.lines("Human", "landlord.railsID") == ["[2]", "[]", "[]"])
        try bench.load(
            #"{"houses": [{"id": 10, "owner": {"id": 3}, "residents": [{"id": 2}]}]}"#, set)
        #expect(try bench.lines("Human", "landlord.railsID") == ["[]", "[3]", "[]"])
        try bench.load(#"{"houses": [{"id": 10, "owner": null}]}"#, set)
        #expect(try bench.lines("Human", "landlord.railsID") == ["[]", "[]", "[]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `is kept by the store, and completed by loads that do not know of it`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.load(
            #"{"humans": [{"id": 1, "residence": {"id": 10}}]}"#,
            try mappings("landlord", "residence.owner"))
        let house = try model.mapping("House", identifiedBy: ["railsID"], ["id": "railsID"]) {
            $0.addRelationshipMapping(from: "owner", to: "owner", using: "Human")
        }
        let human = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"])
        try bench.load(
            #"{"id": 10, "owner": {"id": 2}}"#,
            MappingSet([house, human], roots: [.root: "House"]))
        #expect(try bench.lines("Human", "landlord.railsID") == ["[2]", "[]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `applies predicates, and keeps missing objects on request`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        func set(_ onMissing: ConnectionDescription.MissingKeyPolicy) throws -> MappingSet {
            try mappings("roommates", "residence.residents") {
                $0.removeConnection(for: "roommates")
                $0.addConnection(
                    ConnectionDescription(
                        entity: "Human", relationship: "roommates", keyPath: "residence.residents",
                        sourcePredicate: .attribute("railsID") != 2,
                        destinationPredicate: .attribute("railsID") > 1, onMissing: onMissing))
            }
        }
        try bench.load(
            #"{"houses": [{"id": 10, "residents": [{"id": 1}, {"id": 2}, {"id": 3}]}], "humans": [{"id": 1}, {"id": 2}]}"#,
            try set(.keep))
        let lines = ["1 | [2,3]", "2 | []", "3 | [2,3]"]
        #expect(try bench.lines("Human", "railsID", "roommates.railsID") == lines)
        try bench.load(#"{"humans": [{"id": 1, "residence": null}]}"#, try set(.keep))
        #expect(try bench.lines("Human", "railsID", "roommates.railsID").first == lines[0])
        try bench.load(#"{"humans": [{"id": 1, "residence": null}]}"#, try set(.clear))
        #expect(try bench.lines("Human", "railsID", "roommates.railsID").first == "1 | []")
    }

    @Test(arguments: StoreKind.allCases)
    func `takes the oldest of several for a to-one relationship, and says so`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(
            #"{"humans": [{"id": 1, "residence": {"id": 10, "residents": [{"id": 1}, {"id": 2}]}}]}"#,
            try mappings("landlord", "residence.residents"))
        #expect(result.issues.map(\.code) == [.ambiguousConnection, .ambiguousConnection])
        #expect(try bench.lines("Human", "railsID", "landlord.railsID").contains("1 | [1]"))
    }

    @Test(arguments: StoreKind.allCases)
    func `is made for objects that were inserted by hand`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.container.perform { context in
            let (tenant, owner, house) = (
                context.insert("Human"), context.insert("Human"), context.insert("House")
            )
            owner["name"] = "Owner"
            house[toOne: "owner"] = owner
            tenant[toOne: "residence"] = house
            try context.save()
        }
        let plan = try MappingPlan(try mappings("landlord", "residence.owner"), for: model)
        #expect(try ConnectionOperation(plan).run(in: bench.container).connected == 1)
        #expect(try bench.lines("Human", "landlord.name") == [#"["Owner"]"#, "[]"])
        #expect(try ConnectionOperation().run(in: bench.container).connected == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `asks the same number of questions for ten objects and for a thousand`(
        kind: StoreKind
    ) throws {
        let log = Log()
        func statements(_ count: Int) throws -> Int {
            let bench = try Workbench(.sqlite, model, trace: { log.add($0) })
            let set = try mappings("landlord", "residence.owner")
            let humans = (1...count).map {
                #"{"id": \#($0), "residence": {"id": \#($0 + 10_000)}}"#
            }
            let houses = (1...count).map {
                #"{"id": \#($0 + 10_000), "owner": {"id": \#($0 + 20_000)}}"#
            }
            try bench.load("{\"humans\": [\(humans.joined(separator: ","))]}", set)
            // Before many rows, the store queries its indexes and whether a table is empty.
            func isQuestion(_ sql: String) -> Bool {
                sql.hasPrefix("SELECT") && !sql.hasPrefix("SELECT EXISTS (SELECT 1 FROM \"")
                    && !sql.contains("FROM sqlite_schema")
            }
            let before = log.lines.filter(isQuestion).count
            try bench.load("{\"houses\": [\(houses.joined(separator: ","))]}", set)
            return log.lines.filter(isQuestion).count - before
        }
        #expect(try statements(10) == statements(1000))
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let connection: ConnectionDescription
        let problem: String
        var testDescription: String { problem }
    }

    private static let mistakes = [
        Mistake(
            connection: ConnectionDescription(
                entity: "Human", relationship: "landlord", keyPath: "residense.owner"),
            problem: "Human: the connection of 'landlord' by 'residense.owner': no relationship "
                + "'residense' in Human; did you mean 'residence'?"),
        Mistake(
            connection: ConnectionDescription(
                entity: "Human", relationship: "landlord", keyPath: "residence.city"),
            problem:
                "Human: the connection of 'landlord' by 'residence.city': 'city' is an attribute "
                + "of House; expected a relationship"),
        Mistake(
            connection: ConnectionDescription(
                entity: "Human", relationship: "landlord", keyPath: "residence"),
            problem: "Human: the connection of 'landlord' by 'residence': it leads to House; "
                + "expected Human"),
        Mistake(
            connection: ConnectionDescription(
                entity: "Human", relationship: "landlord", keyPath: "landlord"),
            problem:
                "Human: the connection of 'landlord' by 'landlord': the relationship would follow "
                + "itself"),
    ]

    @Test(arguments: StoreKind.allCases)
    func `follows as many steps as a predicate may, and refuses more`(kind: StoreKind) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Link", attributes: [.init("linkID", .integer64)],
                relationships: [
                    .toOne("next", "Link", inverse: "former"), .toMany("former", "Link"),
                    .toOne("end", "Link"), .toMany("ends", "Link"),
                ])
        ])
        func plan(_ steps: Int) throws -> MappingPlan {
            var link = try model.mapping("Link", identifiedBy: ["linkID"], ["id": "linkID"])
            let path = Array(repeating: "next", count: steps).joined(separator: ".")
            for name in ["end", "ends"] {
                link.addConnection(
                    ConnectionDescription(entity: "Link", relationship: name, keyPath: path))
            }
            return try MappingPlan(MappingSet([link], roots: [.root: "Link"]), for: model)
        }
        let bench = try Workbench(kind, model)
        try bench.container.perform { context in
            var last: ManagedObject?
            for number in 0...30 as ClosedRange<Int64> {
                let link = context.insert("Link")
                link["linkID"] = .integer(number)
                last?[toOne: "next"] = link
                last = link
            }
            try context.save()
        }
        // A payload first: the paths are evaluated object by object, then by the store.
        _ = try MappingOperation(plan(30)).run(#"{"id": 0}"#, in: bench.container)
        #expect(try bench.lines("Link", "end.linkID", "ends.linkID")[0] == "[30] | [30]")
        try bench.container.perform { context in
            let first = try context.fetch(FetchRequest("Link"))[0]
            first[toOne: "end"] = nil
            first[toMany: "ends"] = []
            try context.save()
        }
        #expect(try ConnectionOperation().run(in: bench.container).connected == 2)
        #expect(try bench.lines("Link", "end.linkID", "ends.linkID")[0] == "[30] | [30]")
        let error: MappingPlanError? = caught { _ = try plan(31) }
        #expect(
            error?.problems.map(\.message).first
                == "the connection of 'end' by a key path of 31 steps: at most 30 can be followed; fill "
                + "a relationship half-way by a connection of its own, and begin there")
    }

    @Test(arguments: mistakes)
    func `reports a path that leads elsewhere`(mistake: Mistake) throws {
        var human = EntityMapping(forEntityNamed: "Human", in: model, infersIdentification: false)
        human.addAttributeMapping(from: "name", to: "name")
        human.addConnection(mistake.connection)
        let error: MappingPlanError? = caught {
            _ = try MappingPlan(MappingSet([human], roots: [.root: "Human"]), for: model)
        }
        #expect(error?.problems.map(\.description) == [mistake.problem])
    }

    /// The houses of a human, given by the indices of their owners, oldest first, and the resulting
    /// landlord.
    struct Ways: Sendable, CustomTestStringConvertible {
        let owners: [Int]
        let landlord: String
        let isAmbiguous: Bool
        var testDescription: String { "\(owners)" }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            Ways(owners: [1, 1], landlord: #"["1"]"#, isAmbiguous: false),
            Ways(owners: [1, 0], landlord: #"["0"]"#, isAmbiguous: true),
            Ways(owners: [2, 1, 2], landlord: #"["1"]"#, isAmbiguous: true),
        ])
    func `several ways to one destination are none too many, and of several the oldest is taken`(
        kind: StoreKind, ways: Ways
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.container.perform { context in
            let owners = (0..<3).map { number in
                let owner = context.insert("Human")
                owner["name"] = .string("\(number)")
                return owner
            }
            context.insert("Human")[toMany: "housesResidedAt"] = ways.owners.map { place in
                let house = context.insert("House")
                house[toOne: "owner"] = owners[place]
                return house
            }
            try context.save()
        }
        let plan = try MappingPlan(
            try mappings("landlord", "housesResidedAt.owner"), for: model)
        let (inContext, landlord) = try bench.container.perform { context in
            let result = try ConnectionOperation(plan).run(in: context)
            let human = try context.fetch(FetchRequest("Human")).last
            return (result, human?.text(at: "landlord.name"))
        }
        let inStore = try ConnectionOperation(plan).run(in: bench.container)
        #expect(inStore == inContext && landlord == ways.landlord)
        #expect(inStore.connected == 1 && inStore.ambiguous == (ways.isAmbiguous ? 1 : 0))
        #expect(try bench.lines("Human", "landlord.name").last == ways.landlord)
    }
}
