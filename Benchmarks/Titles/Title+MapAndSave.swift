import Mercator

extension Title {
    static var mapAndSave: Title {
        Title(
            name: "map and save",
            summary: """
                From bytes to a new SQLite file with everything committed; the reference writes values \
                that are decoded already.
                """,
            largest: 1_000_000
        ) { pages in
            let page = pages.first
            let folder = try TemporaryFolder()
            let operation = try Library.operation()
            let statements = StatementCounter()
            let mercator = Contender("Mercator", statements: statements) {
                try folder.freshPath("mercator.sqlite")
            } work: { path in
                let container = try PersistentContainer(
                    model: operation.plan.model,
                    store: SQLiteStore(path, options: statements.options))
                let counts = try operation.run(page.bytes, in: container).counts
                try require(counts["Article"]?.inserted == page.count, "saved too little")
                return container
            }
            let rows = RawRows(page)
            let raw = Contender("raw SQLite, decoded values") {
                try folder.freshPath("raw.sqlite")
            } work: { path in
                let library = try RawLibrary(path: path)
                try library.insert(rows)
                return library
            }
            return Workload(payloadBytes: page.bytes.count, [mercator, raw])
        }
    }
}
