import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Adjusting a set of mappings")
struct MappingSetUpdatingTests {
    private let model: ManagedObjectModel
    private var mappings: MappingSet

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Article", attributes: [.init("articleID", .integer64), .init("title", .string)])
        ])
        let article = EntityMapping(for: try #require(model["Article"]))
        let items = DynamicMapping(named: "Item", [.kind(at: "", is: .object, use: "Article")])
        mappings = MappingSet([article], dynamicMappings: [items], roots: ["": "Item"])
        mappings.update("Article") { $0.addAttributeMapping(from: "id", to: "articleID") }
    }

    @Test func `changes a mapping where it is`() throws {
        var adjusted = mappings
        adjusted.update("Article") { $0.addAttributeMapping(from: "headline", to: "title") }
        #expect(adjusted["Article"]?.attributeMapping(to: "title")?.source == "headline")
        #expect(adjusted["Article"]?.attributeMapping(to: "articleID")?.source == "id")
        #expect(mappings["Article"]?.attributeMapping(to: "title") == nil)
        #expect(adjusted.mappings.count == 1)
        _ = try MappingPlan(adjusted, for: model)
    }

    @Test func `changes a dynamic mapping where it is`() throws {
        var adjusted = mappings
        adjusted.update(dynamic: "Item") { $0.unknownRepresentations = .fail }
        #expect(adjusted[dynamic: "Item"]?.unknownRepresentations == .fail)
        #expect(mappings[dynamic: "Item"]?.unknownRepresentations == .skip)
        _ = try MappingPlan(adjusted, for: model)
    }

    @Test func `has nothing under other names`() {
        #expect(mappings["Artikel"] == nil)
        #expect(mappings["Item"] == nil)
        #expect(mappings[dynamic: "Article"] == nil)
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (inout MappingSet) -> Void
    }

    private static let mistakes = [
        Mistake(
            testDescription: "update of mapping 'Artikle': no mapping has this name; did you mean "
                + "'Article'?",
            make: { $0.update("Artikle") { _ in } }),
        Mistake(
            testDescription: "update of dynamic mapping 'Itme': no dynamic mapping has this name; "
                + "did you mean 'Item'?",
            make: { $0.update(dynamic: "Itme") { _ in } }),
        Mistake(
            testDescription: "update of mapping 'Item': it is dynamic; use update(dynamic:_:)",
            make: { $0.update("Item") { _ in } }),
        Mistake(
            testDescription: "update of dynamic mapping 'Article': it is not dynamic; use "
                + "update(_:_:)",
            make: { $0.update(dynamic: "Article") { _ in } }),
        Mistake(
            testDescription: "update of mapping 'Later': it was not there yet; add it before it is "
                + "changed",
            make: { mappings in
                guard var article = mappings["Article"] else { return }
                mappings.update("Later") { _ in }
                article.name = "Later"
                mappings.add(article)
            }),
    ]

    @Test(arguments: mistakes)
    func `makes a problem of a name that is not there`(mistake: Mistake) throws {
        var wrong = mappings
        mistake.make(&wrong)
        let error = #expect(throws: MappingPlanError.self) { try MappingPlan(wrong, for: model) }
        #expect(error?.problems.map(\.description) == [mistake.testDescription])
        #expect(error?.problems.map(\.code) == [.mapping])
    }
}
