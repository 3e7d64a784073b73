import Foundation
import Mercator
import TestSupport
import Testing

/// JSON has one type of number: `5`, `5.0` and `50e-1` are equal, at any depth.
@Suite("Numbers in another spelling")
struct EqualNumberTests {
    private static let count = 60

    /// Returns the same JSON, with integers and fractions in another notation.
    private static func respelled(
        _ json: RandomJSON, _ generator: inout SeededGenerator
    ) -> RandomJSON {
        switch json {
        case .number(let number):
            var other = number
            if let whole = number.whole, whole.magnitude < 1 << 53 {
                let forms = [
                    "\(whole)", "\(whole).0", "\(whole).00", "\(whole)e0",
                    whole == 0 ? "0e-1" : "\(whole)0e-1",
                ]
                other = RandomJSON.Number(text: generator.pick(forms))
            } else if number.text == "1.5" || number.text == "0.1" {
                other = RandomJSON.Number(text: generator.pick(["\(number.text)0", number.text]))
            }
            return .number(other)
        case .array(let elements):
            return .array(elements.map { respelled($0, &generator) })
        case .object(let members):
            return .object(members.map { ($0.key, respelled($0.value, &generator)) })
        case .null, .boolean, .text: return json
        }
    }

    private static func text(_ values: [RandomJSON]) -> String {
        let records = values.enumerated().map { #"{"n":\#($0),"v":\#($1.json)}"# }
        return "[\(records.joined(separator: ","))]"
    }

    /// Loads values, then the same values in other notations, and checks that the later loads
    /// change nothing.
    private func check(
        _ model: ManagedObjectModel, _ load: MappingOperation, _ kind: StoreKind, seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let values = (0..<Self.count).map { _ in RandomJSON.random(3, &generator) }
        func contents(_ container: PersistentContainer) throws -> [Value: Value] {
            try container.perform { context in
                let holders = try context.fetch(FetchRequest("Holder"))
                return Dictionary(
                    uniqueKeysWithValues: holders.map { ($0["number"], $0["content"]) })
            }
        }
        try kind.withReopening { open throws in
            let first = try load.run(Self.text(values), in: try open(model))
            let before = try contents(try open(model))
            #expect(!before.isEmpty)
            for round in 1...3 {
                let others = values.map { Self.respelled($0, &generator) }
                let again = try load.run(Self.text(others), in: try open(model))
                let counts = again.counts["Holder"]
                let comment = Comment("\(model.entities[0]), round \(round), \(generator)")
                #expect((counts?.inserted ?? 0, counts?.updated ?? 0) == (0, 0), comment)
                #expect(again.issueCount == first.issueCount, comment)
                #expect(try contents(try open(model)) == before, comment)
            }
        }
    }

    private func check<Content: AttributeValue>(
        _ type: Content.Type, _ kind: StoreKind, seed: UInt64
    ) throws {
        let model = try Holder<Content>.model()
        try check(model, try Holder<Content>.load(model), kind, seed: seed)
    }

    @Test(arguments: StoreKind.allCases, [1, 2, 3] as [UInt64])
    func `are no change, whatever is around them`(kind: StoreKind, seed: UInt64) throws {
        try check([Value].self, kind, seed: seed)
        try check([Value]?.self, kind, seed: seed)
        try check([String: Value]?.self, kind, seed: seed)
        try check(Value?.self, kind, seed: seed)
        try check([[Value]]?.self, kind, seed: seed)
        try check([Double]?.self, kind, seed: seed)
        try check([Int64]?.self, kind, seed: seed)
        try check([Decimal]?.self, kind, seed: seed)
        try check([String: Double]?.self, kind, seed: seed)
    }

    @Test(arguments: StoreKind.allCases, [.array, .dictionary] as [AttributeType])
    func `are no change in a model that was made by name`(
        kind: StoreKind, type: AttributeType
    ) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Holder",
                attributes: [
                    .init("number", .integer64, isOptional: false), .init("content", type),
                ])
        ])
        var holders = EntityMapping(for: try #require(model["Holder"]))
        holders.identificationAttributes = ["number"]
        holders.addAttributeMappings(["n": "number", "v": "content"])
        let set = MappingSet([holders], roots: ["": "Holder"])
        try check(model, MappingOperation(try MappingPlan(set, for: model)), kind, seed: 4)
    }

    @Test(arguments: StoreKind.allCases)
    func `are no change where a relationship is written through`(kind: StoreKind) throws {
        struct Note: Entity {
            let noteID = Attribute<Int64>("noteID")
            let page = ToOne<Page>("page")
        }
        struct Page: Entity {
            let pageID = Attribute<Int64>("pageID")
            let sizes = Attribute<[Value]?>("sizes")
        }
        let model = try ManagedObjectModel(Note.self, Page.self)
        var notes = EntityMapping(for: Note.self)
        notes.addAttributeMappings(["noteID"])
        notes.addRelationshipMapping(from: "page", to: \Note.page)
        notes.addAttributeMapping(from: "sizes", to: \Note.page, \.sizes)
        var pages = EntityMapping(for: Page.self)
        pages.addAttributeMappings(["pageID"])
        let load = MappingOperation(
            try MappingPlan(MappingSet([notes, pages], roots: ["": "Note"]), for: model))
        try kind.withContainer(model) { container throws in
            _ = try load.run(#"{"noteID":1,"page":{"pageID":2},"sizes":[5,1.5]}"#, in: container)
            let again = try load.run(
                #"{"noteID":1,"page":{"pageID":2},"sizes":[5.0,1.50]}"#, in: container)
            #expect((again.total.inserted, again.total.updated) == (0, 0))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `are written if a program sets them, and another amount is a change`(
        kind: StoreKind
    ) throws {
        let model = try Holder<[Value]>.model()
        let load = try Holder<[Value]>.load(model)
        try kind.withContainer(model) { container throws in
            _ = try load.run(#"{"n": 1, "v": [5, 9007199254740993]}"#, in: container)
            let id = try container.perform { context throws in
                let holder = try #require(try context.fetch(Holder<[Value]>.self).first)
                holder.content = [5.0, 9_007_199_254_740_993]
                #expect(holder.managedObject.isUpdated)
                try context.save()
                return holder.objectID
            }
            let kept = try container.perform { try $0.object(with: id)?["content"] }
            #expect(kept == [5.0, 9_007_199_254_740_993])
            // The nearest double is less by one.
            let other = try load.run(#"{"n": 1, "v": [5, 9007199254740993.0]}"#, in: container)
            #expect(other.total.updated == 1)
        }
    }
}
