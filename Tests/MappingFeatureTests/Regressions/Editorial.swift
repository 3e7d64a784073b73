import EntityMapper
import MercatorPayload
import ObjectGraph

/// Articles, people and sections, connected by foreign keys and a key path.
struct Editorial {
    let model: ManagedObjectModel
    let operation: MappingOperation

    /// Creates mappings; a closure changes those of articles.
    init(_ change: (inout EntityMapping) -> Void = { _ in }) throws {
        let model = try Self.makeModel()
        self.model = model
        operation = MappingOperation(try MappingPlan(Self.mappings(model, change), for: model))
    }

    private static func makeModel() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("authorID", .integer64),
                    .init("sectionID", .integer64),
                ],
                relationships: [
                    .toOne("author", "Person", inverse: "articles"),
                    .toOne("section", "Section", inverse: "articles"),
                    .toOne("sectionEditor", "Person"),
                ]),
            EntityDescription(
                "Person",
                attributes: [
                    .init("slug", .string), .init("personID", .integer64), .init("gone", .boolean),
                ],
                relationships: [.toMany("articles", "Article", inverse: "author")]),
            EntityDescription(
                "Section",
                attributes: [
                    .init("sectionID", .integer64), .init("editorID", .integer64),
                    .init("edition", .integer64), .init("title", .string, isOptional: false),
                    .init("gone", .boolean),
                ],
                relationships: [
                    .toOne("editor", "Person"), .toMany("articles", "Article", inverse: "section"),
                ]),
        ])
    }

    static func mappings(
        _ model: ManagedObjectModel, _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        let articles = try model.mapping(
            "Article", identifiedBy: ["articleID"],
            ["id": "articleID", "author_id": "authorID", "section": "sectionID"]
        ) {
            $0.addConnection(for: "author", connectedBy: ["authorID": "personID"])
            $0.addConnection(for: "section", connectedBy: "sectionID")
            $0.addConnection(for: "sectionEditor", keyPath: "section.editor")
            change(&$0)
        }
        let people = try model.mapping(
            "Person", identifiedBy: ["slug"], ["slug": "slug", "id": "personID", "gone": "gone"]
        ) { $0.deletionPredicate = .attribute("gone") == true }
        let sections = try model.mapping(
            "Section", identifiedBy: ["sectionID"],
            [
                "id": "sectionID", "editor": "editorID", "edition": "edition", "title": "title",
                "gone": "gone",
            ]
        ) {
            $0.deletionPredicate = .attribute("gone") == true
            $0.discardsInvalidObjectsOnInsert = true
            $0.addConnection(for: "editor", connectedBy: ["editorID": "personID"])
        }
        return MappingSet(
            [articles, people, sections],
            roots: ["articles": "Article", "people": "Person", "sections": "Section"])
    }

    @discardableResult
    func load(_ json: String, _ bench: Workbench) throws -> MappingResult {
        try operation.run(json, in: bench.container)
    }
}
