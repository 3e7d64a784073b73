import Mercator
import Testing

@Suite("Dynamic mappings")
struct DynamicMappingsTests {
    struct Item: Entity {
        static let isAbstract = true
        let itemID = Attribute<Int64>(from: "id")
        let title = Attribute<String>(from: "title", default: "")
    }
    struct Article: Entity {
        static var parent: (any Entity.Type)? { Item.self }
    }
    struct Video: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let seconds = Attribute<Int32?>(from: "seconds")
    }

    private let payload = Array(
        #"""
        {
          "page": 3,
          "items": [
            {"kind": "article", "id": 1, "title": "Maps"},
            {"kind": "video", "id": 2, "title": "Graphs", "seconds": 93},
            {"kind": "poll", "id": 3, "title": "Tabs or spaces?"}
          ]
        }
        """#.utf8)

    private let model: ManagedObjectModel
    private let container: PersistentContainer

    init() throws {
        model = try ManagedObjectModel(Item.self, Article.self, Video.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    @Test func `a record says which mapping it needs`() throws {
        var items = DynamicMapping(named: "Item")
        items.add(.value(at: "kind", equals: "article", use: "Article"))
        items.add(.value(at: "kind", equals: "video", use: "Video"))

        let mappings = MappingSet(
            [EntityMapping(for: Article.self), EntityMapping(for: Video.self)],
            dynamicMappings: [items], roots: ["items": "Item"])
        let plan = try MappingPlan(mappings, for: model)
        let result = try MappingOperation(plan).run(payload, in: container)
        let entities = try container.perform { context in
            try context.fetch(FetchRequest("Item")).map(\.entity.name)
        }  // ["Article", "Video"]
        let issue = result.issues.first?.description
        #expect(entities == ["Article", "Video"])
        #expect(issue == (try Guide("Guides/DynamicMappings.md").texts[0]))
    }

    @Test func `a closure sees what is around`() throws {
        var byPlace = DynamicMapping(named: "Item")
        byPlace.add(
            .closure("the first is a video", among: ["Article", "Video"]) { context in
                guard context.value(at: "@root.page")?.int64 == 3 else { return .decline }
                return context.index == 0 ? .use("Video") : .use("Article")
            })
        let mappings = MappingSet(
            [EntityMapping(for: Article.self), EntityMapping(for: Video.self)],
            dynamicMappings: [byPlace], roots: ["items": "Item"])
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        _ = try operation.run(payload, in: container)
        let entities = try container.perform { context in
            try context.fetch(FetchRequest("Item")).map(\.entity.name)
        }
        #expect(entities == ["Video", "Article", "Article"])
        let error = #expect(throws: MappingError.self) {
            _ = try operation.run(#"{"page": 4, "items": [{"id": 1}]}"#.utf8, in: container)
        }
        #expect(error?.code == .unmappedPayload)
    }
}
