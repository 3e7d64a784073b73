import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Title {
    package static var parse: Title {
        Title(
            name: "parse",
            summary: "From bytes to a checked document; the reference fills structs.",
            largest: 1_000_000
        ) { pages in
            let page = pages.first
            let data = page.makeData()
            let mercator = Contender("Mercator") {
                let document = try PayloadDocument(parsing: page.bytes)
                try require(document.root["articles"]?[page.count - 1] != nil, "parsed too little")
            }
            let decoder = Contender("JSONDecoder into structs") {
                let decoded = try JSONDecoder().decode(PageRecord.self, from: data)
                try require(decoded.articles.count == page.count, "decoded too little")
            }
            return Workload(payloadBytes: page.bytes.count, [mercator, decoder])
        }
    }
}
