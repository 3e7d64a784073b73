import Mercator

/// Runs the steps of the tour and explains them.
struct TourGuide {
    private let console: Console
    private let container: PersistentContainer
    private let operation: MappingOperation

    /// Sets up the model, the mappings, the plan and the store once.
    init(_ console: Console, store: any StoreAddress) throws {
        self.console = console
        let model = try TourModel.make()
        operation = MappingOperation(try TourMappings.plan(for: model))
        container = try PersistentContainer(
            model: model, store: store.writable(keeping: [:]))
    }

    func run() throws {
        introduce()
        step("1. Articles arrive. They nest their tags, and name author and section by key only.")
        try load(TourPayload.articles, "articles.json")
        step("2. Their authors arrive, on their own. The articles that wait for them connect.")
        try load(TourPayload.authors, "authors.json")
        step("3. Their sections arrive.")
        try load(TourPayload.sections, "sections.json")
        step("4. One more article arrives. Its author and section are there: it connects at once.")
        try load(TourPayload.latest, "latest.json")
        step("5. This is the graph now. The articles:")
        try showArticles()
        console.say("\n   The same connections from the other end, from authors and sections:\n")
        try showTheOtherEnd()
        step("6. Everything arrives once more. Nothing has changed, so nothing is written.")
        try loadAgain()
        console.say()
    }

    private func introduce() {
        let articles = TourMappings.articles
        let identity = (articles.identificationAttributes ?? []).joined(separator: ", ")
        console.say(
            """
            A tour of Mercator: payloads become objects, objects go into an SQLite file.

              The model has articles, authors, sections and tags.
              An article is identified by '\(identity)': inferred from the name of the entity.
              Its title is found at 'headline.text', its date is read from ISO 8601 text.
            """)
    }

    private func step(_ text: String) { console.say("\n\(text)\n") }

    private func load(_ payload: [UInt8], _ name: String) throws {
        let result = try operation.run(payload, in: container)
        console.say("   \(name): \(Self.words(for: result.total))")
        for open in result.unresolved { console.say("   \(open)") }
        if result.total.isWithoutEffect {
            console.say("   all of it is here from an earlier tour: nothing is written")
        }
    }

    private func loadAgain() throws {
        var total = MappingCounts()
        let payloads = [
            TourPayload.articles, TourPayload.authors, TourPayload.sections, TourPayload.latest,
        ]
        for payload in payloads { total += try operation.run(payload, in: container).total }
        console.say("   all four: \(Self.words(for: total))")
    }

    private static func words(for counts: MappingCounts) -> String {
        "\(counts.inserted) inserted, \(counts.updated) updated, \(counts.unchanged) unchanged, "
            + "\(counts.connected) connected"
    }

    private func showArticles() throws {
        let rows = try container.perform { context in
            try context.fetch(Article.self, sortedBy: [.ascending("articleID")]).map { article in
                [
                    article.title,
                    article.publishedAt.map { "\($0)" } ?? "—",
                    article.author?.name ?? "—",
                    article.section?.name ?? "—",
                    article.tags.map(\.name).joined(separator: ", "),
                ]
            }
        }
        console.say(TextTable(["title", "published", "author", "section", "tags"], rows: rows))
    }

    private func showTheOtherEnd() throws {
        let rows = try container.perform { context in
            let authors = try context.fetch(Author.self, sortedBy: [.ascending("name")])
            let sections = try context.fetch(Section.self, sortedBy: [.ascending("name")])
            return authors.map { [$0.name, Self.titles(of: $0.articles)] }
                + sections.map { [$0.name, Self.titles(of: $0.articles)] }
        }
        console.say(TextTable(rows: rows))
    }

    private static func titles(of articles: [Object<Article>]) -> String {
        articles.map(\.title).joined(separator: "; ")
    }
}

extension MappingCounts {
    /// Indicates whether nothing changed.
    fileprivate var isWithoutEffect: Bool {
        inserted == 0 && updated == 0 && deleted == 0 && connected == 0
    }
}
