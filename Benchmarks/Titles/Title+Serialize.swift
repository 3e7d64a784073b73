import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Title {
    static var serialize: Title {
        Title(
            name: "serialize",
            summary: """
                From an in-memory store to bytes: articles are fetched, read with authors and tags, \
                and written; the reference writes structs that lie there already.
                """
        ) { pages in
            let page = pages.first
            let operation = try Library.operation()
            let container = try PersistentContainer(
                model: operation.plan.model, store: InMemoryStore())
            _ = try operation.run(page.bytes, in: container)
            let writer = try RepresentationWriter(
                operation.plan, mapping: "Article", root: "articles")
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            encoder.outputFormatting = .withoutEscapingSlashes
            let copy = PageCopy(articles: try page.articles.map(ArticleCopy.init))
            let size = try encoder.encode(copy).count

            let write = {
                try container.perform { context in
                    try writer.jsonBytes(for: try context.fetch(FetchRequest("Article")))
                }
            }
            _ = try PayloadDocument(parsing: try write())

            let mercator = Contender("Mercator") {
                let bytes = try write()
                // Integral ratings are written as `3.0` or `3`; apart from that, only the
                // order may differ.
                let difference = abs(bytes.count - size)
                try require(difference <= 2 * page.count, "wrote \(difference) bytes more or less")
            }
            let encoding = Contender("JSONEncoder from structs") {
                let data = try encoder.encode(copy)
                try require(data.count == size, "wrote \(data.count) of \(size) bytes")
            }
            return Workload(payloadBytes: size, [mercator, encoding])
        }
    }
}
