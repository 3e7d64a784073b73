import Mercator

extension Title {
    /// The title about changes of all objects that satisfy a condition.
    static var update: Title {
        Title(
            name: "update",
            summary: """
                As many articles as the size says satisfy a condition in a SQLite file, and their \
                number of views, which has an index, is increased and committed; the reference is \
                one statement in SQL, on the same tables.
                """,
            largest: 1_000_000
        ) { pages in
            let folder = try TemporaryFolder()
            let original = try folder.freshPath("original.sqlite")
            let (firstID, payloadBytes) = try RawShelf.makeIndexed(original, count: pages.count)
            let model = try Library.operation().plan.model
            let statements = StatementCounter()
            let mercator = Contender("Mercator", statements: statements) {
                let path = try folder.copy(original, to: "mercator.sqlite")
                return try PersistentContainer(
                    model: model, store: SQLiteStore(path, options: statements.options))
            } work: { container in
                let count = try container.update(
                    Library.Article.self, where: { $0.articleID >= firstID }
                ) {
                    [$0.viewCount.set(to: $0.viewCount + 1)]
                }
                try require(count == pages.count, "updated \(count) articles")
                return container
            }
            func raw(_ name: String, raisesVersions: Bool) -> Contender {
                Contender(name) {
                    let shelf = try RawShelf(
                        path: try folder.copy(original, to: "raw.sqlite"))
                    // As in Mercator's store: without it, the pages of the index do not fit.
                    try shelf.database.execute(
                        "PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 16000")
                    return shelf
                } work: { shelf in
                    let count = try shelf.increaseViews(
                        from: firstID, raisesVersions: raisesVersions)
                    try require(count == pages.count, "updated \(count) articles")
                    return shelf
                }
            }
            let reference = raw("raw SQLite, one statement", raisesVersions: false)
            return Workload(
                payloadBytes: payloadBytes,
                [mercator, raw("raw SQLite, with versions", raisesVersions: true), reference],
                goals: [
                    Goal(
                        "40.3", "an update by a condition takes at most 1/0.7 of raw SQL",
                        atMost: 1 / 0.7,
                        .time(of: mercator.name, over: reference.name))
                ])
        }
    }
}

extension RawShelf {
    /// Creates a file with articles in which the number of views has an index.
    ///
    /// Returns the lowest identifier that matches the condition, and the size of these articles as
    /// JSON.
    fileprivate static func makeIndexed(
        _ path: String, count: Int
    ) throws -> (firstID: Int64, payloadBytes: Int) {
        let shelf = try Shelf(count: count, in: SQLiteStore(path))
        shelf.container.close()
        try RawDatabase(path: path).execute(
            #"CREATE INDEX "by_views" ON "Article" ("viewCount"); PRAGMA wal_checkpoint(TRUNCATE)"#)
        return (shelf.firstID, shelf.payloadBytes)
    }

    /// Increases the number of views of articles, and returns the number of changed ones.
    fileprivate func increaseViews(from firstID: Int64, raisesVersions: Bool) throws -> Int {
        let before = database.changeCount
        let version = raisesVersions ? #", "_version" = "_version" + 1"# : ""
        try database.transaction {
            try database.execute(
                """
                UPDATE "Article" SET "viewCount" = "viewCount" + 1\(version)
                WHERE "articleID" >= \(firstID)
                """)
        }
        return database.changeCount - before
    }
}
