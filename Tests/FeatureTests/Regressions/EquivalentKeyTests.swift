import Mercator
import TestSupport
import Testing

/// Members whose keys are canonically equivalent, of which a dictionary can hold only one (D8).
@Suite("Reported cases: canonically equivalent keys")
struct EquivalentKeyTests {
    /// Objects with two spellings of one key, at different depths.
    static let objects = [
        #"{"\u00e9": 1, "e\u0301": 2}"#, #"{"a": {"\u00e9": 1, "e\u0301": 2}}"#,
        #"{"e\u0301": null, "x": 1, "\u00e9": null}"#, #"{"a": [{"\u212b": 1, "\u00c5": 2}]}"#,
        #"{"\uac00": 1, "\u1100\u1161": 1}"#,
    ]

    struct Holder: Entity {
        let number = Attribute<Int64>("number")
        let members = Attribute<[String: Value]?>("members")
        let anything = Attribute<Value?>("anything")
        let list = Attribute<[Value]?>("list")
    }

    private static func byName() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Holder",
                attributes: [
                    .init("number", .integer64), .init("members", .dictionary),
                    .init("anything", .dictionary), .init("list", .array),
                ])
        ])
    }

    @Test(arguments: StoreKind.allCases, objects)
    func `are an issue, and nothing gets lost`(kind: StoreKind, object: String) throws {
        for model in [try ManagedObjectModel(Holder.self), try Self.byName()] {
            for (attribute, json) in [
                ("members", object), ("anything", object), ("list", "[\(object)]"),
            ] {
                var holders = EntityMapping(
                    for: try #require(model["Holder"]), infersIdentification: false)
                holders.identificationAttributes = ["number"]
                holders.addAttributeMapping(from: "n", to: "number")
                holders.addAttributeMapping(from: "v", to: attribute)
                let plan = try MappingPlan(
                    MappingSet([holders], roots: ["": "Holder"]), for: model)
                try kind.withContainer(model) { container throws in
                    let result = try MappingOperation(plan).run(
                        #"[{"n": 1, "v": \#(json)}, {"n": 2, "v": null}]"#, in: container)
                    #expect(result.issues.map(\.code) == [.invalidValue], "\(attribute)")
                    #expect(result.issues.first?.path.hasPrefix("[0].v") == true)
                    let numbers = try container.perform { context in
                        try context.fetch(FetchRequest("Holder")).map { $0["number"] }
                    }
                    #expect(numbers == [2])
                }
            }
        }
    }

    @Test(arguments: objects)
    func `are an issue of plain values`(object: String) throws {
        struct Plain {
            var members: [String: Value] = [:], anything: Value?, list: [Value] = []
        }
        var plain = ObjectMapping(Plain(), named: "Plain")
        plain.addAttributeMapping(from: "members", to: \.members)
        plain.addAttributeMapping(from: "anything", to: \.anything)
        plain.addAttributeMapping(from: "list", to: \.list)
        for json in [
            #"{"members": \#(object)}"#, #"{"anything": \#(object)}"#, #"{"list": [\#(object)]}"#,
        ] {
            let result = try plain.run(json)
            #expect(result.issues.map(\.code) == [.invalidValue], "\(json)")
        }
    }

    /// A key that merely occurs twice is a duplicate, which `PayloadOptions` decides about.
    @Test(arguments: StoreKind.allCases)
    func `are no duplicates of one spelling`(kind: StoreKind) throws {
        let model = try ManagedObjectModel(Holder.self)
        var holders = EntityMapping(for: Holder.self)
        holders.identificationAttributes = ["number"]
        holders.addAttributeMappings(["n": "number", "v": "members"])
        let plan = try MappingPlan(MappingSet([holders], roots: ["": "Holder"]), for: model)
        try kind.withContainer(model) { container throws in
            let result = try MappingOperation(plan).run(
                #"{"n": 1, "v": {"\u00e9": 1, "é": 2}}"#, in: container)
            try result.requireNoIssues()
            let members = try container.perform { try $0.fetch(Holder.self).first?.members }
            #expect(members == ["é": 2])
        }
    }
}
