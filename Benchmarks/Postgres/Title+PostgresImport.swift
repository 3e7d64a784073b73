import Mercator
import ObjectGraphPostgres

extension Title {
    static var postgresImport: Title {
        Title(
            name: "postgres import",
            summary: """
                From a file of lines to a new schema of a PostgreSQL database, four thousand records at \
                a time; the reference is the same by Mercator into a new SQLite file.
                """,
            obstacle: MeasuredServer.obstacle
        ) { pages in
            let count = pages.count
            let folder = try TemporaryFolder()
            let source = try folder.freshPath("articles.ndjson")
            let size = try PageWriter.writeLines(pages.articles, to: source)
            let (statements, counter) = (StatementCounter(), StatementCounter())
            let operation = try Library.importOperation()
            func run(in store: any PersistentStore) throws -> PersistentContainer {
                let container = try PersistentContainer(
                    model: operation.plan.model, store: store)
                let result = try Waiting.result {
                    try await operation.run(file: source, in: container)
                }
                try require(result.counts["Article"]?.inserted == count, "imported too little")
                return container
            }
            let mercator = Contender("Mercator", statements: statements) {
                try MeasuredSchema()
            } work: { schema in
                (try run(in: schema.store(statements)), schema)
            }
            let reference = Contender("Mercator, SQLite", statements: counter) {
                try folder.freshPath("mercator.sqlite")
            } work: { path in
                try run(in: SQLiteStore(path, options: counter.options))
            }
            return Workload(
                payloadBytes: size, [mercator, reference],
                goals: [
                    Goal(
                        "G5", "PostgreSQL / SQLite", atMost: 3,
                        .time(of: mercator.name, over: reference.name))
                ])
        }
    }
}
