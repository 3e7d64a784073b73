import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Dynamic mappings")
struct MappingDynamicTests {
    private static let boy = #"{"name": "Blake", "type": "Boy", "numeric_type": 1}"#
    private static let girl = #"{"name": "Sarah", "type": "Girl", "numeric_type": 0}"#
    private static let mixed = "[\(boy), \(girl)]"
    private static let friends =
        #"{"name": "B", "type": "Boy", "friends": [{"name": "J", "type": "Boy"}, {"name": "K", "type": "Girl"}]}"#

    /// Returns mappings of boys and girls, at the top of the payload and among friends, selected by
    /// matchers.
    @Sendable private static func people(
        _ model: ManagedObjectModel, _ matchers: [MappingMatcher],
        root: PayloadPath = .root, _ change: (inout DynamicMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        var people = DynamicMapping(named: "Someone", matchers)
        change(&people)
        let mappings = try ["Boy", "Girl"].map { name in
            try model.mapping(name, ["name": "name"]) {
                $0.addRelationshipMapping(from: "friends", to: "friends", using: "Someone")
            }
        }
        return MappingSet(mappings, dynamicMappings: [people], roots: [root: "Someone"])
    }

    private static let byType: [MappingMatcher] = [
        .value(at: "type", equals: "Girl", use: "Girl"),
        .value(at: "type", equals: "Boy", use: "Boy"),
    ]

    private static let boyAndGirl = [#"Boy "Blake""#, #"Girl "Sarah""#]

    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let payload: String
        let people: [String]
        let matchers: [MappingMatcher]

        init(_ id: String, _ payload: String, _ people: [String], _ matchers: [MappingMatcher]) {
            (self.id, self.payload, self.people, self.matchers) = (id, payload, people, matchers)
        }

        var testDescription: String { id }
    }

    private static let rows: [Row] = [
        Row("AC-143", mixed, boyAndGirl, byType),
        Row(
            "AC-144", mixed, boyAndGirl,
            [.table(at: "type", ["Girl": "Girl", "Boy": "Boy"])]),
        Row(
            "AC-145", #"[{"name": "Blake", "type": 1}, {"name": "Sarah", "type": "Girl"}]"#,
            boyAndGirl,
            [
                .kind(at: "type", is: .string, use: "Girl"),
                .kind(at: "type", is: .number, use: "Boy"),
            ]),
        Row(
            "AC-146", mixed, boyAndGirl,
            [
                .value(at: "numeric_type", equals: 0, use: "Girl"),
                .value(at: "numeric_type", equals: 1, use: "Boy"),
            ]),
        Row(
            "AC-147", mixed, boyAndGirl,
            [.table(at: "numeric_type", [0: "Girl", 1: "Boy"])]),
        Row(
            "AC-148", mixed, boyAndGirl,
            [
                .predicate(.value(at: "numeric_type") == 0, use: "Girl"),
                .predicate(
                    .value(at: "numeric_type") > 0.5 && !(.value(at: "type") != "Boy"), use: "Boy"),
            ]),
        Row(
            "AC-149", mixed, boyAndGirl,
            [
                .closure("girls", among: ["Girl"]) {
                    $0.value(at: "type")?.string == "Girl" ? .use("Girl") : .pass
                },
                .closure("the others", among: ["Boy", "Girl"]) { _ in .use("Boy") },
            ]),
        Row(
            "by regular expression", mixed, boyAndGirl,
            [
                .text(at: "type", matches: "[Gg]ir", use: "Boy"),
                .text(at: "type", matches: "[Gg]ir.", use: "Girl"),
                .text(at: "type", matches: ".*", use: "Boy"),
            ]),
        Row(
            "AC-157", mixed, [#"Boy "Blake""#],
            [
                .closure("no girls", among: ["Boy"]) {
                    $0.representation["type"]?.string == "Girl" ? .decline : .use("Boy")
                }
            ]),
        Row(
            "AC-158", friends, [#"Boy "B" ["J"]"#, #"Boy "J""#],
            [
                byType[1],
                .closure("no girls", among: ["Girl"]) { _ in .decline },
            ]),
        Row(
            "AC-155", friends, [#"Boy "B" ["J","K"]"#, #"Boy "J""#, #"Girl "K""#], byType),
        Row(
            "by place in the list, kind and what is around",
            #"[{"name": "A"}, {"name": "B", "friends": [{"name": "C"}]}]"#,
            [#"Girl "A""#, #"Boy "B" ["C"]"#, #"Girl "C""#],
            [
                .closure("first", among: ["Girl"]) { context in
                    context.parent == nil && context.index == 0 ? .use("Girl") : .pass
                },
                .value(at: "@parent.name", equals: "B", use: "Girl"),
                .kind(at: .root, is: .object, use: "Boy"),
            ]),
        Row(
            "numbers compare by value, kinds strictly",
            #"[{"name": "A", "t": 1.0}, {"name": "B", "t": "1"}, {"name": "C", "t": null}, {"name": "D", "t": true}]"#,
            [#"Girl "A""#, #"Girl "B""#, #"Boy "C""#, #"Girl "D""#],
            [
                .value(at: "t", equals: "1.0", use: "Boy"), .value(at: "t", equals: 1, use: "Girl"),
                .value(at: "t", equals: .null, use: "Boy"),
                .value(at: "t", equals: "1", use: "Girl"),
                .value(at: "t", equals: true, use: "Girl"),
            ]),
    ]

    private func people(_ bench: Workbench) throws -> [String] {
        try bench.container.perform { context in
            try context.fetch(FetchRequest("Person")).map { person in
                let friends = person.text(at: "friends.name")
                return person.entity.name + " " + person.text(at: "name")
                    + (friends == "[]" ? "" : " " + friends)
            }
        }
    }

    @Test(arguments: StoreKind.allCases, rows)
    func `a matcher chooses the mapping`(kind: StoreKind, row: Row) throws {
        let bench = try Workbench(kind, Users.model())
        let result = try bench.load(
            row.payload, Self.people(bench.container.model, row.matchers))
        #expect(result.issues.map(\.description) == [])
        let people = try people(bench)
        #expect(people == row.people)
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that stands for a list is decided entry by entry`(kind: StoreKind) throws {
        // RO.testMappingWithDynamicMappingContainingMixedNestedKeyPaths
        let model = try Users.model()
        let bench = try Workbench(kind, model)
        var someone = DynamicMapping(
            named: "Someone",
            [
                .value(at: "{key}.type", equals: "Girl", use: "Girl"),
                .value(at: "@key", equals: "Blake", use: "Boy"),
            ])
        someone.forcesCollectionMapping = true
        let mappings = try ["Boy", "Girl"].map { name in
            try model.mapping(name) { $0.addAttributeMapping(fromKeyOfRepresentationTo: "name") }
        }
        let result = try bench.load(
            #"{"Sarah": {"type": "Girl"}, "Blake": 5}"#,
            MappingSet(mappings, dynamicMappings: [someone], roots: [.root: "Someone"]))
        #expect(result.issueCount == 0)
        let people = try people(bench)
        #expect(people == [#"Girl "Sarah""#, #"Boy "Blake""#])
    }

    @Test(arguments: UnknownRepresentationPolicy.allCases)
    func `an unknown representation is handled by policy`(
        policy: UnknownRepresentationPolicy
    ) throws {
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try Self.people(bench.container.model, [Self.byType[0]]) {
            $0.unknownRepresentations = policy
        }
        let description =
            "Boy: expected a representation that a matcher of 'Someone' knows, "
            + "found an object that none does, at [0] (line 1, column 2)"
        switch policy {
        case .skip, .ignore:
            let result = try bench.load(Self.mixed, mappings)
            #expect(
                result.issues.map(\.description)
                    == (policy == .skip
                        ? [description.replacing("Boy:", with: "Someone:")] : []))
            #expect(result.issues.allSatisfy { $0.code == .unknownRepresentation })
            #expect(try people(bench) == [#"Girl "Sarah""#])
        case .fail:
            let error: MappingError? = caught { try bench.load(Self.mixed, mappings) }
            #expect(error?.code == .recordFailed)
            #expect(error?.issue?.code == .unknownRepresentation)
            #expect(try people(bench) == [])
        }
    }

    @Test func `declining all there is, is an error`() throws {
        // Rule 157: after a single representation is declined, nothing remains to be mapped.
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try Self.people(
            bench.container.model, [.closure("no", among: ["Boy"]) { _ in .decline }])
        let error: MappingError? = caught { try bench.load(Self.boy, mappings) }
        #expect(error?.code == .unmappedPayload)
        #expect(
            error?.message
                == "everything at the root paths was declined (1 representation); nothing was mapped"
        )
    }

    @Test func `a declined object leaves a to-one relationship as it is`() throws {
        let model = try Users.model()
        let bench = try Workbench(.inMemory, model)
        let friend = DynamicMapping(
            named: "Friend",
            [
                .closure("friends", among: ["User"]) {
                    $0.representation["name"]?.string == "X" ? .decline : .use("User")
                }
            ])
        let user = try model.mapping("User", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "friend", to: "friend", using: "Friend")
        }
        let mappings = MappingSet([user], dynamicMappings: [friend], roots: [.root: "User"])
        try bench.load(#"{"name": "A", "friend": {"name": "B"}}"#, mappings)
        let result = try bench.load(#"{"name": "A", "friend": {"name": "X"}}"#, mappings)
        #expect(result.issueCount == 0)
        #expect(try bench.lines("User", "name", "friend.name").first == #""A" | ["B"]"#)
    }

    @Test func `a closure may choose only what it was declared with`() throws {
        let bench = try Workbench(.inMemory, Users.model())
        let mappings = try Self.people(
            bench.container.model, [.closure("who", among: ["Boy", "Girl"]) { _ in .use("Boi") }])
        let error: MappingError? = caught { try bench.load(Self.boy, mappings) }
        #expect(error?.code == .unknownMapping)
        #expect(
            error?.message
                == "the closure 'who' of the dynamic mapping 'Someone' chose 'Boi', which is not "
                + "among those it was declared with; did you mean 'Boy'?")
    }

    @Test func `each representation is decided once, with everything around it`() throws {
        let seen = Log()
        let bench = try Workbench(.inMemory, Users.model())
        let matcher = MappingMatcher.closure("log", among: ["Boy"]) { context in
            seen.add(
                "\(context.value(at: "name")?.string ?? "") \(context.index ?? -1) "
                    + "\(context.parents.count) \(context.value(at: "@parent.name")?.string ?? "-") "
                    + "\(context.value(at: "@root.page")?.int64 ?? 0) \(context.rootPath) "
                    + "\(context.record["name"]?.string ?? "") "
                    + "\(context.value(at: "@metadata.locale")?.string ?? "")")
            return .use("Boy")
        }
        let plan = try MappingPlan(
            Self.people(bench.container.model, [matcher], root: "people"),
            for: bench.container.model)
        var operation = MappingOperation(plan)
        operation.metadata = ["locale": "en"]
        _ = try operation.run(
            Array(
                #"{"page": 3, "people": [{"name": "A", "friends": [{"name": "B"}, {"name": "C"}]}]}"#
                    .utf8), in: bench.container)
        #expect(
            seen.lines == [
                "A 0 0 - 3 people A en", "B 0 1 A 3 people A en", "C 1 1 A 3 people A en",
            ])
    }

    @Test func `matchers have an order`() {
        // A matcher that is added again moves to the front.
        var mapping = DynamicMapping(named: "Someone", Self.byType)
        #expect(mapping.knownMappings == ["Girl", "Boy"])
        mapping.add(Self.byType[1])
        #expect(mapping.knownMappings == ["Boy", "Girl"])
        for matcher in mapping.matchers {
            let wasThere = mapping.remove(matcher)
            #expect(wasThere)
        }
        #expect(mapping.matchers.isEmpty)
        let isThere = mapping.remove(Self.byType[0])
        #expect(!isThere)
    }

    @Test func `mistakes of a dynamic mapping are problems of the plan`() throws {
        let model = try Users.model()
        var mappings = try Self.people(
            model,
            [
                .value(at: "type", equals: "x", use: "Boi"),
                .value(at: "a..b", equals: 1, use: "Boy"),
                .text(at: "type", matches: "(", use: "Boy"),
                .closure("none", among: []) { _ in .pass },
                .value(at: "type", equals: .data([1]), use: "Boy"),
                .kind(at: .root, is: .object, use: "Someone"),
            ])
        mappings.add(DynamicMapping(named: "Girl"))
        mappings.add(
            try model.mapping("Address", ["city": "city"]) {
                $0.addRelationshipMapping(from: "user", to: "user", using: "Someone")
            })
        let error: MappingPlanError? = caught { _ = try MappingPlan(mappings, for: model) }
        #expect(
            error?.problems.map { "\($0.code) \($0.description.prefix(78))" } == [
                "name Girl: another mapping has this name; give one of them another name",
                "relationship Address: 'user' leads to User; the mapping 'Boy' is for Boy",
                "mapping Someone: matcher 1: no mapping is named 'Boi'; did you mean 'Boy'?",
                #"path Someone: matcher 2: expected a name, found '.', at character 3 of path 'a..b':"#,
                "matcher Someone: matcher 3: the regular expression cannot be read: character 1 of the ",
                "matcher Someone: matcher 4 names no mapping; name those it may choose",
                "matcher Someone: matcher 5: a payload has no bytes to compare with; use a text, a numb",
                "matcher Someone: matcher 6: 'Someone' is dynamic itself; name what it would choose",
                "matcher Girl: there is no matcher to choose a mapping; add one",
            ])
    }
}
