import Mercator

/// Loads articles or their authors page by page.
///
/// Two processes doing so on the same file conflict constantly, although neither writes
/// rows of the other.
struct CrossingScenario {
    private static let (pageCount, recordCount) = (30, 8)

    private let container: PersistentContainer
    private let model: ManagedObjectModel

    init(_ file: String, _ options: SQLiteStore.Options) throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    AttributeDescription("articleID", .integer64),
                    AttributeDescription("authorID", .integer64),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toOne("editor", "Editor"),
                ]),
            EntityDescription(
                "Author",
                attributes: [
                    AttributeDescription("authorID", .integer64),
                    AttributeDescription("editorID", .integer64),
                ],
                relationships: [
                    .toMany("articles", "Article"), .toOne("editor", "Editor"),
                ]),
            EntityDescription(
                "Editor", attributes: [AttributeDescription("editorID", .integer64)]),
        ])
        container = try PersistentContainer(
            model: model, store: SQLiteStore(file, options: options))
    }

    /// Loads all articles, whose connections cover authors and, through these, editors.
    func loadSources() throws {
        try load("Article") { mapping in
            mapping.addAttributeMappings(["id": "articleID", "key": "authorID"])
            mapping.addConnection(for: "author", connectedBy: "authorID")
            mapping.addConnection(for: "editor", keyPath: "author.editor")
        }
    }

    /// Loads all authors, beginning with the last page.
    func loadDestinations() throws {
        try load("Author") { mapping in
            mapping.addAttributeMappings(["id": "authorID", "key": "editorID"])
            mapping.addConnection(for: "editor", connectedBy: "editorID")
        }
    }

    /// Loads the editors.
    func loadEnds() throws {
        try load("Editor") { mapping in mapping.addAttributeMappings(["id": "editorID"]) }
    }

    private func load(_ name: String, _ fill: (inout EntityMapping) -> Void) throws {
        guard let entity = model[name] else {
            throw StoreError(.invalidRequest, "the model has no \(name)")
        }
        var mapping = EntityMapping(for: entity)
        fill(&mapping)
        var options = MappingOptions()
        options.retryLimit = 1000
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: name]), for: model)
        let operation = MappingOperation(plan, options: options)
        for page in 0..<Self.pageCount {
            let first = page * Self.recordCount
            let records = (first..<first + Self.recordCount).map {
                #"{"id": \#($0), "key": \#($0)}"#
            }
            let payload = "[\(records.joined(separator: ","))]"
            _ = try operation.run(payload.utf8, in: container)
        }
        StoreDriver.report("loaded")
    }
}
