import Mercator

extension Title {
    /// The titles about searches.
    static var searches: [Title] { [search, indexing] }

    private static let queries = [
        "lorem", "dolor magna", "\"sit amet\"", "exercit*", "nulla zurich", "velit OR cillum",
        "ipsum -sit",
    ]

    private static var search: Title {
        Title(
            name: "search",
            summary: """
                The twenty most relevant articles are found for seven searches in a SQLite file, \
                with excerpts; the reference is FTS5 with a tokenizer of its own, its rank and its \
                snippets.
                """,
            largest: 1_000_000
        ) { pages in
            let folder = try TemporaryFolder()
            let path = folder.path("articles.sqlite")
            let statements = StatementCounter()
            let shelf = try Shelf(
                count: pages.count, in: SQLiteStore(path, options: statements.options),
                isSearchable: true)
            let raw = try RawSearch(path: folder.path("raw.sqlite"), articles: path)
            let expected = try queries.map(raw.count)
            try require(expected.contains { $0 > 0 }, "the searches find nothing")
            let mercator = Contender("Mercator", statements: statements) {
                try withExtendedLifetime(folder) {
                    let counts = try queries.map { query in
                        let request = SearchRequest("Article", SearchQuery(query), limit: 20)
                        return try shelf.container.search(request).count
                    }
                    try require(counts == expected, "found \(counts), not \(expected)")
                }
            }
            let reference = Contender("raw FTS5") {
                let counts = try queries.map(raw.count)
                try require(counts == expected, "found \(counts), not \(expected)")
            }
            return Workload(
                payloadBytes: shelf.payloadBytes, [mercator, reference],
                goals: [
                    Goal(
                        "40.4", "a search takes at most 1/0.8 of raw FTS5", atMost: 1 / 0.8,
                        .time(of: mercator.name, over: reference.name))
                ])
        }
    }

    private static var indexing: Title {
        Title(
            name: "map and save, searchable",
            summary: """
                The titles and bodies of articles are indexed while they are mapped and saved to a \
                new SQLite file; the reference is the same without an index of words.
                """,
            largest: 1_000_000
        ) { pages in
            let page = pages.first
            let folder = try TemporaryFolder()
            func contender(_ name: String, isSearchable: Bool) throws -> Contender {
                let operation = try Library.operation(isSearchable: isSearchable)
                return Contender(name) {
                    try folder.freshPath("articles.sqlite")
                } work: { path in
                    let container = try PersistentContainer(
                        model: operation.plan.model, store: SQLiteStore(path))
                    let counts = try operation.run(page.bytes, in: container).counts
                    try require(counts["Article"]?.inserted == page.count, "saved too little")
                    return container
                }
            }
            let mercator = try contender("Mercator, searchable", isSearchable: true)
            let plain = try contender("Mercator, without words", isSearchable: false)
            return Workload(
                payloadBytes: page.bytes.count, [mercator, plain],
                goals: [
                    Goal(
                        "40.4", "an index of words costs an import at most 1.6 of one without",
                        atMost: 1.6, .time(of: mercator.name, over: plain.name))
                ])
        }
    }
}

/// A table of FTS5 with the texts of articles.
private struct RawSearch {
    private let database: RawDatabase

    init(path: String, articles: String) throws {
        database = try RawDatabase(path: path)
        try database.execute(
            """
            ATTACH '\(articles)' AS articles;
            CREATE VIRTUAL TABLE words USING fts5(
              title, body, tokenize = "unicode61 remove_diacritics 2");
            INSERT INTO words (rowid, title, body) SELECT _id, title, body FROM articles.Article;
            DETACH articles
            """)
    }

    /// Returns the number of rows that a search finds, at most twenty, after reading them.
    func count(_ query: String) throws -> Int {
        let query = query.replacing(" -", with: " NOT ")
        let statement = try database.prepare(
            """
            SELECT rowid, rank, snippet(words, -1, '[', ']', '…', 20) FROM words \
            WHERE words MATCH ? ORDER BY rank LIMIT 20
            """)
        statement.bind(query)
        var (count, bytes) = (0, 0)
        try statement.forEachRow {
            count += 1
            bytes += statement.text(2).utf8.count
        }
        guard count == 0 || bytes > 0 else { throw BenchmarkError("the snippets are empty") }
        return count
    }
}
