import Foundation
import Mercator
import TestSupport
import Testing

/// The reported cases of programs that were written from the guides.
@Suite("Reported cases: programs")
struct UseRegressionTests {
    struct Item: Entity {
        static let isAbstract = true
        let itemID = Attribute<Int64>("itemID")
        let title = Attribute<String?>("title")
    }

    struct Article: Entity {
        static var parent: (any Entity.Type)? { Item.self }
    }

    struct Video: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let seconds = Attribute<Int32?>("seconds")
    }

    /// Finding 2: a dynamic mapping to sub-entities of an entity with an identity.
    @Test(arguments: StoreKind.allCases)
    func `three loads of two records make two objects`(kind: StoreKind) throws {
        let model = try ManagedObjectModel(Item.self, Article.self, Video.self)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "itemID", "title": "title"])
        var videos = EntityMapping(for: Video.self)
        videos.addAttributeMappings(["id": "itemID", "seconds": "seconds"])
        var items = DynamicMapping(named: "Item")
        items.add(.value(at: "kind", equals: "article", use: "Article"))
        items.add(.value(at: "kind", equals: "video", use: "Video"))
        let plan = try MappingPlan(
            MappingSet([articles, videos], dynamicMappings: [items], roots: ["items": "Item"]),
            for: model)
        #expect(plan.warnings == [])
        let operation = MappingOperation(plan)
        let json = #"""
            {"items": [{"kind": "article", "id": 1, "title": "A"},
                       {"kind": "video", "id": 2, "seconds": 93}]}
            """#
        try kind.withContainer(model) { container throws in
            for round in 0..<3 {
                let explanation = try operation.explain(json, in: container)
                #expect(explanation.mappings.allSatisfy { !$0.insertsAlways })
                let result = try operation.run(json, in: container)
                #expect(result.total.inserted == (round == 0 ? 2 : 0))
                #expect(result.total.unidentified == 0)
            }
            #expect(try container.perform { try $0.count(FetchRequest("Item")) } == 2)
        }
    }

    struct Event: Entity {
        let kind = Attribute<String?>("kind")
    }

    /// Finding 2: the plan, the explanation and the result report that records are always new.
    @Test(arguments: StoreKind.allCases)
    func `records without identification are reported as new`(kind: StoreKind) throws {
        let model = try ManagedObjectModel(Event.self)
        var events = EntityMapping(for: Event.self)
        events.addAttributeMappings(["kind"])
        let plan = try MappingPlan(MappingSet([events], roots: ["": "Event"]), for: model)
        let warning = try #require(plan.warnings.first?.description)
        #expect(warning.contains("no identification: every record is new"))
        let operation = MappingOperation(plan)
        try kind.withContainer(model) { container throws in
            for round in 1...2 {
                let explanation = try operation.explain(#"[{"kind": "a"}]"#, in: container)
                #expect(explanation.warnings == [warning])
                let text = explanation.description
                #expect(text.contains("no identification: every record is new"))
                let result = try operation.run(#"[{"kind": "a"}]"#, in: container)
                #expect(result.total.inserted == 1 && result.total.unidentified == 1)
                #expect("\(result)".contains("1"))
                #expect(try container.perform { try $0.count(FetchRequest("Event")) } == round)
            }
        }
    }

    /// An explanation of plain values, with metadata.
    @Test func `a mapping to plain values is explained`() throws {
        struct Page { var title = "", host = "", views = 0 }
        var pages = ObjectMapping(Page(), named: "Page")
        pages.addAttributeMapping(from: "title", to: \.title)
        pages.addAttributeMapping(from: "views", to: \.views)
        pages.addAttributeMapping(from: "@metadata.HTTP.host", to: \.host)
        let json = #"{"pages": [{"titel": "A", "views": 1, "extra": 2}, {"title": "B"}]}"#
        let host = "example.org"
        let metadata: [String: Value] = ["HTTP": ["host": Value(host)]]
        let explanation = try pages.explain(json, at: "pages", metadata: metadata)
        #expect(explanation.recordCount == 2)
        #expect(explanation["Page"]?.unmappedKeys.map(\.path) == ["extra", "titel"])
        let read = explanation["Page"]?.properties.filter { $0.source == "@metadata.HTTP.host" }
        #expect(read?.map(\.valueCount) == [2])
        let text = explanation.description
        #expect(text.contains("titel") && text.contains("did you mean 'title'?"))
        let result = try pages.run(
            #"[{"title": "A", "views": 1}]"#, metadata: metadata)
        #expect(result.values.map(\.host) == [host])
    }

    /// Patterns whose repetitions multiply, in every place that takes one (D7).
    @Test(arguments: StoreKind.allCases, ["(a{1,100}){1,100}", "a{1,1000}a{1,1000}b"])
    func `patterns beyond their limit are refused everywhere`(
        kind: StoreKind, pattern: String
    ) throws {
        let model = try ManagedObjectModel(Event.self)
        try kind.withContainer(model) { container throws in
            try container.perform { context throws in
                context.insert(Event.self).kind = String(repeating: "a", count: 2000)
                try context.save()
            }
            let built = PropertyPath.attribute("kind").matches(pattern)
            for predicate in [built, !built, built || .attribute("kind").isNil] {
                let error = #expect(throws: StoreError.self) {
                    try container.perform { context in
                        try context.count(FetchRequest("Event", where: predicate))
                    }
                }
                #expect(error?.code == .invalidRequest)
                #expect(error?.message.contains("2000 steps") == true, "\(error as Any)")
            }
        }
        #expect(throws: (any Error).self) {
            _ = try EntityPredicate(format: "kind MATCHES %@", pattern)
        }
        #expect(throws: ManagedObjectModelError.self) {
            _ = try ManagedObjectModel([
                EntityDescription(
                    "Event", attributes: [.init("kind", .string, rules: [.matches(pattern)])])
            ])
        }
    }
}
