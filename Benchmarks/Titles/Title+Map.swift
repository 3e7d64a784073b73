import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Title {
    package static var map: Title {
        Title(
            name: "map",
            summary: """
                From bytes to a context over an empty in-memory store: identified, uniqued, related, \
                dates converted; not saved.
                """,
            largest: 1_000_000
        ) { pages in
            let page = pages.first
            let data = page.makeData()
            let operation = try Library.operation()
            let mercator = Contender("Mercator") {
                let container = try PersistentContainer(
                    model: operation.plan.model, store: InMemoryStore())
                let inserted = try container.perform { context in
                    let document = try PayloadDocument(parsing: page.bytes)
                    return try operation.run(document, in: context).counts["Article"]?.inserted
                }
                try require(inserted == page.count, "mapped too little")
            }
            let byHand = Contender("JSONDecoder + dictionaries") {
                let decoded = try JSONDecoder().decode(PageRecord.self, from: data)
                let graph = try HandWrittenGraph(decoded)
                try require(graph.articles.count == page.count, "mapped too little")
            }
            return Workload(payloadBytes: page.bytes.count, [mercator, byHand])
        }
    }
}
