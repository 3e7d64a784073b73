import Mercator

extension Title {
    static var connect: Title {
        Title(
            name: "connect",
            summary: """
                Open entries in a SQLite file are connected with a tenth as many accounts by a foreign \
                key, and committed; the reference is one statement in SQL, on the same tables.
                """,
            largest: 1_000_000
        ) { pages in
            let count = pages.count
            let folder = try TemporaryFolder()
            let original = try folder.freshPath("original.sqlite")
            try RawRegister.make(path: original, count: count)
            let named = count - count / 10
            let operation = try Register.operation()
            let model = try Register.model()
            let statements = StatementCounter()
            let mercator = Contender("Mercator", statements: statements) {
                let path = try folder.copy(original, to: "mercator.sqlite")
                return try PersistentContainer(
                    model: model, store: SQLiteStore(path, options: statements.options))
            } work: { container in
                let connected = try operation.run(in: container).connected
                try require(connected == named, "connected too little")
                return container
            }
            let raw = Contender("raw SQLite, one statement") {
                try RawRegister(path: try folder.copy(original, to: "raw.sqlite"))
            } work: { register in
                try register.connect()
                try require(register.changeCount == named, "connected too little")
                return register
            }
            let size = try TemporaryFolder.size(ofFile: original)
            return Workload(payloadBytes: size, [mercator, raw])
        }
    }
}
