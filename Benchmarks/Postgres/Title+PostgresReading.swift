import Mercator
import ObjectGraphPostgres

extension Title {
    static var postgresMapAgain: Title {
        Title(
            name: "postgres map again unchanged",
            summary: """
                A page mapped into a PostgreSQL database that has all of it already: parsed before, and \
                from bytes; no row is written. The reference looks the same rows and links up, and \
                decodes them.
                """,
            obstacle: MeasuredServer.obstacle
        ) { pages in
            let page = pages.first
            let library = try PostgresLibrary()
            try library.save(page.bytes)
            let container = try library.container()
            let document = try PayloadDocument(parsing: page.bytes)
            let parsed = Contender("Mercator", statements: library.statements) {
                let total = try library.operation.run(document, in: container).total
                try require(total.inserted + total.updated == 0, "something was written")
            }
            let bytes = Contender("Mercator, from bytes", statements: library.statements) {
                let total = try library.operation.run(page.bytes, in: container).total
                try require(total.inserted + total.updated == 0, "something was written")
            }
            let rows = RawRows(page)
            let keys = (
                articles: rows.articles.map(\.record.id), authors: rows.authors.map(\.id),
                tags: rows.tags.map(\.id)
            )
            let raw = try RawPostgresLibrary(library.schema)
            let count = rows.articles.map { 1 + $0.record.tags.count }.reduce(0, +)
            let expected = count + keys.authors.count + keys.tags.count
            let reference = Contender("the look-ups alone") {
            } work: {
                let reading = try raw.page(
                    articles: keys.articles, authors: keys.authors, tags: keys.tags)
                try require(reading.count == expected, "found \(reading.count) rows")
                return reading
            }
            return Workload(
                payloadBytes: page.bytes.count, [parsed, bytes, reference],
                goals: [
                    Goal(
                        "G3", "a parsed page / the look-ups alone", atMost: 1.3,
                        .time(of: "Mercator", over: reference.name))
                ])
        }
    }

    static var postgresLookUp: Title {
        Title(
            name: "postgres look up",
            summary: """
                Rows of at most ten thousand articles, read whole by their keys from a PostgreSQL \
                database with as many as the size says; and fetched into a context. The reference reads \
                and decodes them with one statement.
                """,
            obstacle: MeasuredServer.obstacle
        ) { pages in
            let library = try PostgresLibrary()
            try library.save(pages.first.bytes)
            let step = max(1, pages.count / 10_000)
            let keys = stride(from: 0, to: pages.count, by: step).map { Int64(1000 + $0) }
            guard let layout = library.operation.plan.model.layout(named: "Article"),
                let slot = layout.slotIndexes["articleID"]
            else { throw BenchmarkError("the model has no such attribute") }
            let mercator = Contender("Mercator", statements: library.statements) {
            } work: {
                let rows = try library.backend.makeReader()
                    .rows(entity: layout.index, slots: [slot], keys: .integers(keys))
                try require(rows.count == keys.count, "found \(rows.count) rows")
                return rows
            }
            let container = try library.container()
            let fetch = Contender("Mercator, fetch", statements: library.statements) {
                try container.perform { context in
                    let articles = try context.fetch(
                        Library.Article.self, where: { $0.articleID.isIn(keys) })
                    try require(articles.count == keys.count, "found \(articles.count) rows")
                }
            }
            let raw = try RawPostgresLibrary(library.schema)
            let reference = Contender("= ANY, binary, decoded") {
            } work: {
                let reading = try raw.articles(keys)
                try require(reading.count == keys.count, "found \(reading.count) rows")
                return reading
            }
            return Workload(
                payloadBytes: pages.first.bytes.count / step, handledRecords: keys.count,
                [mercator, fetch, reference],
                goals: [
                    Goal(
                        "G4", "\(keys.count) keys / = ANY", atMost: 1.3,
                        .time(of: "Mercator", over: reference.name))
                ])
        }
    }
}
