import Mercator

extension Title {
    static var streaming: Title {
        Title(
            name: "import",
            summary: """
                From a file of lines to a new SQLite file, four thousand records at a time; the \
                reference decodes each line and writes by prepared inserts.
                """,
            largest: 1_000_000
        ) { pages in
            let count = pages.count
            let folder = try TemporaryFolder()
            let source = try folder.freshPath("articles.ndjson")
            let size = try PageWriter.writeLines(pages.articles, to: source)
            let statements = StatementCounter()
            let operation = try Library.importOperation()
            let inTask = Contender("Mercator", statements: statements) {
                try folder.freshPath("mercator.sqlite")
            } work: { path in
                let container = try PersistentContainer(
                    model: operation.plan.model,
                    store: SQLiteStore(path, options: statements.options))
                let result = try Waiting.result {
                    try await operation.run(file: source, in: container)
                }
                try require(result.counts["Article"]?.inserted == count, "imported too little")
                return container
            }
            let atOnce = Contender("Mercator, one core", statements: statements) {
                try folder.freshPath("mercator.sqlite")
            } work: { path in
                let container = try PersistentContainer(
                    model: operation.plan.model,
                    store: SQLiteStore(path, options: statements.options))
                let result = try operation.run(file: source, in: container)
                try require(result.counts["Article"]?.inserted == count, "imported too little")
                return container
            }
            let reference = Contender("JSONDecoder for each line, prepared inserts") {
                try folder.freshPath("raw.sqlite")
            } work: { path in
                var stream = try RawStream(path: path)
                try stream.run(file: source)
                try require(stream.count == Int64(count), "the reference imported too little")
                return stream
            }
            return Workload(payloadBytes: size, [inTask, atOnce, reference])
        }
    }
}
