import Foundation
import Mercator
import ObjectGraphPostgres
import ObjectGraphSQLite
import PostgresTestSupport
import StreamingImport
import TestSupport
import Testing

@Suite("The same pages in a file and in a database", .needsPostgres, .endsInTime)
struct PageAgreementTests {
    /// The ways in which pages are loaded.
    enum Load: CaseIterable {
        /// Each page is mapped by itself.
        case mapping
        /// Each page is imported in batches of a few records.
        case `import`
    }

    @Test(arguments: Load.allCases, Seeds.upTo(4, from: 1))
    func `twenty pages leave the same rows, versions, links and positions`(
        load: Load, seed: UInt64
    ) throws {
        var pages = Pages(SeededGenerator(seed: seed))
        let texts = (0..<20).map { _ in pages.next() }
        let model = try Pages.model()
        try PostgresSchema.with { schema in
            let temporary = try TemporaryStore(.sqlite)
            defer { temporary.remove() }
            let file = try #require(temporary.store as? SQLiteStore)
            let places = [StorePlace(file: file.path), StorePlace(schema)]
            let containers = try places.map {
                try PersistentContainer(model: model, store: $0.store())
            }
            for (number, text) in texts.enumerated() {
                let counts = try containers.map { try run(load, text, in: $0) }
                #expect(counts[0] == counts[1], "page \(number), seed \(seed)")
            }
            let contents = try places.map { try $0.content(model) }
            #expect(contents[1].differences(from: contents[0]) == [], "seed \(seed)")
            #expect(contents[0].objects.rows.count > 60)
            #expect(contents[0].objects.links.allSatisfy { $0.count > 20 })
            #expect(contents[0].objects.rows.contains { $0.version > 3 })
        }
    }

    /// Loads a page, and returns what was done.
    private func run(
        _ load: Load, _ text: String, in container: PersistentContainer
    ) throws -> [Int] {
        let plan = try Pages.plan(container.model)
        switch load {
        case .mapping:
            let total = try MappingOperation(plan).run(text.utf8, in: container).total
            return [total.inserted, total.updated, total.unchanged]
        case .import:
            var operation = try ImportOperation(
                plan, mapping: "Article", format: .array(at: "articles"))
            operation.options.batchRecords = 5
            return [try operation.run([Array(text.utf8)], in: container).records]
        }
    }
}
