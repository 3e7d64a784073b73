import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Values that no reader of the payload sees, because the last one of equal keys counts.
@Suite("Keys that are repeated")
struct RepeatedKeyTests {
    private let model: ManagedObjectModel
    private let plan: MappingPlan

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Item",
                attributes: [
                    .init("itemID", .integer64), .init("name", .string), .init("inner", .integer64),
                    .init("twin", .string),
                ],
                relationships: [
                    .toMany("parts", "Item", inverse: "whole"), .toOne("whole", "Item"),
                ])
        ])
        var mapping = try #require(model["Item"].map { EntityMapping(for: $0) })
        mapping.addAttributeMappings(
            [
                "id": "itemID", "n": "name", "n": "twin", "a.b": "inner",
            ] as KeyValuePairs)
        mapping.addRelationshipMapping(from: "parts", to: "parts", using: "Item")
        plan = try MappingPlan(MappingSet([mapping], roots: ["data.items": "Item"]), for: model)
    }

    /// The members of a record, some of which are repeated, and what they must give.
    private struct Record {
        var text = ""
        /// The values that are read, by attribute.
        var values: [String: Value] = [:]
        /// The number of values that are not read.
        var dropped = 0

        init(_ number: Int, _ random: inout SeededGenerator) {
            var members = [#""id": \#(number)"#]
            var inner: (objects: Int, last: Int?) = (0, nil)
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let value = Int.random(in: 0...99, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0:
                    members.append(#""n": "\#(value)""#)
                    dropped += values["name"] == nil ? 0 : 2
                    values["name"] = .string("\(value)")
                case 1:
                    let count = Int.random(in: 0...2, using: &random)
                    let texts = (0..<count).map { #""b": \#(value + $0)"# }
                    members.append(#""a": {\#(texts.joined(separator: ", "))}"#)
                    dropped += (inner.objects > 0 ? 1 : 0) + max(0, count - 1)
                    inner = (inner.objects + 1, count > 0 ? value + count - 1 : nil)
                case 2: members.append(#""x": \#(value)"#)
                default:
                    members.append(#""i\u0064": \#(number)"#)
                    dropped += 1
                }
            }
            values["twin"] = values["name"]
            values["inner"] = inner.last.map { .integer(Int64($0)) }
            text = "{\(members.joined(separator: ", "))}"
        }
    }

    @Test(arguments: Seeds.upTo(200))
    func `each value that is not read is told, wherever the key is`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let records = (0..<20).map { Record($0, &random) }
        let payload =
            #"{"data": {"items": [\#(records.map(\.text).joined(separator: ", "))]}}"#
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let result = try MappingOperation(plan).run(Array(payload.utf8), in: container)
        #expect(result.issues.allSatisfy { $0.code == .repeatedKey }, "\(result.issues)")
        #expect(result.issueCount == records.reduce(0) { $0 + $1.dropped })
        try container.perform { context in
            let objects = try context.fetch(FetchRequest("Item", sortedBy: [.ascending("itemID")]))
            for (object, record) in zip(objects, records) {
                for name in ["name", "twin", "inner"] {
                    #expect(object[name] == record.values[name] ?? .null, "\(record.text)")
                }
            }
        }
    }

    @Test func `root paths and relationships that lose records are named`() throws {
        let payload = """
            {"data": {"items": [{"id": 1}]},
             "data": {"items": [{"id": 2}], "items": [{"id": 3, "parts": [{"id": 4}], "parts": []}]}}
            """
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let result = try MappingOperation(plan).run(Array(payload.utf8), in: container)
        #expect(result.total.inserted == 1)
        #expect(
            result.issues.map { "\($0.entity).\($0.property ?? "") \($0.line)" } == [
                "the root path 'data.items'. 1", "the root path 'data.items'. 2", "Item.parts 2",
            ])
        #expect(
            result.issues.last.map { "\($0)" }?.contains("expected each key once in an object")
                == true)
    }
}
