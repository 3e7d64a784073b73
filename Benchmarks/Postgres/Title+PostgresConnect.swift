import Mercator
import ObjectGraphPostgres

extension Title {
    static var postgresConnect: Title {
        Title(
            name: "postgres connect",
            summary: """
                Open entries in a PostgreSQL database are connected with a tenth as many accounts by a \
                foreign key, and committed; the same in a SQLite file; the reference is one statement \
                on the same tables.
                """,
            largest: 1_000_000, obstacle: MeasuredServer.obstacle
        ) { pages in
            let count = pages.count
            let named = count - count / 10
            let register = try PostgresRegister(count: count)
            let statements = StatementCounter()
            let operation = try Register.operation()
            let model = try Register.model()
            let container = try PersistentContainer(
                model: model, store: register.schema.store(statements))
            let mercator = Contender("Mercator", statements: statements) {
                try register.restore()
            } work: {
                let connected = try operation.run(in: container).connected
                try require(connected == named, "connected too little")
            }
            let folder = try TemporaryFolder()
            let original = try folder.freshPath("original.sqlite")
            try RawRegister.make(path: original, count: count)
            let counter = StatementCounter()
            let sqlite = Contender("Mercator, SQLite", statements: counter) {
                let path = try folder.copy(original, to: "mercator.sqlite")
                return try PersistentContainer(
                    model: model, store: SQLiteStore(path, options: counter.options))
            } work: { container in
                let connected = try operation.run(in: container).connected
                try require(connected == named, "connected too little")
                return container
            }
            let reference = Contender("UPDATE … FROM") {
                try register.restore()
            } work: {
                try require(try register.connect() == named, "connected too little")
            }
            return Workload(
                payloadBytes: try TemporaryFolder.size(ofFile: original),
                [mercator, sqlite, reference],
                goals: [
                    Goal(
                        "G6", "connecting / UPDATE … FROM", atMost: 1.2,
                        .time(of: mercator.name, over: reference.name)),
                    Goal(
                        "G6", "connecting / SQLite", atMost: 3,
                        .time(of: mercator.name, over: sqlite.name)),
                ])
        }
    }
}
