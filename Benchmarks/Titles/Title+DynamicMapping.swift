import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Title {
    static var dynamicMapping: Title {
        Title(
            name: "dynamic mapping",
            summary: """
                As map, of a list of articles, videos, polls and offers; each record says which it is, \
                or has to be looked at. Sorted: the same records in a list for each kind.
                """,
            largest: 1_000_000
        ) { pages in
            let page = FeedPage(count: pages.count)
            let dynamic = try Feed.dynamicOperation()
            let fixed = try Feed.fixedOperation()
            let mercator = Contender("Mercator") {
                let inserted = try insertedCount(page.mixed, dynamic)
                try require(inserted == page.count, "mapped too little")
            }
            let sorted = Contender("sorted: fixed mappings") {
                let inserted = try insertedCount(page.sorted, fixed)
                try require(inserted == page.count, "mapped too little")
            }
            let byHand = Contender("JSONDecoder, enum + dictionary") {
                let decoded = try JSONDecoder().decode(FeedPageRecord.self, from: page.mixedData)
                let feed = try HandWrittenFeed(decoded)
                try require(feed.items.count == page.count, "mapped too little")
            }
            return Workload(payloadBytes: page.mixed.count, [mercator, sorted, byHand])
        }
    }

    /// Maps bytes in a context of an empty in-memory store, and returns the number of new objects.
    static func insertedCount(_ bytes: [UInt8], _ operation: MappingOperation) throws -> Int {
        let container = try PersistentContainer(
            model: operation.plan.model, store: InMemoryStore())
        return try container.perform { context in
            let document = try PayloadDocument(parsing: bytes)
            return try operation.run(document, in: context).total.inserted
        }
    }
}
