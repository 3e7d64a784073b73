import Mercator
import TestSupport
import Testing

@Suite("Cases that an enumeration does not have")
struct UnknownCaseTests {
    enum Level: String, AttributeValue, CaseIterable { case junior, senior, other }

    private func run<Content: AttributeValue & Equatable>(
        _ type: Content.Type, _ json: String, _ expected: [Int64: Content], issues: [String],
        _ kind: StoreKind, options: MappingOptions = MappingOptions(),
        set: (inout MappingSet) -> Void = { _ in },
        change: (inout EntityMapping) -> Void = { _ in }
    ) throws {
        let model = try Holder<Content>.model()
        let load = try Holder<Content>.load(model, set, change)
        let operation = MappingOperation(load.plan, options: options)
        try kind.withContainer(model) { container throws in
            // The previous value must not remain.
            _ = try operation.run(#"[{"n": 1, "v": "senior"}]"#.utf8, in: container)
            for _ in 0..<2 {
                let result = try operation.run(Array(json.utf8), in: container)
                #expect(result.issues.map(\.path) == issues)
                #expect(result.issues.allSatisfy { $0.code == .invalidValue })
            }
            #expect(try Holder<Content>.contents(in: container) == expected)
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [FailurePolicy.skipRecord, .skipValue, .fail])
    func `an optional attribute becomes nil and the record stays, whatever the failure policy`(
        kind: StoreKind, policy: FailurePolicy
    ) throws {
        try run(
            Level?.self, #"[{"n": 1, "v": "boss"}, {"n": 2, "v": "junior"}]"#,
            [1: nil, 2: .junior], issues: ["[0].v"], kind,
            options: MappingOptions(failurePolicy: policy))
    }

    @Test(arguments: StoreKind.allCases)
    func `an attribute that must have a value is invalid`(kind: StoreKind) throws {
        try run(
            Level.self, #"[{"n": 1, "v": "boss"}, {"n": 2, "v": "boss"}]"#, [1: .senior],
            issues: ["[0].v", "[1].v"], kind)
    }

    @Test(arguments: StoreKind.allCases)
    func `a fallback is named for an attribute, a mapping or a set`(kind: StoreKind) throws {
        let json = #"[{"n": 1, "v": "boss"}, {"n": 2, "v": "chief"}]"#
        let expected: [Int64: Level] = [1: .other, 2: .other]
        try run(Level.self, json, expected, issues: [], kind) { _ in
        } change: {
            $0.removeMappings(to: "content")
            $0.addAttributeMapping(
                from: "v", to: \Holder<Level>.content, unknownCases: .fallback(Level.other))
        }
        try run(Level.self, json, expected, issues: [], kind) { _ in
        } change: {
            $0.unknownCases = .fallback("other")
        }
        try run(Level.self, json, expected, issues: [], kind) {
            $0.unknownCases = .fallback(Level.other)
        }
        // The nearest policy applies.
        try run(Level?.self, json, [1: nil, 2: nil], issues: [], kind) {
            $0.unknownCases = .fallback(Level.other)
        } change: {
            $0.unknownCases = .assignNil
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `elements are cases, too`(kind: StoreKind) throws {
        let json = #"[{"n": 1, "v": ["senior", "boss"]}, {"n": 2, "v": ["chief"]}]"#
        try run([Level]?.self, json, [1: nil, 2: nil], issues: ["[0].v[1]", "[1].v[0]"], kind)
        try run(
            [Level?].self, json, [1: [.senior, nil], 2: [nil]], issues: ["[0].v[1]", "[1].v[0]"],
            kind)
        try run([Level].self, json, [1: [.senior, .other], 2: [.other]], issues: [], kind) {
            $0.unknownCases = .fallback(Level.other)
        }
        try run([Level].self, json, [1: [.senior]], issues: ["[0].v[1]", "[1].v[0]"], kind)
    }

    @Test func `what has no raw value is invalid whatever the policy`() throws {
        let model = try Holder<Level?>.model()
        let load = try Holder<Level?>.load(model) { $0.unknownCases = .fallback(Level.other) }
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let result = try load.run(#"[{"n": 1, "v": {}}]"#.utf8, in: container)
        #expect(result.issues.map(\.path) == ["[0].v"])
        #expect(try Holder<Level?>.contents(in: container).isEmpty)
    }

    @Test func `transforms of enumerations have the policy without a schema struct`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Note", attributes: [.init("state", .integer16), .init("word", .string)])
        ])
        var notes = EntityMapping(forEntityNamed: "Note", in: model)
        notes.addAttributeMapping(
            from: "state", to: "state", using: .enumeration(["low": 1]),
            unknownCases: .fallback(0))
        notes.addAttributeMapping(
            from: "word", to: "word", using: .enumeration(of: Level.self),
            unknownCases: .assignNil)
        let plan = try MappingPlan(MappingSet([notes], roots: ["": "Note"]), for: model)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let result = try MappingOperation(plan).run(
            #"{"state": "high", "word": "boss"}"#.utf8, in: container)
        try result.requireNoIssues()
        let values = try container.perform { context throws in
            try context.fetch(FetchRequest("Note")).map { [$0["state"], $0["word"]] }
        }
        #expect(values == [[0, .null]])
    }

    @Test func `plain values have the policy, too`() throws {
        struct User: Sendable {
            var level: Level? = .senior
            var main = Level.senior
        }
        var users = ObjectMapping(User())
        users.addAttributeMapping(from: "level", to: \.level)
        users.addAttributeMapping(
            from: "main", to: \.main, unknownCases: .fallback(Level.other))
        let result = try users.run(#"{"level": "boss", "main": "chief"}"#.utf8)
        #expect(result.issues.map(\.path) == ["level"])
        #expect(result.values.map(\.level) == [nil] && result.values.map(\.main) == [.other])
    }

    @Test(
        arguments: [
            (UnknownCasePolicy.assignNil, "level", "is not optional"),
            (.fallback("chief"), "level", "cannot be \"chief\""),
            (.fallback("x"), "name", "is no enumeration"),
        ])
    func `a policy that an attribute cannot have is a problem of the plan`(
        row: (policy: UnknownCasePolicy, attribute: String, message: String)
    ) throws {
        struct Author: Entity {
            let level = Attribute<Level>("level")
            let name = Attribute<String?>("name")
        }
        let model = try ManagedObjectModel(Author.self)
        var authors = EntityMapping(for: Author.self)
        authors.addAttributeMapping(
            from: "v", to: row.attribute, unknownCases: row.policy)
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(MappingSet([authors], roots: ["": "Author"]), for: model)
        }
        #expect(error?.problems.count == 1 && "\(error as Any)".contains(row.message))
    }
}
