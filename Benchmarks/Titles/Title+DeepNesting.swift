import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Title {
    static var deepNestingWide: Title {
        deepNesting(
            "wide", .wide,
            "As map, of categories; 120 in a group, one with all others directly inside it.")
    }

    static var deepNestingTrees: Title {
        deepNesting("64 levels", .trees, "The same number of categories in trees of 64 levels.")
    }

    static var deepNestingChains: Title {
        deepNesting(
            "120 levels", .chains,
            "The same number of categories, 120 in one another as parents.")
    }

    private static func deepNesting(
        _ name: String, _ shape: CategoryShape, _ summary: String
    ) -> Title {
        Title(
            name: "deep nesting, \(name)", summary: summary, largest: 1_000_000
        ) { pages in
            let page = CategoryPage(count: pages.count, shape: shape)
            let operation = try Catalog.operation()
            let mercator = Contender("Mercator") {
                let inserted = try insertedCount(page.bytes, operation)
                try require(inserted == page.count, "mapped too little")
            }
            let byHand = Contender("JSONDecoder + dictionary") {
                let decoded = try JSONDecoder().decode(CategoryPageRecord.self, from: page.data)
                let catalog = HandWrittenCatalog(decoded, count: page.count)
                try require(catalog.categories.count == page.count, "mapped too little")
            }
            return Workload(payloadBytes: page.bytes.count, [mercator, byHand])
        }
    }
}
