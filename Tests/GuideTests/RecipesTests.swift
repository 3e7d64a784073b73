import Foundation
import Mercator
import Testing

@Suite("Recipes: JSON:API")
struct JSONAPIRecipeTests {
    struct Article: Entity {
        let articleID = Attribute<String>(from: "id")
        let title = Attribute<String?>(from: "attributes.title")
        let author = ToOne<Person>(from: "relationships.author.data", inverse: \.articles)
    }

    struct Person: Entity {
        let personID = Attribute<String>(from: "id")
        let name = Attribute<String?>(from: "attributes.name")
        let articles = ToMany<Article>()
    }

    @Test func `a type selects the mapping of a resource`() throws {
        let payload = #"""
            {
              "data": [{
                "type": "articles", "id": "1", "attributes": {"title": "Maps"},
                "relationships": {"author": {"data": {"type": "people", "id": "9"}}}
              }],
              "included": [{"type": "people", "id": "9", "attributes": {"name": "Anna"}}]
            }
            """#
        let model = try ManagedObjectModel(Article.self, Person.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let resource = DynamicMapping(
            named: "resource", [.table(at: "type", ["articles": "Article", "people": "Person"])],
            unknownRepresentations: .ignore)
        let mappings = MappingSet(
            [EntityMapping(for: Article.self), EntityMapping(for: Person.self)],
            dynamicMappings: [resource], roots: ["data": "resource", "included": "resource"])
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        _ = try operation.run(payload, in: container)
        let titles = try container.read { context in
            try context.fetch(Article.self).map { "\($0.title ?? "") by \($0.author?.name ?? "")" }
        }  // ["Maps by Anna"]
        #expect(titles == ["Maps by Anna"])
        let mixed =
            #"{"data": {"type": "articles", "id": "2"}, "included": [{"type": "x", "id": "3"}]}"#
        let second = try operation.run(mixed, in: container)
        #expect(second.total.inserted == 1)
        #expect(second.issues.isEmpty)
    }
}

@Suite("Recipes: HAL")
struct HALRecipeTests {
    struct Order: Entity {
        let orderID = Attribute<Int64>(from: "_links.self.href", using: "last")
        let total = Attribute<Decimal?>(from: "total")
        let customerID = Attribute<Int64?>(from: "_links.customer.href", using: "last")
        let customer = ToOne<Customer>(from: "_embedded.customer", connectedBy: \Order.customerID)
    }

    struct Customer: Entity {
        let customerID = Attribute<Int64>(from: "_links.self.href", using: "last")
        let name = Attribute<String?>(from: "name")
    }

    @Test func `the last step of a link identifies`() throws {
        let payload = #"""
            {"_embedded": {"orders": [{
              "total": 30.5,
              "_links": {"self": {"href": "/orders/123"}, "customer": {"href": "/customers/7"}},
              "_embedded": {"customer": {"name": "Anna", "_links": {"self": {"href": "/customers/7"}}}}
            }, {
              "total": 20,
              "_links": {"self": {"href": "/orders/124"}, "customer": {"href": "/customers/7"}}
            }]}}
            """#
        let container = try PersistentContainer(
            for: Order.self, Customer.self, in: InMemoryStore(),
            roots: ["_embedded.orders": "Order"],
            transforms: [ValueTransform.lastStep.named("last")])
        try container.load(payload)
        let customers = try container.read { context in
            try context.fetch(Order.self).map { $0.customer?.name }
        }  // ["Anna", "Anna"]
        #expect(customers == ["Anna", "Anna"])
    }

    @Test func `a payload without its root path is an error, or an empty list`() throws {
        let model = try ManagedObjectModel(Order.self, Customer.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let last = [ValueTransform.lastStep.named("last")]
        var mappings = MappingSet(
            [
                EntityMapping(for: Order.self, transforms: last),
                EntityMapping(for: Customer.self, transforms: last),
            ], roots: ["_embedded.orders": "Order"])
        let strict = MappingOperation(try MappingPlan(mappings, for: model))
        #expect {
            try strict.run(#"{"_links": {}}"#, in: container)
        } throws: { error in
            (error as? MappingError)?.code == .unmappedPayload
        }
        mappings.requiresRoots = false
        let lenient = MappingOperation(try MappingPlan(mappings, for: model))
        #expect(try lenient.run(#"{"_links": {}}"#, in: container).total.inserted == 0)
    }
}

@Suite("Recipes: OData")
struct ODataRecipeTests {
    struct Product: Entity {
        let productID = Attribute<Int64>(from: "ProductID")
        let name = Attribute<String?>(from: "Name")
        let version = Attribute<String?>(from: #""@odata.etag""#)
        let category = ToOne<Category>(from: "Category")
    }

    struct Category: Entity {
        let categoryID = Attribute<Int64>(from: "CategoryID")
        let name = Attribute<String?>(from: "CategoryName")
    }

    @Test func `keys of annotations are quoted`() throws {
        let payload = #"""
            {
              "@odata.context": "https://example.com/odata/$metadata#Products",
              "value": [{
                "@odata.etag": "W/\"7\"", "ProductID": 1, "Name": "Map",
                "Category": {"CategoryID": 2, "CategoryName": "Paper"}
              }]
            }
            """#
        let container = try PersistentContainer(
            for: Product.self, Category.self, in: InMemoryStore(), roots: ["value": "Product"])
        try container.load(payload)
        let versions = try container.read { context in
            try context.fetch(Product.self).map { "\($0.version ?? "") \($0.category?.name ?? "")" }
        }  // ["W/\"7\" Paper"]
        #expect(versions == ["W/\"7\" Paper"])
    }
}

@Suite("Recipes: GraphQL")
struct GraphQLRecipeTests {
    struct Article: Entity {
        let articleID = Attribute<String>(from: "id")
        let title = Attribute<String?>(from: "title")
        let tags = ToMany<Tag>(from: "tags.nodes", inverse: \.articles)
    }

    struct Tag: Entity {
        let name = Attribute<String>(from: "name", isIdentity: true)
        let articles = ToMany<Article>()
    }

    @Test func `nodes are found in all edges`() throws {
        let payload = #"""
            {"data": {"articles": {"edges": [
              {"node": {"id": "1", "title": "Maps", "tags": {"nodes": [{"name": "paper"}]}}},
              {"node": {"id": "2", "title": "Globes"}}
            ]}}}
            """#
        let container = try PersistentContainer(
            for: Article.self, Tag.self, in: InMemoryStore(),
            roots: ["data.articles.edges.node": "Article"])
        let inserted = try container.load(payload).total.inserted  // 3
        #expect(inserted == 3)
        let tags = try container.read { try $0.fetch(Article.self).map { $0.tags.map(\.name) } }
        #expect(tags == [["paper"], []])
    }
}
