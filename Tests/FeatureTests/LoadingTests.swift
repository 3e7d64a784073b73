import Foundation
import Mercator
import TestSupport
import Testing

private struct Article: Entity {
    let articleID = Attribute<Int64>(from: "id", isIdentity: true)
    let title = Attribute<String>(from: "headline.text", default: "Untitled")
    let authorID = Attribute<Int64?>(from: "author_id")
    let published = Attribute<Date?>(from: "published")
    let author = ToOne<Author>(inverse: \.articles, connectedBy: \Article.authorID)
    let tags = ToMany<Tag>(from: "tags", inverse: \.articles, isOrdered: true)
}

private struct Author: Entity {
    let authorID = Attribute<Int64>(from: "id", isIdentity: true)
    let name = Attribute<String?>(from: "name")
    let articles = ToMany<Article>()
}

private struct Tag: Entity {
    let name = Attribute<String>(from: "name", isIdentity: true)
    let articles = ToMany<Article>()
}

private struct Badge: Entity {
    let badgeID = Attribute<Int64>(from: "id", isIdentity: true)
    let tag = ToOne<Author>()
}

private struct Shape: Entity {
    static var isAbstract: Bool { true }
    let shapeID = Attribute<Int64>(from: "id", isIdentity: true)
    let `2d` = Attribute<Bool?>(from: "flat")
}

private struct Circle: Entity {
    static var parent: (any Entity.Type)? { Shape.self }
    let radius = Attribute<Double>(from: "radius")
}

@Suite("A container with the mappings of its schema structs")
struct LoadingTests {
    private let payload = """
        {"articles": [
          {"id": 7, "headline": {"text": "Maps"}, "author_id": 3, "tags": [{"name": "swift"}]},
          {"id": 8, "headline": {"text": "Graphs"}, "author_id": 3, "tags": [{"name": "sql"}]}
        ], "page": 1}
        """

    private func container(
        _ store: any PersistentStore = InMemoryStore(), mappings: [EntityMapping] = [],
        roots: KeyValuePairs<PayloadPath, String> = [:]
    ) throws -> PersistentContainer {
        try PersistentContainer(
            for: Article.self, Author.self, Tag.self, in: store, mappings: mappings, roots: roots)
    }

    private func lines(_ container: PersistentContainer) throws -> [String] {
        try container.read { context in
            try context.fetch(Article.self, sortedBy: [.ascending(\Article.articleID)]).map {
                "\($0.title) by \($0.author?.name ?? "nobody"), \($0.tags.map(\.name))"
            }
        }
    }

    @Test func `two payloads in any order make one graph`() throws {
        let people = #"{"authors": [{"id": 3, "name": "Anna"}]}"#
        let expected = ["Maps by Anna, [\"swift\"]", "Graphs by Anna, [\"sql\"]"]
        for payloads in [[payload, people], [people, payload], [payload, people, payload]] {
            let container = try container()
            for payload in payloads { try container.load(payload).requireNoIssues() }
            #expect(try lines(container) == expected)
        }
    }

