import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Title {
    /// Titles for records other than articles, so that mapping is not tuned to these alone.
    static var mapShapes: [Title] { [mapNumbers, mapWide, mapIntegerKeys] }

    private static var mapNumbers: Title {
        mapShape(
            "numbers", .numbers, "As map, of records with ten whole numbers and ten fractions.",
            largest: 1_000_000
        ) { data in
            let page = try JSONDecoder().decode(RecordPage<NumbersRecord>.self, from: data)
            var graph: [Int64: HandWrittenNumbers] = [:]
            graph.reserveCapacity(page.records.count)
            for record in page.records { graph[record.id] = HandWrittenNumbers(record) }
            return graph.count
        }
    }

    private static var mapWide: Title {
        mapShape(
            "wide", .wide,
            "The same of records with two hundred members; every other one is mapped.",
            largest: 100_000
        ) { data in
            let page = try JSONDecoder().decode(RecordPage<WideRecord>.self, from: data)
            var graph: [Int64: HandWrittenWide] = [:]
            graph.reserveCapacity(page.records.count)
            for record in page.records { graph[record.id] = HandWrittenWide(record) }
            return graph.count
        }
    }

    private static var mapIntegerKeys: Title {
        mapShape(
            "integer keys", .integerKeys,
            "The same of small records that name their parent by an object with its identifier.",
            largest: 1_000_000
        ) { data in
            let page = try JSONDecoder().decode(RecordPage<NodeRecord>.self, from: data)
            return HandWrittenNodes(page).nodes.count
        }
    }

    private static func mapShape(
        _ name: String, _ shape: RecordShape, _ summary: String, largest: Int,
        byHand: @escaping (Data) throws -> Int
    ) -> Title {
        Title(name: "map, \(name)", summary: summary, largest: largest) { pages in
            let page = ShapePage(count: pages.count, shape: shape)
            let operation = try Shapes.operation(shape)
            let mercator = Contender("Mercator") {
                let inserted = try insertedCount(page.bytes, operation)
                try require(inserted == page.count, "mapped too little")
            }
            let reference = Contender("JSONDecoder + dictionary") {
                try require(try byHand(page.data) == page.count, "mapped too little")
            }
            return Workload(payloadBytes: page.bytes.count, [mercator, reference])
        }
    }
}
