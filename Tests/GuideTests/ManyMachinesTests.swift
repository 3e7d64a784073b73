#if canImport(PostgresTestSupport)
    import Foundation
    import Mercator
    import ObjectGraphPostgres
    import PostgresTestSupport
    import Testing

    @Suite("Many machines", .needsPostgres)
    struct ManyMachinesTests {
        private typealias Article = StoresTests.Article

        private let lines = """
            {"id": 7, "title": "Maps of the world", "author": 3}
            {"id": 8, "title": "Graphs", "author": 3}
            {"id": 9, "title": "Globes", "author": 4}
            {"id": 10, "title": "Charts", "author": 4}
            """

        @Test func `processes share a database as the guide shows`() async throws {
            try await PostgresSchema.withAwaiting { temporary in
                let (connection, schema) = (temporary.connectionString, temporary.name)
                let model = try ManagedObjectModel(
                    Article.self, StoresTests.Author.self, StoresTests.Tag.self)
                let plan = try StoresTests.plan(model)
                let payload = Array(StoresTests.payload.utf8)

                let options = PostgresStore.Options(schema: schema, busyTimeout: .seconds(10))
                let store = PostgresStore(connection, options: options)
                let container = try PersistentContainer(model: model, store: store)
                let result = try MappingOperation(plan).run(payload, in: container)
                let inserted = result.total.inserted  // 5
                #expect(inserted == 5)

                let elsewhere = try PersistentContainer(
                    model: model, store: PostgresStore(connection, options: options))
                let again = try MappingOperation(plan).run(payload, in: elsewhere)
                let unchanged = again.total.unchanged  // 5
                #expect(unchanged == 5)

                let reading = PostgresStore(
                    connection, options: .init(schema: schema, isReadOnly: true))
                let found = try PersistentContainer(model: reading.storedModel(), store: reading)
                let count = try found.perform { try $0.count(FetchRequest("Article")) }  // 2
                #expect(count == 2)

                try elsewhere.perform(retryLimit: 5) { context in
                    let found = try context.fetch(Article.self) { $0.articleID == 7 }
                    found.first?.title = "Maps of the world"
                    try context.save()
                }
                let titles = try container.perform { context in
                    try context.fetch(Article.self, sortedBy: [.ascending("articleID")])
                        .map(\.title)
                }
                #expect(titles == ["Maps of the world", "Graphs"])

                try await importPart(plan, container)

                let pooled = PostgresStore(
                    connection, options: .init(schema: schema, preparesStatements: false))
                let behindPooler = try PersistentContainer(model: model, store: pooled)
                #expect(try behindPooler.perform { try $0.count(FetchRequest("Article")) } == 4)
                try copyAll(container, connection, schema)
            }
        }

        private func copyAll(
            _ container: PersistentContainer, _ connection: String, _ schema: String
        ) throws {
            let (file, model) = (try TemporaryFile(), container.model)
            defer { try? drop(schema + "2", connection) }
            let backup = file.path
            try container.backUp(to: backup)
            let copied = PostgresStore(
                connection, options: .init(schema: schema + "2", seed: backup))
            let copy = try PersistentContainer(model: model, store: copied)
            let titles = try [container, copy].map { container in
                try container.perform { try $0.fetch(Article.self).compactMap(\.title).sorted() }
            }
            #expect(titles[0].count == 4 && titles[0] == titles[1])
        }

        private func drop(_ schema: String, _ connection: String) throws {
            try PostgresConnection(ConnectionOptions(connection), PostgresSettings())
                .execute("DROP SCHEMA IF EXISTS \"\(schema)\" CASCADE")
        }

        private func importPart(_ plan: MappingPlan, _ container: PersistentContainer) async throws
        {
            let file = try TemporaryFile()
            let path = file.path
            try Data(lines.utf8).write(to: URL(fileURLWithPath: path))

            var importing = try ImportOperation(plan, mapping: "Article")
            importing.options.checkpoint = "articles"
            importing.options.part = ImportPart(2, of: 2)
            let records = try await importing.run(file: path, in: container).records  // 2
            #expect(records == 2)
        }
    }
#endif
