import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Title {
    /// Titles for records other than articles, so that writing is not tuned to these alone.
    static var serializeShapes: [Title] {
        [
            serialize("wide", .wide, "As serialize, of records with sixty numbers each."),
            serialize("texts", .texts, "The same of records with four texts of 2 000 bytes each."),
            serialize(
                "lists", .lists, "The same of small records, fifty inside each other one.",
                largest: 1_000_000),
            serialize(
                "chains", .chains, "The same of small records, 25 in one another.",
                largest: 1_000_000),
        ]
    }

    private static func serialize(
        _ name: String, _ shape: Shape, _ summary: String, largest: Int = 100_000
    ) -> Title {
        Title(name: "serialize, \(name)", summary: summary, largest: largest) { pages in
            let records = shape.records(pages.count)
            let store = try ShapeStore(shape, records)
            let size = try JSONEncoder().encode(records).count
            let mercator = Contender("Mercator") {
                let count = try store.written().count
                try require(count == size, "wrote \(count) of \(size) bytes")
            }
            let encoding = Contender("JSONEncoder from structs") {
                let count = try JSONEncoder().encode(records).count
                try require(count == size, "wrote \(count) of \(size) bytes")
            }
            return Workload(payloadBytes: size, [mercator, encoding])
        }
    }
}
