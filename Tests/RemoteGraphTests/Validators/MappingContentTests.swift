import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import RemotePlanning
import Testing

@Suite("The content of mappings as text")
struct MappingContentTests {
    private static func content(
        _ change: (inout MappingSet, inout EntityMapping) -> Void
    ) throws -> String {
        let model = try Library.model()
        var set = try Library.mappings(model)
        var article = EntityMapping(for: try #require(model["Article"]), named: "Changed")
        article.addAttributeMapping(from: "title", to: "title")
        article.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        change(&set, &article)
        set.add(article)
        return set.content
    }

    private static let changes: [@Sendable (inout MappingSet, inout EntityMapping) -> Void] = [
        { _, _ in },
        { set, _ in set.addRoot("more", using: "Article") },
        { set, _ in set.unknownRoots = .report },
        { set, _ in set.requiresRoots = false },
        { set, _ in set.unknownCases = .assignNil },
        { set, _ in set.defaultTransforms[.date] = .default },
        { _, article in article.name = "Other" },
        { _, article in article.identificationAttributes = ["title"] },
        { _, article in article.identificationPredicate = .attribute("rating") == 1 },
        { _, article in article.identificationPredicate = .attribute("rating") == 2 },
        { _, article in article.missingIdentification = .fail },
        { _, article in article.allowedOperations = [.insert] },
        { _, article in article.acceptsIdentifiers = true },
        { _, article in article.modificationAttribute = "rating" },
        { _, article in article.synchronizationAttribute = "state" },
        { _, article in article.deletionPredicate = .attribute("rating") == 1 },
        { _, article in article.assignsNilForNullRelationships = false },
        { _, article in article.didMap = MappingHook("hook") { _, _ in } },
        { _, article in article.forcesCollectionMapping = true },
        { _, article in article.ignoredPaths = ["x"] },
        { _, article in
            article.addValidation(for: "title", ValueValidation("short") { _ in .accept })
        },
        { _, article in article.addAttributeMapping(from: "stars", to: "rating") },
        { _, article in
            article.addAttributeMapping(
                from: "stars", to: "rating", using: ValueTransform("double") { _ in nil })
        },
        { _, article in article.removeMappings(to: "tags") },
        { _, article in article.addConnection(for: "author", connectedBy: ["views": "authorID"]) },
        { set, _ in set.add(dynamic("type", "a")) },
        { set, _ in set.add(dynamic("type", "b")) },
        { set, _ in set.add(dynamic("kind", "a")) },
    ]

    private static func dynamic(_ key: String, _ value: String) -> DynamicMapping {
        let condition = RepresentationPredicate.comparison(key, .equal, .string(value))
        return DynamicMapping(
            named: "Any", [.predicate(condition, use: "Article")])
    }

    @Test func `sets that map differently have different texts, equal sets equal ones`() throws {
        let texts = try Self.changes.map(Self.content)
        #expect(Set(texts).count == texts.count)
        #expect(try Self.changes.map(Self.content) == texts)
    }
}
