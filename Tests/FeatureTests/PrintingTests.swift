import Foundation
import Mercator
import Testing

/// The output of debuggers, logs and playgrounds, for few objects and for many.
@Suite("Printing")
struct PrintingTests {
    struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String?>("name")
    }

    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
        let description = Attribute<String?>("description")
        let authorID = Attribute<Int64?>("authorID")
        let views = Attribute<Int32?>("views")
        let author = ToOne<Author>("author")
    }

    /// The values of a small program, for a given number of records.
    struct Bench {
        let container: PersistentContainer
        let mappings: MappingSet
        let operation: MappingOperation
        let text: String
        let result: MappingResult

        init(_ count: Int) throws {
            let model = try ManagedObjectModel(Article.self, Author.self)
            container = try PersistentContainer(model: model, store: InMemoryStore())
            var articles = EntityMapping(for: Article.self)
            articles.addAttributeMappings([
                "id": "articleID", "title": "title", "author": "authorID",
            ])
            articles.addAttributeMapping(from: "views", to: \Article.views)
            articles.addConnection(for: \Article.author, connectedBy: (\.authorID, \.authorID))
            mappings = MappingSet([articles], roots: [.root: "Article"])
            var operation = MappingOperation(try MappingPlan(mappings, for: model))
            operation.orphanDeletion = OrphanDeletion(of: [FetchRequest(Article.self)])
            self.operation = operation
            // Every second record has an invalid number.
            let records = (0..<count).map { number in
                let views = number.isMultiple(of: 2) ? "\(number)" : "\"many\""
                return #"{"id":\#(number),"title":"T","author":\#(number),"views":\#(views)}"#
            }
            text = "[" + records.joined(separator: ",") + "]"
            result = try operation.run(text, in: container)
        }
    }

    /// The benches of the sizes that are printed, made on demand and shared by all subjects.
    private static let small = Result { try Bench(10) }
    private static let large = Result { try Bench(10_000) }

    /// The maximum length of printed output: a few screens.
    static let limit = 8000

    /// The names of printed values, and closures that create them in a given size.
    static let subjects: [(String, @Sendable (Bench, Int) throws -> [String])] = [
        ("MappingResult", { bench, _ in texts(of: bench.result) }),
        (
            "DryRun",
            { bench, _ in
                texts(of: try bench.operation.dryRun(bench.text, in: bench.container))
            }
        ),
        (
            "DryRun of new objects",
            { bench, _ in
                let empty = try PersistentContainer(
                    model: bench.container.model, store: InMemoryStore())
                return texts(of: try bench.operation.dryRun(bench.text, in: empty))
            }
        ),
        (
            "ChangeReport",
            { bench, _ in
                let empty = try PersistentContainer(
                    model: bench.container.model, store: InMemoryStore())
                return texts(of: try bench.operation.dryRun(bench.text, in: empty).changes)
            }
        ),
        (
            "OrphanPlan",
            { bench, _ in
                texts(
                    of: try bench.operation.orphanPlan(
                        for: PayloadDocument("[]"), in: bench.container))
            }
        ),
        ("UnresolvedConnection", { bench, _ in texts(of: bench.result.unresolved[0]) }),
        (
            "MappingExplanation",
            { bench, _ in
                [
                    try bench.operation.explain(bench.text, in: bench.container, showing: 5)
                        .description
                ]
            }
        ),
        (
            "requireNoIssues",
            { bench, _ in
                do {
                    try bench.result.requireNoIssues()
                    return []
                } catch {
                    return [error.localizedDescription]
                }
            }
        ),
        (
            "EntityMapping",
            { _, count in
                var mapping = EntityMapping(for: Article.self)
                for number in 0..<count {
                    mapping.addAttributeMapping(from: "k\(number)", to: "title")
                }
                return texts(of: mapping)
            }
        ),
        (
            "MappingSet",
            { _, count in
                texts(
                    of: MappingSet(
                        (0..<count).map { EntityMapping(for: Article.self, named: "\($0)") }))
            }
        ),
        ("MappingPlan", { bench, _ in texts(of: bench.operation.plan) }),
        (
            "MappingPlanError",
            { bench, count in
                let set = MappingSet(
                    (0..<count).map { EntityMapping(for: EntityDescription("E\($0)")) })
                do {
                    return texts(of: try MappingPlan(set, for: bench.container.model))
                } catch {
                    return ["\(error)", error.localizedDescription]
                }
            }
        ),
        ("MappingOperation", { bench, _ in texts(of: bench.operation) }),
        ("PersistentContainer", { bench, _ in texts(of: bench.container) }),
        (
            "ManagedObjectContext",
            { bench, count in
                try bench.container.perform { context in
                    for _ in 0..<count { context.insert(Author.self).name = "new" }
                    return texts(of: context)
                }
            }
        ),
        (
            "ManagedObject, Object",
            { bench, count in
                try bench.container.perform { context in
                    let article = context.insert(Article.self)
                    article.title = String(repeating: "long ", count: count)
                    return texts(of: article.managedObject) + texts(of: article)
                }
            }
        ),
        (
            "ManagedObjectModel",
            { _, count in
                let entities = (0..<min(count, 1000)).map { EntityDescription("E\($0)") }
                return texts(of: try ManagedObjectModel(entities))
            }
        ),
        (
            "EntityDescription",
            { _, count in
                texts(
                    of: EntityDescription(
                        "E", attributes: (0..<count).map { AttributeDescription("a\($0)", .string) }
                    ))
            }
        ),
        (
            "Value",
            { _, count in
                texts(of: Value.array((0..<count).map { .dictionary(["n": .integer(Int64($0))]) }))
                    + texts(of: Value.string(String(repeating: "x", count: count)))
            }
        ),
        (
            "FetchRequest",
            { _, count in
                texts(
                    of: FetchRequest(
                        "Article", where: .attribute("title").isIn((0..<count).map { "\($0)" })))
            }
        ),
        (
            "ObjectMappingResult",
            { bench, _ in
                var articles = ObjectMapping(0 as Int64, named: "Number")
                articles.addAttributeMapping(from: "id", to: \.self)
                return texts(of: try articles.run(bench.text))
            }
        ),
        (
            "ImportResult, ManagedObjectImporter",
            { bench, count in
                var importer = ManagedObjectImporter()
                for number in 0..<min(count, 200) {
                    try importer.add(
                        #"[{"id": 1, "views": "many"}]"#, named: "\(number).json",
                        using: bench.operation.plan)
                }
                return texts(of: try importer.run(in: bench.container)) + texts(of: importer)
            }
        ),
        ("PayloadDocument", { bench, _ in texts(of: try PayloadDocument(bench.text)) }),
    ]

    /// Cost: dozens of values with 10 000 parts; what prints all of them is found by its length.
    @Test(arguments: (subjects + moreSubjects).indices, [10, 10_000])
    func `what is printed is short, whatever its size`(subject: Int, count: Int) throws {
        let (name, print) = (Self.subjects + Self.moreSubjects)[subject]
        let bench = try (count == 10 ? Self.small : Self.large).get()
        let texts = try print(bench, count)
        #expect(!texts.isEmpty)
        for text in texts {
            #expect(text.count <= Self.limit, "\(name): \(text.prefix(300))")
            #expect(!text.isEmpty)
        }
    }

    /// Returns the output of `print`, `debugPrint` and `dump`.
    static func texts(of subject: some Any) -> [String] {
        var dumped = ""
        dump(subject, to: &dumped, maxDepth: 2)
        return [String(describing: subject), String(reflecting: subject), dumped]
    }

    @Test func `a result is a table and its first issues`() throws {
        let bench = try Bench(12)
        let lines = "\(bench.result)".split(separator: "\n").map(String.init)
        #expect(lines[0] == "6 objects at 1 root path")
        #expect(lines[1].split(separator: " ") == ["inserted", "unresolved", "failed"])
        #expect(lines[2].split(separator: " ") == ["Article", "6", "6", "6"])
        #expect(lines[3].split(separator: " ") == ["all", "6", "6", "6"])
        #expect(lines[4] == "6 issues:")
        #expect(lines[5].hasPrefix("- Article.views (articleID: 1): expected whole number"))
        #expect(lines[10] == "- and 1 more")
        #expect(lines[11] == "open:")
        #expect(
            lines[12] == "- Article.author: 6 foreign keys wait for 6 objects that are not here yet"
        )
    }

    @Test func `counts show what is not zero`() {
        var counts = MappingCounts()
        #expect("\(counts)" == "nothing")
        counts.inserted = 2
        counts.failed = 1
        #expect("\(counts)" == "2 inserted, 1 failed")
    }

    @Test func `a mapping is a table of what goes where`() throws {
        let bench = try Bench(1)
        #expect(
            "\(bench.mappings.mappings[0])" == """
                Article, identified by articleID
                  id        articleID
                  title     title
                  author    authorID
                  views     views
                  authorID  author     connection
                """)
        #expect(
            "\(bench.operation.plan)" == """
                1 mapping
                           attributes  relationships  connections
                  Article           4              0            1  identified by articleID
                roots: self → Article
                """)
    }

    @Test func `an attribute called description is read through a typed object`() throws {
        let bench = try Bench(1)
        try bench.container.perform { context in
            let article = context.insert(Article.self)
            article.description = "of the article"
            let text: String? = article.description
            #expect(text == "of the article")
            #expect("\(article)".hasPrefix("Article/"))
            #expect("\(article)" == "\(article.managedObject)")
        }
    }
}
