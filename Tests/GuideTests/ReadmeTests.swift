import Mercator
import Testing

@Suite("README")
struct ReadmeTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>(from: "id")  // identifies articles: inferred from its name
        let title = Attribute<String>(from: "headline.text", default: "Untitled")
        let authorID = Attribute<Int64?>(from: "author_id")
        let author = ToOne<Author>(inverse: \.articles, connectedBy: \Article.authorID)
        let tags = ToMany<Tag>(from: "tags", inverse: \.articles, isOrdered: true)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let articles = ToMany<Article>()
    }

    struct Tag: Entity {
        let name = Attribute<String>(from: "name", isIdentity: true)
        let articles = ToMany<Article>()
    }

    private let payload = Array(
        #"""
        {
          "articles": [
            {"id": 7, "headline": {"text": "Maps"}, "author_id": 3, "tags": [{"name": "swift"}, {"name": "sql"}]},
            {"id": 8, "headline": {"text": "Graphs"}, "author_id": 3, "tags": [{"name": "swift"}]}
          ],
          "authors": [{"id": 3, "name": "Anna"}]
        }
        """#.utf8)

    @Test func `the example gives what it says`() throws {
        let file = try TemporaryFile()
        let path = file.path
        let container = try PersistentContainer(for: Article.self, Author.self, Tag.self, at: path)
        let inserted = try container.load(payload).total.inserted  // 5: articles, author, tags

        let lines = try container.read { context in
            try context.fetch(Article.self, sortedBy: [.ascending(\Article.articleID)]).map {
                "\($0.title) by \($0.author?.name ?? "nobody")"
            }
        }  // ["Maps by Anna", "Graphs by Anna"]
        #expect(inserted == 5)
        #expect(lines == ["Maps by Anna", "Graphs by Anna"])
        let again = try container.load(payload)
        let total = again.total
        let counts = (total.inserted, total.updated, total.unchanged)  // (0, 0, 5)
        #expect(counts == (0, 0, 5))
    }

    @Test func `the types of the glossary are public`() {
        let words: [Any.Type] = [
            ManagedObjectModel.self, (any Entity).self, Attribute<String>.self, ToOne<Tag>.self,
            ToMany<Tag>.self, ManagedObject.self, Object<Tag>.self, ManagedObjectContext.self,
            PersistentContainer.self, SQLiteStore.self, InMemoryStore.self, EntityMapping.self,
            ConnectionDescription.self, MappingSet.self, MappingPlan.self, MappingOperation.self,
            MappingResult.self, MappingIssue.self, ValueTransform.self,
        ]
        #expect(words.count == 19)
    }

    @Test func `no guide is listed twice, and no number is used twice`() throws {
        let lines = try Guide("README.md").text.split(separator: "\n")
        let listed = lines.filter { $0.hasPrefix("| ") }.flatMap { line in
            line.matches(of: /\]\(Guides\/(\w+\.md)\)/).map { String($0.output.1) }
        }
        #expect(listed.count > 20 && listed.count == Set(listed).count)
        let numbers = lines.compactMap { $0.firstMatch(of: #/^[|\s]*(\d+)\. /#)?.output.1 }
        #expect(numbers.count == Set(numbers).count)
    }
}
