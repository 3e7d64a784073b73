import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// Warnings of the plan about declarations that can have no effect.
@Suite("Declarations without effect")
struct IdleDeclarationTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [.init("articleID", .integer64), .init("authorID", .integer64)],
                relationships: [.toOne("author", "Author"), .toOne("editor", "Author")]),
            EntityDescription(
                "Author", attributes: [.init("authorID", .integer64)],
                relationships: [.toMany("tags", "Tag")]),
            EntityDescription(
                "Tag", attributes: [.init("tagID", .integer64)],
                relationships: [.toOne("owner", "Author")]),
        ])
    }

    private func warnings(
        roots: [String] = ["Article", "Author", "Tag"],
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> [String] {
        let mappings = try ["Article", "Author", "Tag"].map { name in
            var mapping = EntityMapping(for: try #require(model[name]))
            mapping.addAttributeMappings(["\(name.lowercased())ID"])
            if name == "Article" { change(&mapping) }
            return mapping
        }
        var set = MappingSet(mappings)
        for root in roots { set.addRoot(PayloadPath([.key(root)]), using: root) }
        return try MappingPlan(set, for: model).warnings.filter { $0.code == .idle }
            .map(\.description)
    }

    /// The warning about the two relationships of this model without an inverse.
    private let inverse =
        "Author: Author.tags and Tag.owner have no inverse, so linking one leaves the other empty; "
        + "declare one as the inverse of the other, unless they mean different things"

    @Test func `are relationships without an inverse, unless there are several`() throws {
        #expect(try warnings() == [inverse])
    }

    @Test func `are connections by keys to which nothing is mapped`() throws {
        let found = try warnings { $0.addConnection(for: "author", connectedBy: "authorID") }
        #expect(
            found == [
                "Article: the connection of 'author' by 'authorID': nothing is mapped to "
                    + "'authorID', so it connects nothing; map it, unless a program sets it",
                inverse,
            ])
        let mapped = try warnings {
            $0.addConnection(for: "author", connectedBy: "authorID")
            $0.addAttributeMapping(from: "author", to: "authorID")
        }
        #expect(mapped == [inverse])
    }

    @Test func `are mappings that nothing reaches`() throws {
        let found = try warnings(roots: ["Article"]) {
            $0.addRelationshipMapping(from: "author", to: "author", using: "Author")
        }
        #expect(
            found == [
                "Tag: no root path and no relationship leads to this mapping, so no record is mapped "
                    + "by it; add a root path, unless a program or a response names it",
                inverse,
            ])
    }

    @Test func `are told by a printed result`() throws {
        var articles = EntityMapping(for: try #require(model["Article"]))
        articles.addAttributeMappings(["articleID"])
        articles.addConnection(for: "author", connectedBy: "authorID")
        let plan = try MappingPlan(MappingSet([articles], roots: [.root: "Article"]), for: model)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let result = try MappingOperation(plan).run(#"{"articleID": 1}"#, in: container)
        #expect(result.warnings == plan.warnings.map(\.description))
        #expect(
            "\(result)".contains(
                "1 warning of the plan:\n- Article: the connection of 'author'"))
    }
}
