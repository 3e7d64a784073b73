import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import Synchronization
import Testing
import ValueTransforms

@Suite("Transforms of known objects")
struct TransformUpdatingTests {
    struct Payment: Entity {
        let id = Attribute<Int64>("id")
        let amount = Attribute<Decimal?>("amount")
        let state = Attribute<String?>("state")
        let receipt = Attribute<[UInt8]?>("receipt")
        let sentAt = Attribute<Timestamp?>("sentAt")
        let code = Attribute<String>("code")
    }

    enum State: String, CaseIterable { case draft, settled }

    private static func operation(
        code: ValueTransform = ValueTransform("upper") { $0.string?.uppercased() }
    ) throws -> MappingOperation {
        var payments = EntityMapping(for: Payment.self)
        payments.addAttributeMappings(["id": "id"])
        let transforms: [(PayloadPath, String, ValueTransform)] = [
            ("amount", "amount", .number(prefix: "$")),
            ("state", "state", .enumeration(of: State.self)),
            ("receipt", "receipt", .base64), ("sent", "sentAt", .httpDate), ("code", "code", code),
        ]
        for (key, attribute, transform) in transforms {
            payments.addAttributeMapping(from: key, to: attribute, using: transform)
        }
        let mappings = MappingSet([payments], roots: [.root: "Payment"])
        return MappingOperation(try MappingPlan(mappings, for: ManagedObjectModel(Payment.self)))
    }

    private static let members = [
        "id": "7", "amount": "$12.50", "state": "draft", "receipt": "YWJj",
        "sent": "Sun, 31 Aug 2014 00:29:15 GMT", "code": "ab",
    ]

    private static func payload(_ changes: [String: String] = [:]) throws -> PayloadDocument {
        let members = members.merging(changes) { $1 }
        return try PayloadDocument(
            parsing: "{\(members.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ","))}")
    }

    @Test func `write nothing if the values are the same`() throws {
        let operation = try Self.operation()
        let container = try PersistentContainer(
            model: ManagedObjectModel(Payment.self), store: InMemoryStore())
        for count in [1, 0, 0] {
            let counts = try container.perform { context in
                let result = try operation.run(try Self.payload(["amount": "$12.5"]), in: context)
                try context.save()
                return try #require(result.counts["Payment"])
            }
            #expect(counts.inserted == count && counts.unchanged == 1 - count)
        }
    }

    @Test(
        arguments: [
            ("amount", "$12.51", .decimal(12.51)), ("state", "settled", "settled"),
            ("receipt", "YWJk", .data([97, 98, 100])), ("code", "cd", "CD"),
            ("sent", "Sun, 31 Aug 2014 00:29:16 GMT", .date(Timestamp(seconds: 1_409_444_956)!)),
        ] as [(String, String, Value)])
    func `write the value that has changed`(key: String, text: String, value: Value) throws {
        let operation = try Self.operation()
        let container = try PersistentContainer(
            model: ManagedObjectModel(Payment.self), store: InMemoryStore())
        try container.perform { context in
            _ = try operation.run(try Self.payload(), in: context)
            try context.save()
        }
        try container.perform { context in
            let result = try operation.run(try Self.payload([key: text]), in: context)
            #expect(result.counts["Payment"]?.updated == 1 && result.issues.isEmpty)
            let object = try #require(try context.fetch(FetchRequest("Payment")).first)
            #expect(object[key == "sent" ? "sentAt" : key] == value)
            #expect(object["id"] == 7)
        }
    }

    /// Each call is counted; a second call is for the reason of an issue.
    @Test(
        arguments: [
            ("ab", 1, "AB"), ("none", 2, nil), ("error", 2, nil), ("null", 2, nil),
        ] as [(String, Int, String?)])
    func `call a closure once for each value`(text: String, calls: Int, code: String?) throws {
        struct Failure: Error {}
        let count = Mutex(0)
        let transform = ValueTransform("counting") { value -> Value? in
            count.withLock { $0 += 1 }
            switch value.string {
            case "error": throw Failure()
            case "null": return .null
            case let text: return text == "none" ? nil : .some(.string(text?.uppercased() ?? ""))
            }
        }
        let operation = try Self.operation(code: transform)
        let container = try PersistentContainer(
            model: ManagedObjectModel(Payment.self), store: InMemoryStore())
        try container.perform { context in
            let result = try operation.run(try Self.payload(["code": text]), in: context)
            #expect(result.issues.isEmpty == (code != nil))
            let object = try context.fetch(FetchRequest("Payment")).first
            #expect(object?["code"] == code.map(Value.string))
        }
        #expect(count.withLock { $0 } == calls)
    }
}
