import Mercator
import Testing

@Suite("Payload values")
struct PayloadValuesTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
    }

    private let payload = #"""
        {"id": 7, "price": 19.90, "headline": {"text": "Maps", "lead": null}, "tags": ["a", "b"]}
        """#

    @Test func `a value answers what it is asked`() throws {
        let document = try PayloadDocument(parsing: payload)
        let article = document.root
        let id = article["id"]?.int64  // 7
        let price = article["price"]?.double  // 19.9
        let title = article.value(at: "headline.text")?.string  // "Maps"
        let second = article["tags"]?[1]?.string  // "b"
        #expect(id == 7)
        #expect(price == 19.9)
        #expect(title == "Maps")
        #expect(second == "b")

        let lead = article.value(at: "headline.lead")?.isNull  // true: it is there, and null
        let author = article["author"] == nil  // true: it is absent
        let tags = article["tags"]?.array?.compactMap(\.string)  // ["a", "b"]
        let keys = article.dictionary?.keys.sorted()  // ["headline", "id", "price", "tags"]
        #expect(lead == true)
        #expect(author)
        #expect(tags == ["a", "b"])
        #expect(keys == ["headline", "id", "price", "tags"])
        #expect(article["id"]?.array == nil)
        #expect(article["tags"]?.dictionary == nil)
    }

    @Test func `a transform gets a value`() throws {
        let shouted = ValueTransform("shouted") { value in
            value["text"]?.string.map { .string($0.uppercased()) }
        }
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMapping(from: "id", to: \Article.articleID)
        articles.addAttributeMapping(from: "headline", to: \Article.title, using: shouted)
        let model = try ManagedObjectModel(Article.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let operation = MappingOperation(
            try MappingPlan(MappingSet([articles], roots: ["": "Article"]), for: model))
        let result = try operation.run(payload, in: container)
        let title = try container.perform { context in
            try context.object(Article.self, with: result.first)?.title
        }
        #expect(title == "MAPS")
        #expect(try operation.run(payload, in: container).total.unchanged == 1)
    }
}
