import Mercator

extension Title {
    static var fetch: Title {
        Title(
            name: "fetch",
            summary: """
                As many articles as the size says are fetched from a SQLite file by a condition, and \
                three typed attributes of each are read: those that the fetch names, or of whole \
                objects; the reference loops over these columns.
                """,
            largest: 1_000_000
        ) { pages in
            let folder = try TemporaryFolder()
            let path = folder.path("articles.sqlite")
            let statements = StatementCounter()
            let shelf = try Shelf(
                count: pages.count, in: SQLiteStore(path, options: statements.options))
            let raw = try RawShelf(path: path)
            let expected = try raw.read(from: shelf.firstID)
            try require(expected.count == pages.count, "the file has other articles")
            let mercator = Contender("Mercator", statements: statements) {
                // The folder is removed when this closure is released.
                try withExtendedLifetime(folder) {
                    try require(try shelf.read() == expected, "read something else")
                }
            }
            let whole = Contender("Mercator, whole objects", statements: statements) {
                try require(try shelf.read(isWhole: true) == expected, "read something else")
            }
            let reference = Contender("raw SQLite, a loop over rows") {
                try require(try raw.read(from: shelf.firstID) == expected, "read something else")
            }
            return Workload(payloadBytes: shelf.payloadBytes, [mercator, whole, reference])
        }
    }

    static var fetchInMemory: Title {
        Title(
            name: "fetch in memory",
            summary: """
                The same from an in-memory store; the reference loops over the objects of a \
                dictionary.
                """
        ) { pages in
            let shelf = try Shelf(count: pages.count, in: InMemoryStore())
            let page = PageRecord(articles: shelf.records)
            let graph = try HandWrittenGraph(page)
            func read() -> Shelf.Reading {
                var reading = Shelf.Reading()
                for article in graph.articles.values where article.id >= shelf.firstID {
                    reading.add(article.title, article.viewCount, article.rating)
                }
                return reading
            }
            let expected = read()
            try require(expected.count == pages.count, "the store has other articles")
            let mercator = Contender("Mercator") {
                try require(try shelf.read(isWhole: true) == expected, "read something else")
            }
            let reference = Contender("a dictionary, a loop over objects") {
                try require(read() == expected, "read something else")
            }
            return Workload(payloadBytes: shelf.payloadBytes, [mercator, reference])
        }
    }
}
