import Mercator

/// Loads the same payloads in several concurrent tasks.
struct LoadingScenario {
    private static let (taskCount, rounds, recordCount) = (4, 6, 40)

    private let container: PersistentContainer
    private let operation: MappingOperation

    init(_ file: String, _ options: SQLiteStore.Options) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    AttributeDescription("articleID", .integer64),
                    AttributeDescription("authorID", .integer64),
                    AttributeDescription("title", .string),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("tags", "Tag", inverse: "articles", isOrdered: true),
                ]),
            EntityDescription(
                "Author", attributes: [AttributeDescription("authorID", .integer64)],
                relationships: [.toMany("articles", "Article")]),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("tagID", .integer64)],
                relationships: [.toMany("articles", "Article")]),
        ])
        container = try PersistentContainer(
            model: model, store: SQLiteStore(file, options: options))
        let mappings = try ["Article", "Author", "Tag"].map { name in
            guard let entity = model[name] else {
                throw StoreError(.invalidRequest, "the model has no \(name)")
            }
            var mapping = EntityMapping(for: entity)
            let key = "\(name.lowercased())ID"
            mapping.addAttributeMappings([PayloadPath([.key("id")]): key])
            guard name == "Article" else { return mapping }
            mapping.addAttributeMappings(["title": "title", "author": "authorID"])
            mapping.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
            mapping.addConnection(for: "author", connectedBy: "authorID")
            return mapping
        }
        var options = MappingOptions()
        options.retryLimit = 1000
        operation = MappingOperation(
            try MappingPlan(
                MappingSet(mappings, roots: ["articles": "Article", "authors": "Author"]),
                for: model), options: options)
    }

    func run() async throws {
        let (operation, container) = (operation, container)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<Self.taskCount {
                group.addTask { @concurrent in
                    // Every task loads all payloads; the tasks proceed from both ends and meet
                    // in the middle.
                    for round in 0..<Self.rounds {
                        let page = task.isMultiple(of: 2) ? round : Self.rounds - 1 - round
                        let payload = Self.payload(page)
                        _ = try operation.run(payload.utf8, in: container)
                    }
                }
            }
            try await group.waitForAll()
        }
        StoreDriver.report("loaded")
    }

    /// Returns a page; pages overlap by half, with the same values for a record on both.
    private static func payload(_ page: Int) -> String {
        let numbers = (page * recordCount / 2)..<(page * recordCount / 2 + recordCount)
        let articles = numbers.map { number in
            """
            {"id": \(number), "title": "Article \(number)", "author": \(number % 7), \
            "tags": [{"id": \(number % 5)}, {"id": \(number % 11 + 5)}]}
            """
        }
        let authors = page.isMultiple(of: 2) ? (0..<7).map { #"{"id": \#($0)}"# } : []
        return #"{"articles": [\#(articles.joined(separator: ","))], "#
            + #""authors": [\#(authors.joined(separator: ","))]}"#
    }
}