    @Test func `a file is opened again, with the same graph`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "mercator-loading-\(UUID()).sqlite").path
        defer { try? SQLiteStore(path).deleteFiles() }
        let first = try PersistentContainer(for: Article.self, Author.self, Tag.self, at: path)
        #expect(try first.load(payload).total.inserted == 4)
        first.close()
        let second = try PersistentContainer(for: Article.self, Author.self, Tag.self, at: path)
        let again = try second.load(payload)
        #expect((again.total.inserted, again.total.updated) == (0, 0))
    }

    @Test(arguments: [
        ("articles", "Article"), ("article", "Article"), ("Articles", "Article"),
        ("authors", "Author"), ("author", "Author"), ("TAGS", "Tag"),
    ])
    func `a key names an entity in any spelling`(key: String, entity: String) throws {
        let record = #"{"id": 1, "name": "a"}"#
        let result = try container().load("{\"\(key)\": [\(record)]}")
        #expect(result.counts[entity]?.inserted == 1)
        #expect(result[PayloadPath([.key(key)])].count == 1)
    }

    @Test func `a list at the top is loaded as an entity`() throws {
        let container = try container()
        let result = try container.load(#"[{"id": 1}, {"id": 2}]"#, as: Author.self)
        #expect(result.counts["Author"]?.inserted == 2)
        #expect(try container.load(#"{"id": 2}"#, as: Author.self).total.inserted == 0)
    }

    @Test func `a payload without a name of an entity is refused, with its keys`() throws {
        let container = try container()
        for (payload, found) in [
            (#"{"data": [{"id": 1}]}"#, "the keys 'data'"), ("[]", "a list at the top"),
            ("{}", "no keys"),
        ] {
            #expect {
                try container.load(payload)
            } throws: {
                ($0 as? MappingError)?.message
                    == "expected the name of an entity as a key at the top of the payload, found "
                    + "\(found); name the entity of the records: load(payload, as: Article.self), "
                    + "or the key with roots:"
            }
        }
    }

    @Test(arguments: [
        ("auhtors", "; did you mean 'authors'?"), ("Articels", "; did you mean 'articles'?"),
    ])
    func `a misspelled name beside a right one is reported`(key: String, remark: String) throws {
        let result = try container().load("{\"tags\": [], \"\(key)\": [{\"id\": 3}], \"meta\": {}}")
        let issue = try #require(result.issues.first)
        #expect(result.issues.count == 1)
        #expect(issue.code == .unknownRoot)
        #expect(
            issue.description.contains(
                "expected the name of an entity or the root key 'tags', found '\(key)'\(remark)"))
        #expect(result.total.inserted == 0)
    }

    @Test func `a name of two entities beside a right one is reported`() throws {
        let container = try PersistentContainer(
            for: Author.self, Article.self, Tag.self, Badge.self, in: InMemoryStore())
        let result = try container.load(#"{"articles": [], "tag": [{"id": 3}]}"#)
        let issue = try #require(result.issues.first)
        #expect(issue.description.contains("'tag', which names 'Author' and 'Tag'"))
        #expect(result.total.inserted == 0)
    }

    @Test func `null under the name of an entity is an empty list`() throws {
        let result = try container().load(#"{"articles": null}"#)
        try result.requireNoIssues()
        #expect(result.total.inserted == 0)
    }

    @Test func `a closure changes the mappings of a container`() throws {
        let container = try PersistentContainer(
            for: Article.self, Author.self, Tag.self, in: InMemoryStore(),
            roots: ["feed": "entry"]
        ) {
            $0.add(
                DynamicMapping(
                    named: "entry",
                    [
                        .kind(at: "headline", is: .object, use: "Article"),
                        .kind(at: "id", is: .number, use: "Author"),
                    ]))
            $0.unknownRoots = .report
            $0.requiresRoots = false
        }
        let result = try container.load(
            #"{"feed": [{"id": 1, "headline": {}}, {"id": 2}], "page": 1}"#)
        #expect(result.counts["Article"]?.inserted == 1)
        #expect(result.counts["Author"]?.inserted == 1)
        #expect(result.issues.map(\.code) == [.unknownRoot])
        #expect(try container.load(#"{"page": 2}"#).total.inserted == 0)
    }

    @Test func `an abstract schema struct has its properties mapped with its kinds`() throws {
        let container = try PersistentContainer(
            for: Shape.self, Circle.self, in: InMemoryStore())
        try container.load(#"{"circles": [{"id": 1, "flat": true, "radius": 2}]}"#)
            .requireNoIssues()
        let circles = try container.read { context in
            try context.fetch(Circle.self).map {
                [$0.managedObject["shapeID"], $0.managedObject["2d"], $0.managedObject["radius"]]
            }
        }
        #expect(circles == [[1, true, 2.0]])
    }

    @Test func `root paths that are given come besides the names`() throws {
        let container = try container(roots: ["data.items": "Article"])
        let result = try container.load(
            #"{"data": {"items": [{"id": 1}]}, "authors": [{"id": 2}]}"#)
        #expect(result.counts["Article"]?.inserted == 1)
        #expect(result.counts["Author"]?.inserted == 1)
    }

    @Test func `a mapping in code replaces that of its entity`() throws {
        let authors = EntityMapping(Author.self, .map("key", to: \.authorID))
        let container = try container(mappings: [authors])
        try container.load(#"{"authors": [{"key": 4, "id": 5}]}"#).requireNoIssues()
        #expect(try container.read { try $0.fetch(Author.self).map(\.authorID) } == [4])
    }

    @Test func `a container without mappings says how to get some`() throws {
        let container = try PersistentContainer(
            model: ManagedObjectModel(Tag.self, Article.self, Author.self),
            store: InMemoryStore())
        #expect {
            try container.load("{}")
        } throws: {
            ($0 as? MappingError)?.code == .unknownMapping
        }
    }

    @Test func `write saves, and an error saves nothing`() throws {
        struct Failure: Error {}
        let container = try container()
        let identifier = try container.write { context in
            let tag = context.insert(Tag.self)
            tag.name = "a"
            return tag.objectID
        }
        #expect(throws: Failure.self) {
            try container.write { context in
                context.insert(Tag.self).name = "b"
                throw Failure()
            }
        }
        let names = try container.read { context in
            context.insert(Tag.self).name = "c"
            return try context.fetch(Tag.self).map(\.name).sorted()
        }
        #expect(names == ["a", "c"])
        #expect(try container.read { try $0.fetch(Tag.self).map(\.objectID) } == [identifier])
    }
}

@Suite("Codable values")
struct CodableTests {
    private struct AuthorRow: Codable, Equatable { var name: String? }
    private struct TagRow: Codable, Equatable { var name: String }

    private struct ArticleRow: Codable, Equatable {
        var articleID: UInt8
        var title: String
        var published: Date?
        var author: AuthorRow?
        var tags: [TagRow]
    }

    private struct ArticleDTO: Codable {
        struct Headline: Codable { var text: String }

        var id: Int
        var headline: Headline
        var author_id: Int?
        var published: Date?
    }

    private func container() throws -> PersistentContainer {
        try PersistentContainer(
            for: Article.self, Author.self, Tag.self, in: InMemoryStore())
    }

    @Test func `values of an app are loaded, and decoded from objects`() throws {
        let container = try container()
        let date = Date(timeIntervalSince1970: 1_700_000_000.25)
        let articles = [
            ArticleDTO(id: 7, headline: .init(text: "Maps"), author_id: 3, published: date),
            ArticleDTO(id: 8, headline: .init(text: "Graphs")),
        ]
        try container.load(encoding: articles, as: Article.self).requireNoIssues()
        try container.load(#"{"id": 3, "name": "Anna"}"#, as: Author.self)
        try container.write { context in
            let tag = context.insert(Tag.self)
            tag.name = "swift"
            try context.fetch(Article.self, sortedBy: [.ascending(\Article.articleID)])
                .first?.tags = [tag]
        }
        let rows = try container.read { context in
            try context.fetch(Article.self, sortedBy: [.ascending(\Article.articleID)])
                .map { try $0.decode(as: ArticleRow.self) }
        }
        #expect(
            rows == [
                ArticleRow(
                    articleID: 7, title: "Maps", published: date, author: AuthorRow(name: "Anna"),
                    tags: [TagRow(name: "swift")]),
                ArticleRow(articleID: 8, title: "Graphs", published: nil, author: nil, tags: []),
            ])
        // The same values as a decoder of JSON reads.
        #expect(
            try JSONDecoder().decode([ArticleRow].self, from: JSONEncoder().encode(rows)) == rows)
    }

    private struct Loop: Decodable { var author: LoopAuthor? }
    private struct LoopAuthor: Decodable { var articles: [Loop] }
    private struct Misspelled: Decodable { var titel: String }
    private struct Mistyped: Decodable { var title: Int }
    private struct Missing: Decodable { var author: AuthorRow }
    private struct Listed: Decodable { var tags: String }
    private struct Narrow: Decodable { var articleID: Int8 }

    @Test func `what cannot be decoded has its path`() throws {
        let container = try container()
        try container.load(#"{"id": 300, "author_id": 3}"#, as: Article.self)
        func failure<Row: Decodable & SendableMetatype>(
            _ type: Row.Type
        ) throws -> String {
            try container.read { context in
                let article = try #require(try context.fetch(Article.self).first)
                do {
                    _ = try article.decode(as: type)
                    return "none"
                } catch let error as DecodingError {
                    switch error {
                    case .keyNotFound(_, let context), .valueNotFound(_, let context),
                        .typeMismatch(_, let context), .dataCorrupted(let context):
                        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
                        return "\(path): \(context.debugDescription)"
                    @unknown default: return "unknown"
                    }
                }
            }
        }
        #expect(try failure(Misspelled.self) == ": no property 'titel'; did you mean 'title'?")
        #expect(try failure(Mistyped.self) == #"title: expected Int, found "Untitled""#)
        #expect(try failure(Narrow.self) == "articleID: expected Int8, found 300")
        #expect(try failure(Missing.self).hasPrefix("author: "))
        #expect(try failure(Listed.self).hasPrefix("tags: expected String, found a relationship"))
        try container.load(#"{"id": 3}"#, as: Author.self)
        #expect(try failure(Loop.self).hasSuffix("contains itself through relationships"))
    }
}
