import EntityMapper
import MercatorPayload
import MercatorTesting
import ObjectGraph
import Testing

/// An expectation by key paths is identical to the one by names, which is the reference.
@Suite("Expectations by key paths")
struct KeyPathExpectationTests {
    struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String?>("name")
    }

    struct Tag: Entity {
        let tagID = Attribute<Int64>("tagID")
        let name = Attribute<String?>("name")
    }

    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("headline")
        let authorID = Attribute<Int64?>("authorID")
        let author = ToOne<Author>("author")
        let tags = ToMany<Tag>("tags")
    }

    static let text = #"""
        {"id": 7, "title": "Maps", "author_id": 3, "tags": [{"tagID": 1, "name": "a"}, {"tagID": 2}]}
        """#

    static func mappings() -> MappingSet {
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "headline", "author_id": "authorID",
        ])
        articles.addRelationshipMapping(from: "tags", to: \Article.tags)
        articles.addConnection(for: \Article.author, connectedBy: (\.authorID, \.authorID))
        var tags = EntityMapping(for: Tag.self)
        tags.addAttributeMappings(["tagID", "name"])
        return MappingSet([articles, tags], roots: ["": "Article"])
    }

    static func test() throws -> MappingTest {
        let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        var test = try MappingTest(mappings(), for: model, payload: text)
        test.preload { context in
            let author = context.insert(Author.self)
            author.authorID = 3
            author.name = "Anna"
        }
        return test
    }

    /// An expectation by key paths, the same by names, and whether they are met.
    typealias Spelling = (typed: MappingExpectation, named: MappingExpectation, isMet: Bool)

    static let spellings: [Spelling] = [
        (
            .attribute(from: "title", to: \Article.title),
            .attribute(from: "title", to: "headline"), true
        ),
        (
            .attribute(from: "titel", to: \Article.title),
            .attribute(from: "titel", to: "headline"), false
        ),
        (
            .attribute(from: "id", to: \Article.articleID, is: 7, at: ""),
            .attribute(from: "id", to: "articleID", is: 7, at: ""), true
        ),
        (
            .attribute(from: "title", to: \Article.title, is: nil),
            .attribute(from: "title", to: "headline", is: .null), false
        ),
        (
            .attribute(from: "title", to: \Article.title) { $0 == "Maps" },
            .attribute(from: "title", to: "headline") { $0 == "Maps" }, true
        ),
        (
            .relationship(from: "tags", to: \Article.tags),
            .relationship(from: "tags", to: "tags"), true
        ),
        (
            .relationship(from: "tags", to: \Article.tags, count: 3),
            .relationship(from: "tags", to: "tags", count: 3), false
        ),
        (
            .relationship(
                from: "tags", to: \Article.tags,
                is: [ExpectedObject((\Tag.tagID, 2), (\Tag.name, nil)), ["name": "a"]]),
            .relationship(
                from: "tags", to: "tags", is: [["tagID": 2, "name": .null], ["name": "a"]]), true
        ),
        (
            .relationship(from: "tags", to: \Article.tags) { $0.contains { $0.name == "b" } },
            .relationship(from: "tags", to: "tags") { $0.contains { $0["name"] == "b" } }, false
        ),
        (
            .connection(
                for: \Article.author, leadsTo: .objects([ExpectedObject((\Author.name, "Anna"))])),
            .connection(for: "author", leadsTo: .objects([["name": "Anna"]])), true
        ),
        (
            .connection(for: \Article.author, leadsTo: .nothing),
            .connection(for: "author", leadsTo: .nothing), false
        ),
        (
            .objects(of: Tag.self, count: 1) { $0.tagID > 1 },
            .objects(of: "Tag", where: .attribute("tagID") > 1, count: 1), true
        ),
        (.objects(of: Tag.self, count: 1), .objects(of: "Tag", count: 1), false),
    ]

    @Test(arguments: spellings.indices)
    func `are met when those by names are, and say the same`(index: Int) throws {
        let (typed, named, isMet) = Self.spellings[index]
        #expect(typed.description == named.description)
        #expect(typed.callSite?.fileID == #fileID)
        let run = try Self.test().run()
        let failures = [typed, named].map { run.failures(of: [$0]) }
        #expect(failures[0].isEmpty == isMet, "\(failures[0])")
        #expect(failures[0].map(\.message) == failures[1].map(\.message))
        #expect(failures[0].map(\.code) == failures[1].map(\.code))
    }

    /// Every API of a test that accepts a payload, with every form of a payload.
    @Test func `each door of a test takes texts, bytes and documents`() throws {
        let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        let plan = try MappingPlan(Self.mappings(), for: model)
        var tags = EntityMapping(for: Tag.self)
        tags.addAttributeMappings(["tagID", "name"])
        let title = MappingExpectation.attribute(from: "title", to: \Article.title, is: "Maps")
        func check(_ payload: some PayloadConvertible) throws {
            #expect(try MappingTest(plan, payload: payload).evaluate(title))
            #expect(try MappingTest(Self.mappings(), for: model, payload: payload).evaluate(title))
            let tag = MappingExpectation.attribute(from: "tagID", to: \Tag.tagID, is: 1)
            #expect(try MappingTest(tags, for: model, payload: payload, at: "tags").evaluate(tag))
            var again = try MappingTest(plan, payload: "{\"id\": 8}")
            again.preload { _ in }
            try again.preload(Self.text)
            #expect(try again.evaluate(.objects(of: Article.self, count: 2)))
        }
        try check(Self.text)
        try check(Self.text[...])
        try check(Array(Self.text.utf8))
        try check(Self.text.utf8)
        try check(try PayloadDocument(parsing: Self.text))
        #expect(throws: PayloadError.self) { try MappingTest(plan, payload: "{") }
    }

    @Test func `tests and runs print in a few lines`() throws {
        var test = try Self.test()
        for spelling in Self.spellings { test.expect(spelling.typed) }
        #expect("\(test)".hasPrefix("MappingTest, 13 expectations:\n- "))
        for _ in 0..<1000 { test.expect(.noIssues) }
        let run = try test.run()
        for text in ["\(test)", "\(run)"] {
            #expect(text.count < 8000 && text.contains("\n"))
        }
        var dumped = ""
        dump(test, to: &dumped, maxDepth: 2)
        dump(run, to: &dumped, maxDepth: 2)
        #expect(dumped.count < 16_000)
    }
}
