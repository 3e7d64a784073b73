import Foundation
import MappingGeneration
import MappingInference
import Mercator
import Testing

@Suite("A minute with your own data")
struct AMinuteWithYourDataTests {
    private let payload = """
        {
          "customers": [
            {"id": 7, "name": "Anna", "address": {"city": "Berlin", "country": "de"}},
            {"id": 9, "name": "Ben", "address": {"city": "Lyon", "country": "fr"}}
          ],
          "orders": [
            {"id": 1, "customerId": 7, "placedAt": "2026-11-20T10:02:00Z", "lines": [
              {"id": 40, "title": "Map", "price": 19.9, "quantity": 2},
              {"id": 41, "title": "Compass", "price": 35, "quantity": 1}
            ]},
            {"id": 2, "customerId": 9, "placedAt": "2026-11-21T08:30:00Z", "lines": [
              {"id": 40, "title": "Map", "price": 19.9, "quantity": 1}
            ]},
            {"id": 3, "customerId": 7, "placedAt": "2026-11-22T17:45:00Z", "lines": [
              {"id": 41, "title": "Compass", "price": 35, "quantity": 3},
              {"id": 40, "title": "Map", "price": 19.9, "quantity": 5}
            ]}
          ],
          "page": 1
        }

        """

    @Test func `a program infers, maps and connects as the guide shows`() throws {
        let file = try TemporaryFile()
        let path = file.path

        let source = PayloadSource(name: "shop.json", bytes: Array(payload.utf8))
        let inferred = try MappingInference().infer([source])
        let container = try PersistentContainer(
            model: inferred.file.model(), store: SQLiteStore(path))
        let result = try MappingOperation(inferred.file.plan()).run(payload, in: container)
        let customers = try container.perform { context in
            try context.fetch(
                FetchRequest("Order", sortedBy: [.ascending("orderID")])
            ).map { $0[toOne: "customer"]?["name"] }
        }  // ["Anna", "Ben", "Anna"]
        #expect(customers == ["Anna", "Ben", "Anna"])
        #expect(result.total.inserted == 12)
        #expect(result.issues.isEmpty)
    }

    @Test func `the decisions are those that the guide prints`() throws {
        let source = PayloadSource(name: "shop.json", bytes: Array(payload.utf8))
        let inferred = try MappingInference().infer([source])
        let printed = "\(InferenceTable(inferred, payloads: ["shop.json"]))"
        let texts = try Guide("Guides/AMinuteWithYourData.md").texts
        #expect(texts == [printed.trimmingCharacters(in: .newlines)])
    }
}
