import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// The reported cases of assignment policies without identification, on every form of a
/// relationship.
@Suite("Reported cases: policies without identification")
struct PolicyRegressionTests {
    /// The forms of the relationship between users and cats.
    enum Form: String, CaseIterable, Sendable {
        case oneSided, ordered, toOneInverse, toManyInverse, orderedWithInverse

        var relationships: (users: RelationshipDescription, cats: [RelationshipDescription]) {
            switch self {
            case .oneSided: (.toMany("cats", "Cat"), [])
            case .ordered: (.toMany("cats", "Cat", isOrdered: true), [])
            case .toOneInverse:
                (
                    .toMany("cats", "Cat", inverse: "owner"),
                    [.toOne("owner", "User", inverse: "cats")]
                )
            case .toManyInverse:
                (
                    .toMany("cats", "Cat", inverse: "owners"),
                    [.toMany("owners", "User", inverse: "cats")]
                )
            case .orderedWithInverse:
                (
                    .toMany("cats", "Cat", inverse: "owner", isOrdered: true),
                    [.toOne("owner", "User", inverse: "cats")]
                )
            }
        }
    }

    private static func model(_ form: Form) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Cat", attributes: [.init("name", .string), .init("railsID", .integer64)],
                relationships: form.relationships.cats),
            EntityDescription("Kitten", parent: "Cat"),
            EntityDescription(
                "User", attributes: [.init("name", .string), .init("userID", .integer64)],
                relationships: [form.relationships.users]),
        ])
    }

    private static func mappings(
        _ model: ManagedObjectModel, _ policy: AssignmentPolicy, usersBy names: [String]? = nil
    ) throws -> MappingSet {
        let cats = try model.mapping("Cat", ["name": "name"])
        let users = try model.mapping(
            "User", identifiedBy: names, names == nil ? [:] : ["id": "userID"]
        ) {
            $0.addRelationshipMapping(
                from: "cats", to: "cats", using: "Cat", assignmentPolicy: policy)
        }
        return MappingSet([users, cats], roots: ["": "User"])
    }

    private struct Bench {
        let bench: Workbench
        let user: ManagedObjectID

        /// Creates a store with a user that has one cat.
        init(_ kind: StoreKind, _ model: ManagedObjectModel, _ name: String) throws {
            let bench = try Workbench(kind, model)
            self.bench = bench
            user = try bench.container.perform { context in
                let cat = context.insert("Cat")
                cat["name"] = .string(name)
                cat["railsID"] = 5
                let user = context.insert("User")
                user[toMany: "cats"] = [cat]
                try context.save()
                return user.objectID
            }
        }

        func load(_ json: String, _ mappings: MappingSet) throws -> MappingResult {
            let plan = try MappingPlan(mappings, for: bench.container.model)
            let operation = MappingOperation(plan)
            let dry = try operation.dryRun(json, in: bench.container, into: user)
            let result = try operation.run(json, in: bench.container, into: user)
            #expect(dry.result.counts == result.counts)
            return result
        }

        func cats() throws -> [String] { try bench.lines("Cat", "name", "railsID") }
        func owned() throws -> Int {
            try bench.container.perform { context in
                try context.object(with: user)?[toMany: "cats"].count ?? 0
            }
        }
    }

    @Test("a union adds to what is there", arguments: StoreKind.allCases, Form.allCases)
    func union(kind: StoreKind, form: Form) throws {
        let model = try Self.model(form)
        let bench = try Bench(kind, model, "Asia")
        let set = try Self.mappings(model, .union)
        let first = try bench.load(#"{"cats": [{"name": "Roy"}]}"#, set)
        #expect(try bench.cats() == [#""Asia" | 5"#, #""Roy" | nil"#])
        #expect(first.counts["Cat"]?.inserted == 1 && first.counts["Cat"]?.updated == 0)
        let second = try bench.load(#"{"cats": [{"name":"Lola"},{"name":"Tom"}]}"#, set)
        #expect(second.counts["Cat"]?.inserted == 2 && second.counts["Cat"]?.updated == 0)
        #expect(
            try bench.cats() == [
                #""Asia" | 5"#, #""Roy" | nil"#, #""Lola" | nil"#, #""Tom" | nil"#,
            ])
        #expect(try bench.owned() == 4)
    }

    @Test(
        "a replacement deletes what the payload lacks", arguments: StoreKind.allCases, Form.allCases
    )
    func replace(kind: StoreKind, form: Form) throws {
        let model = try Self.model(form)
        let bench = try Bench(kind, model, "Lola")
        let set = try Self.mappings(model, .replace)
        let roy = #"{"cats": [{"name": "Roy"}]}"#
        for _ in 0..<2 {
            let result = try bench.load(roy, set)
            #expect(try bench.cats() == [#""Roy" | nil"#])
            let counts = try #require(result.counts["Cat"])
            #expect([counts.inserted, counts.updated, counts.deleted] == [1, 0, 1])
            #expect(try bench.owned() == 1)
        }
        _ = try bench.load(#"{"cats": []}"#, set)
        #expect(try bench.cats() == [] && bench.owned() == 0)
    }

    @Test("a set takes over", arguments: StoreKind.allCases, Form.allCases)
    func set(kind: StoreKind, form: Form) throws {
        let model = try Self.model(form)
        let bench = try Bench(kind, model, "Lola")
        let set = try Self.mappings(model, .set)
        let result = try bench.load(#"{"cats": [{"name": "Roy"}]}"#, set)
        #expect(try bench.cats() == [#""Roy" | 5"#])
        #expect(result.counts["Cat"]?.updated == 1)
    }

    /// Payloads that contain a record of one user repeatedly.
    static let repetitions = [
        #"[{"id":1,"cats":[{"name":"A"}]},{"id":1,"cats":[{"name":"B"}]}]"#,
        #"[{"id":1,"cats":[{"name":"A"}]},{"id":2,"cats":[]},{"id":1,"cats":[{"name":"B"}]}]"#,
        #"[{"id":1,"cats":[{"name":"A"}]},{"id":1},{"id":1,"cats":null},{"id":1,"cats":[{"name":"B"}]}]"#,
        #"[{"id":1},{"id":1,"cats":[{"name":"A"}]},{"id":1,"cats":[]},{"id":1,"cats":{"name":"B"}}]"#,
    ]

    @Test("a union of records that occur twice", arguments: StoreKind.allCases, Form.allCases)
    func twice(kind: StoreKind, form: Form) throws {
        let model = try Self.model(form)
        let set = try Self.mappings(model, .union, usersBy: ["userID"])
        for json in Self.repetitions {
            let bench = try Workbench(kind, model)
            for round in 1...2 {
                let result = try bench.load(json, set)
                #expect(result.counts["Cat"]?.inserted == 2)
                #expect(result.issues == [])
                let names = (1...round).flatMap { _ in ["\"A\"", "\"B\""] }
                let sorted = form.relationships.users.isOrdered ? names : names.sorted()
                let lines = try bench.lines("User", "userID", "cats.name")
                #expect(lines.first == "1 | [\(sorted.joined(separator: ","))]", "\(json)")
            }
        }
    }

    @Test(
        "a union of records that occur twice, with a dynamic mapping",
        arguments: StoreKind.allCases, Form.allCases)
    func twiceDynamic(kind: StoreKind, form: Form) throws {
        let model = try Self.model(form)
        let users = try model.mapping("User", identifiedBy: ["userID"], ["id": "userID"]) {
            $0.addRelationshipMapping(
                from: "cats", to: "cats", using: "Any", assignmentPolicy: .union)
        }
        let choice = DynamicMapping(
            named: "Any",
            [
                .value(at: "kind", equals: "cat", use: "Cat"),
                .value(at: "kind", equals: "kitten", use: "Kitten"),
            ])
        let set = MappingSet(
            [
                users, try model.mapping("Cat", ["name": "name"]),
                try model.mapping("Kitten", ["name": "name"]),
            ], dynamicMappings: [choice], roots: ["": "User"])
        let bench = try Workbench(kind, model)
        let json = #"""
            [{"id":1,"cats":[{"kind":"cat","name":"A"}]},
             {"id":1,"cats":[{"kind":"kitten","name":"B"},{"kind":"cat","name":"C"}]}]
            """#
        try bench.load(json, set)
        #expect(try bench.lines("User", "cats.name") == [#"["A","B","C"]"#])
        #expect(try bench.lines("Kitten", "name") == [#""B""#])
        try bench.load(json, set)
        #expect(try bench.lines("Cat", "name").count == 6)
    }
}
