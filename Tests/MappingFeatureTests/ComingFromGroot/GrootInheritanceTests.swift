import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Rows of Groot's catalogue: inheritance")
struct GrootInheritanceTests {
    private static let concrete = [#"1 | "this is A""#]

    @Test(arguments: StoreKind.allCases)
    func `a choice finds the entity of each element`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.abstract())
        let result = try groot.loadCleanly(GrootPayload.container, into: "Container")
        #expect(result.total.inserted == 3)
        #expect(try groot.bench.lines("ConcreteA", "identifier", "foo") == Self.concrete)
        #expect(try groot.bench.lines("ConcreteB", "identifier", "bar") == [#"2 | "this is B""#])
        #expect(try groot.bench.lines("Container", "abstracts.identifier") == ["[1,2]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that is known needs no choice`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.abstract())
        try groot.loadCleanly(GrootPayload.container, into: "Container")
        let result = try groot.loadCleanly(
            #"[{"id": 1, "foo": "A has been updated"}, {"id": 2, "bar": "B has been updated"}]"#,
            into: "Abstract")
        #expect(result.total.updated == 2)
        #expect(try groot.bench.lines("ConcreteA", "foo") == [#""A has been updated""#])
        #expect(try groot.bench.lines("ConcreteB", "bar") == [#""B has been updated""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `ordered elements of several entities keep their order`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.message())
        try groot.loadCleanly(GrootPayload.messages, into: "Thread")
        #expect(
            try groot.bench.lines("TextMessage", "identifier", "text")
                == [#"1 | "Hello there!""#])
        #expect(
            try groot.bench.lines("PictureMessage", "identifier", "imageURL")
                == [#"2 | "http://example.com/ris.jpg""#])
        #expect(try groot.bench.lines("Thread", "messages.identifier") == ["[1,2]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `without a choice there is no object of an abstract entity`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.abstract())
        let payload = #"{"id": 3, "type": "C"}"#
        let issue = try groot.refusal(of: payload, into: "Abstract")
        #expect(issue.entity == "Abstract")
        #expect(issue.line == 1)
        #expect(try groot.load(payload, into: "Abstract").issues.count == 1)
        #expect(try groot.count("Abstract") == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `without a choice an entity that is not abstract gets the object itself`(
        kind: StoreKind
    ) throws {
        let groot = try GrootBench(kind, GrootModel.abstract(isAbstract: false))
        try groot.loadCleanly(
            #"[{"id": 3, "type": "C"}, {"id": 1, "type": "A", "foo": "a"}]"#, into: "Abstract")
        let entities = try groot.bench.container.perform { context in
            try context.fetch(FetchRequest("Abstract")).map(\.entity.name)
        }
        #expect(entities == ["Abstract", "ConcreteA"])
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let id: String
        let policy: ConflictingSubentityPolicy
        let lines: [String]
        var testDescription: String { id }
    }

    @Test(arguments: StoreKind.allCases)
    func `an object does not change its entity`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.abstract())
        try groot.loadCleanly(GrootPayload.container, into: "Container")
        let issue = try groot.refusal(
            of: #"{"id": 1, "type": "B", "bar": "b"}"#, into: "Abstract")
        #expect(issue.code == .conflictingEntity)
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            Change(
                id: "G-73, keep", policy: .keep,
                lines: [#"ConcreteA 1 "new" null"#, #"ConcreteB 2 null "this is B""#]),
            Change(
                id: "G-73, replace", policy: .replace,
                lines: [#"ConcreteB 2 null "this is B""#, #"ConcreteB 1 null "b""#]),
        ])
    func `other policies keep the object, or replace it`(kind: StoreKind, row: Change) throws {
        var rules = AnnotationRules.default
        rules.conflictingSubentity = row.policy
        let groot = try GrootBench(kind, GrootModel.abstract(), rules: rules)
        try groot.loadCleanly(GrootPayload.container, into: "Container")
        try groot.loadCleanly(
            #"{"id": 1, "type": "B", "bar": "b", "foo": "new"}"#, into: "Abstract")
        let lines = try groot.bench.container.perform { context in
            try context.fetch(FetchRequest("Abstract")).map { object in
                let isA = object.entity.name == "ConcreteA"
                return [
                    object.entity.name, "\(object["identifier"])",
                    isA ? "\(object["foo"])" : "null", isA ? "null" : "\(object["bar"])",
                ].joined(separator: " ")
            }
        }
        #expect(lines == row.lines)
    }

    @Test(arguments: StoreKind.allCases)
    func `an identifier finds the object of a sub-entity`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.abstract())
        try groot.loadCleanly(GrootPayload.container, into: "Container")
        try groot.loadCleanly(#"{"abstracts": [1]}"#, into: "Container")
        #expect(
            try groot.bench.lines("Container", "abstracts.identifier") == ["[2]", "[1]"])
        #expect(try groot.bench.lines("ConcreteA", "identifier", "foo") == Self.concrete)
    }

    @Test(arguments: StoreKind.allCases)
    func `an identifier makes no object of an abstract entity`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.abstract())
        let payload = #"{"abstracts": [99]}"#
        let issue = try groot.refusal(of: payload, into: "Container")
        #expect(issue.path == "abstracts[0]")
        #expect(try groot.load(payload, into: "Container").issues.count == 1)
        #expect(try groot.count("Abstract") == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `a choice that names no entity of the family is a mistake`(kind: StoreKind) throws {
        let wrong = EntityChoice("GrootTests.Abstract") { _ in "ConcretA" }
        let model = try GrootModel.abstract()
        let bench = try Workbench(kind, model)
        let mappings = MappingSet(
            annotationsOf: model, entityChoices: [wrong], roots: ["abstracts": "Abstract"])
        let error: MappingError? = caught { try bench.load(GrootPayload.container, mappings) }
        #expect(error?.code == .unknownMapping)
        #expect(error?.message.hasSuffix("; did you mean 'ConcreteA'?") == true)
        #expect(try bench.lines("Abstract", "identifier") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `a choice is not inherited`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.abstract())
        try groot.loadCleanly(#"{"id": 1, "type": "B", "foo": "a"}"#, into: "ConcreteA")
        #expect(try groot.bench.lines("ConcreteA", "identifier", "foo") == [#"1 | "a""#])
    }
}
