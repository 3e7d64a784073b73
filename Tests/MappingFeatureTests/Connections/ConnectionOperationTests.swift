import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("ConnectionOperation")
struct ConnectionOperationTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try News.model()
    }

    private func plan() throws -> MappingPlan {
        try MappingPlan(News.mappings(for: model), for: model)
    }

    /// Inserts articles that refer to authors, replies and sections, of which only the last ones
    /// are missing.
    private func fill(_ bench: Workbench, _ count: Int) throws {
        try bench.container.perform { context in
            for number in 0..<Int64(count) {
                let article = context.insert("Article")
                article["articleID"] = .integer(number)
                article["authorID"] = .integer(number % 11)
                article["replyID"] = .integer(number / 2)
                article["sectionIDs"] = [.integer(number % 3), .integer(number % 5), 99]
            }
            for number in 0..<Int64(10) {
                context.insert("Author")["authorID"] = .integer(number)
                context.insert("Section")["sectionID"] = .integer(number)
            }
            try context.save()
        }
    }

    /// Returns the statements of one run, without those that create indexes.
    private func statements(_ count: Int) throws -> [String] {
        let trace = StatementTrace()
        let bench = try Workbench(.sqlite, model, trace: trace.note)
        _ = try ConnectionOperation(try plan()).run(in: bench.container)
        try fill(bench, count)
        trace.clear()
        let result = try ConnectionOperation().run(in: bench.container)
        #expect(result.connected > count * 2)
        return trace.statements
    }

    @Test func `takes the same statements for any number of objects`() throws {
        let few = try statements(11)
        let many = try statements(10_000)
        #expect(few == many)
        // Three connections, one of them to-one and one by an array.
        #expect(few.count < 60)
        #expect(few.count { $0.hasPrefix("UPDATE") } == 2)
    }

    @Test func `reads no object in a container`() throws {
        let all = try statements(100)
        #expect(!all.contains { $0.contains(#"SELECT t1."_id", t1."_version""#) })
    }

    @Test(arguments: StoreKind.allCases)
    func `says what is missing, by key`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try fill(bench, 22)
        let result = try ConnectionOperation(try plan()).run(in: bench.container)
        let authors = try #require(result.unresolved.first { $0.relationship == "author" })
        #expect(authors.keys.map(\.values) == [["authorID": 10]])
        #expect(authors.count == 2)
        let sections = try #require(result.unresolved.first { $0.relationship == "sections" })
        #expect(sections.keys.map(\.values) == [["sectionID": 99]])
        #expect(sections.count == 22)
    }

    @Test(arguments: StoreKind.allCases)
    func `counts relationships with several destinations`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try fill(bench, 11)
        try bench.insert("Author", ["authorID": 3, "name": "Second"])
        let result = try ConnectionOperation(try plan()).run(in: bench.container)
        #expect(result.ambiguous == 1)
        #expect(try !bench.lines("Article", "author.name").contains(#"["Second"]"#))
    }

    /// A choice of connections, and the resulting connected relationships of an article.
    struct Choice: Sendable, CustomTestStringConvertible {
        let only: Set<String>?
        let connected: String
        var testDescription: String { only.map { "\($0.sorted())" } ?? "all" }
    }

    @Test(
        arguments: [StoreKind.inMemory, .sqlite],
        [
            Choice(only: nil, connected: "[1] | [1,1] | [0]"),
            Choice(only: ["Article"], connected: "[1] | [1,1] | [0]"),
            Choice(only: ["Article.author"], connected: "[1] | [] | []"),
            Choice(only: ["Article.reply", "Article.author"], connected: "[1] | [] | [0]"),
            Choice(only: [], connected: "[] | [] | []"),
        ])
    func `makes the connections it is asked for`(kind: StoreKind, choice: Choice) throws {
        let bench = try Workbench(kind, model)
        try fill(bench, 11)
        // A context gives the same result as both stores.
        let operation = ConnectionOperation(try plan(), only: choice.only)
        let planned = try bench.container.perform { context in
            try operation.run(in: context).connected
        }
        #expect(try operation.run(in: bench.container).connected == planned)
        let lines = try bench.lines(
            "Article", "author.authorID", "sections.sectionID", "reply.articleID")
        #expect(lines[1] == choice.connected.replacing("[1,1]", with: "[1]"))
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses to make a connection that is not there`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try fill(bench, 3)
        let before = try bench.content()
        let operation = ConnectionOperation(try plan(), only: ["Article.author", "Article.autor"])
        let error: MappingError? = caught { _ = try operation.run(in: bench.container) }
        #expect(error?.code == .unknownConnection)
        #expect(error?.message.contains("'Article.autor'") == true)
        #expect(error?.message.contains("Article.author, Article.reply") == true)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `puts ordered destinations in the order of their keys`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.container.perform { context in
            for number in 1...3 { context.insert("Section")["sectionID"] = .integer(Int64(number)) }
            context.insert("Article")["sectionIDs"] = [3, 99, 1, 2]
            try context.save()
        }
        let operation = ConnectionOperation(try plan(), only: ["Article.sections"])
        let inContext = try bench.container.perform { context in
            _ = try operation.run(in: context)
            return try context.fetch(FetchRequest("Article")).map {
                $0.text(at: "sections.sectionID")
            }
        }
        #expect(inContext == ["[3,1,2]"])
        #expect(try operation.run(in: bench.container).connected == 1)
        #expect(try bench.lines("Article", "sections.sectionID") == ["[3,1,2]"])
        #expect(try operation.run(in: bench.container).connected == 0)
    }

    @Test(arguments: StoreKind.allCases, [0, 1])
    func `of two that want the same destination, the later has it`(
        kind: StoreKind, owner: Int
    ) throws {
        let people = try People.model()
        let bench = try Workbench(kind, people)
        try bench.container.perform { context in
            let humans = (0..<2).map { number in
                let human = context.insert("Human")
                (human["name"], human["sex"]) = (.string("\(number)"), "f")
                return human
            }
            let cat = context.insert("Cat")
            cat["sex"] = "f"
            cat[toOne: "human"] = humans[owner]
            try context.save()
        }
        let human = try people.mapping("Human", identifiedBy: ["name"], ["name": "name"]) {
            $0.addConnection(for: "cats", connectedBy: "sex")
        }
        let plan = try MappingPlan(MappingSet([human], roots: [.root: "Human"]), for: people)
        let inContext = try bench.container.perform { try ConnectionOperation(plan).run(in: $0) }
        #expect(try ConnectionOperation(plan).run(in: bench.container) == inContext)
        #expect(try bench.lines("Cat", "human.name") == [#"["1"]"#])
    }
}
