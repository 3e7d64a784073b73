import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Relationships to objects without identification, under each policy.
@Suite("Policies without identification")
struct UnidentifiedPolicyTests {
    struct Cat: Entity {
        let name = Attribute<String?>("name")
        let railsID = Attribute<Int64?>("railsID")
    }

    struct User: Entity {
        let userID = Attribute<Int64?>("userID")
        let name = Attribute<String?>("name")
        let cats = ToMany<Cat>("cats")
        let favorite = ToOne<Cat>("favorite")
    }

    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel(Cat.self, User.self)
    }

    /// Returns mappings of users by number, with their cats.
    private func mappings(
        _ policy: AssignmentPolicy, reuses: Bool = true, catsIdentifiedBy names: [String]? = nil
    ) -> MappingSet {
        var cats = EntityMapping(for: Cat.self, infersIdentification: false)
        cats.addAttributeMappings(["name": "name", "id": "railsID"])
        cats.identificationAttributes = names
        cats.reusesUnidentifiedObjects = reuses
        var users = EntityMapping(for: User.self)
        users.addAttributeMappings(["id": "userID", "name": "name"])
        users.addRelationshipMapping(
            from: "cats", to: "cats", using: "Cat", assignmentPolicy: policy)
        users.addRelationshipMapping(
            from: "favorite", to: "favorite", using: "Cat",
            assignmentPolicy: policy == .union ? .set : policy)
        return MappingSet([users, cats], roots: [.root: "User"])
    }

    private func cats(_ bench: Workbench) throws -> [String] {
        try bench.lines("User", "cats.name")
    }

    @Test(arguments: StoreKind.allCases)
    func `a union only adds`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1, "cats": [{"name": "Asia"}]}"#, mappings(.set))
        let roy = #"{"id": 1, "cats": [{"name": "Roy"}]}"#
        let added = try bench.load(roy, mappings(.union))
        #expect(try cats(bench) == [#"["Asia","Roy"]"#])
        #expect(added.counts["Cat"]?.inserted == 1)
        #expect(added.counts["Cat"]?.updated == 0)
        #expect(added.counts["Cat"]?.unidentified == 1)
        try bench.load(#"{"id": 1, "cats": null}"#, mappings(.union))
        #expect(try cats(bench) == [#"["Asia","Roy"]"#])
        try bench.load(roy, mappings(.union))
        #expect(try cats(bench) == [#"["Asia","Roy","Roy"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a list to be replaced grows while an element fails`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1, "cats": [{"name": "a"}, {"name": "b"}]}"#, mappings(.replace))
        let failing = #"{"id": 1, "cats": [{"name": "x"}, {"name": "y", "id": "none"}]}"#
        for names in [#""a","b","x""#, #""a","b","x","x""#] {
            let result = try bench.load(failing, mappings(.replace))
            #expect(result.issues.map(\.path) == ["cats[1].id"])
            #expect(try cats(bench) == ["[\(names)]"])
        }
        try bench.load(#"{"id": 1, "cats": [{"name": "x"}]}"#, mappings(.replace))
        #expect(try cats(bench) == [#"["x"]"#])
        #expect(try bench.lines("Cat", "name") == [#""x""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `what is replaced is deleted, and leaves nothing behind`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let lola = #"{"name": "Lola", "id": 5}"#
        try bench.load(#"{"id": 1, "cats": [\#(lola)], "favorite": \#(lola)}"#, mappings(.set))
        #expect(try bench.lines("Cat", "name", "railsID") == [#""Lola" | 5"#, #""Lola" | 5"#])
        let result = try bench.load(
            #"{"id": 1, "cats": [{"name": "Roy"}], "favorite": {"name": "Mia"}}"#,
            mappings(.replace))
        #expect(try bench.lines("Cat", "name", "railsID") == [#""Roy" | nil"#, #""Mia" | nil"#])
        #expect(try bench.lines("User", "favorite.name") == [#"["Mia"]"#])
        let counts = try #require(result.counts["Cat"])
        #expect([counts.inserted, counts.updated, counts.deleted] == [2, 0, 2])
        try bench.load(#"{"id": 1, "cats": null, "favorite": null}"#, mappings(.replace))
        #expect(try bench.lines("Cat", "name") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `a set takes over in order`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1, "cats": [{"name": "Lola", "id": 5}]}"#, mappings(.set))
        let roy = #"{"id": 1, "cats": [{"name": "Roy"}, {"name": "Mia"}]}"#
        try bench.load(roy, mappings(.set))
        #expect(try bench.lines("Cat", "name", "railsID") == [#""Roy" | 5"#, #""Mia" | nil"#])
        let again = try bench.load(roy, mappings(.set))
        #expect([again.total.inserted, again.total.updated, again.total.deleted] == [0, 0, 0])
    }

    struct TwiceRow: Sendable {
        let policy: AssignmentPolicy
        let left: [String]
    }

    static let twiceRows = [
        TwiceRow(policy: .union, left: ["A", "B"]), TwiceRow(policy: .set, left: ["B"]),
        TwiceRow(policy: .replace, left: ["B"]),
    ]

    @Test("the same record twice", arguments: StoreKind.allCases, twiceRows)
    func twice(kind: StoreKind, row: TwiceRow) throws {
        let bench = try Workbench(kind, model)
        let json = """
            [{"id": 1, "cats": [{"name": "A", "id": 5}]}, {"id": 1, "cats": [{"name": "B"}]}]
            """
        let result = try bench.load(json, mappings(row.policy))
        let names = row.left.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try cats(bench) == ["[\(names)]"])
        #expect(try bench.lines("Cat", "name").count == row.left.count)
        #expect(result.counts["Cat"]?.inserted == row.left.count)
        // The new object contains no value of the replaced one.
        let last = try bench.lines("Cat", "railsID").last
        #expect(last == (row.policy == .set ? "5" : "nil"))
        #expect(result.issues == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `parts of two that look alike are two`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let rex = #"[{"name": "Rex"}]"#
        let set = mappings(.set, catsIdentifiedBy: ["railsID"])
        let json = #"[{"id": 1, "cats": \#(rex)}, {"id": 2, "cats": \#(rex)}]"#
        #expect(try bench.load(json, set).counts["Cat"]?.inserted == 2)
        #expect(try bench.lines("User", "cats.name") == [#"["Rex"]"#, #"["Rex"]"#])
        #expect(try bench.load(json, set).total.inserted == 0)
    }

    @Test(arguments: StoreKind.allCases, [AssignmentPolicy.set, .union])
    func `without reuse every record is inserted every time`(
        kind: StoreKind, policy: AssignmentPolicy
    ) throws {
        let bench = try Workbench(kind, model)
        let json = #"{"id": 1, "cats": [{"name": "A"}, {"name": "B"}], "favorite": {"name": "C"}}"#
        for round in 1...2 {
            let result = try bench.load(json, mappings(policy, reuses: false))
            #expect(result.counts["Cat"]?.inserted == 3)
            #expect(try bench.lines("Cat", "name").count == 3 * round)
        }
        let count = policy == .set ? 2 : 4
        #expect(try bench.lines("User", "cats.name")[0].split(separator: ",").count == count)
    }

    @Test(arguments: StoreKind.allCases)
    func `what could not be read keeps its place`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(
            #"{"id": 1, "cats": [{"name": "A"}, {"name": "B"}]}"#, mappings(.set))
        let result = try bench.load(
            #"{"id": 1, "cats": [{"nom": "A"}, {"name": "C"}]}"#, mappings(.set))
        #expect(try cats(bench) == [#"["A","C"]"#])
        #expect(result.issues.map(\.code) == [.unmappableRepresentation])
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(20))
    func `elements that are never read have no place`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try Workbench(kind, model)
        var names: [String] = []
        let elements = (0..<Int.random(in: 1...8, using: &random)).map { number in
            guard Bool.random(using: &random) else { return [#""plain""#, "3"][number % 2] }
            names.append("\(number)")
            return #"{"name": "\#(number)"}"#
        }
        let json = #"{"id": 1, "cats": [\#(elements.joined(separator: ", "))]}"#
        try bench.load(json, mappings(.set))
        for _ in 0..<2 {
            let again = try bench.load(json, mappings(.set)).total
            #expect(again.inserted == 0 && again.updated == 0, "seed \(seed): \(json)")
        }
        #expect(try cats(bench) == ["[\(names.map { "\"\($0)\"" }.joined(separator: ","))]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `annotated entities without identity are inserted every time`(
        kind: StoreKind
    ) throws {
        let model = try GrootModel.comic(AnnotationChange("Power", "identityAttribute", nil))
        let groot = try GrootBench(kind, model)
        let json = """
            {"id": "1", "name": "A", "real_name": "a",
             "powers": [{"id": "1", "name": "a"}, {"id": "2", "name": "b"}]}
            """
        try groot.loadCleanly(json, into: "Character")
        try groot.loadCleanly(json, into: "Character")
        #expect(try groot.count("Power") == 4)
        var rules = AnnotationRules.default
        rules.reusesUnidentifiedObjects = true
        let reusing = try GrootBench(kind, model, rules: rules)
        try reusing.loadCleanly(json, into: "Character")
        try reusing.loadCleanly(json, into: "Character")
        #expect(try reusing.count("Power") == 2)
    }
}
