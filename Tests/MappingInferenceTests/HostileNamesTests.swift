import EntityMapper
import MappingInference
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Hostile keys as names in a store")
struct HostileNamesTests {
    /// Maps a record whose keys are all attributes, and compares the values in the store.
    func checkArrival(of keys: [String], entityKey: String) throws {
        let entityName = EntityName.of(key: entityKey)
        var table = NameTable(taken: ["identity"])
        let names = table.claim(
            keys.map { .init(key: $0, proposals: [AttributeName.of(path: [$0])]) })
        let entity = EntityDescription(
            entityName,
            attributes: [AttributeDescription("identity", .integer64)]
                + names.map { AttributeDescription($0, .string) })
        var mapping = EntityMapping(for: entity, infersIdentification: false)
        mapping.identificationAttributes = ["identity"]
        mapping.addAttributeMapping(from: "the identity", to: "identity")
        for (key, name) in zip(keys, names) {
            // As read from a mapping file, which has the text of the path.
            let path = try PayloadPath(PathText.text([key]))
            mapping.addAttributeMapping(from: path, to: name)
        }
        let members = keys.enumerated().map {
            (key: $1, value: HostileText.json("value \($0) of \($1)"))
        }
        let json = HostileText.object([(key: "the identity", value: "7")] + members)
        let bench = try Workbench(ManagedObjectModel([entity]))
        let mappings = MappingSet([mapping], roots: [.root: mapping.name])
        let first = try bench.load(json, mappings)
        #expect(first.issues.isEmpty, "\(first.issues.prefix(3))")
        #expect(first.total.inserted == 1)
        let expected = keys.enumerated().map { Value.string("value \($0) of \($1)") }
        let rows = try bench.rows(entityName, names)
        #expect(rows.count == 1)
        for (index, value) in (rows.first ?? []).enumerated() where value != expected[index] {
            Issue.record("\(keys[index].debugDescription) as \(names[index]): \(value)")
        }
        let second = try bench.load(json, mappings)
        #expect((second.total.inserted, second.total.updated) == (0, 0))
    }

    @Test("hostile keys become columns, and their values arrive")
    func listed() throws {
        let keys = withoutRepeats(HostileText.keys)
        try checkArrival(of: keys, entityKey: "Item")
    }

    @Test("hostile keys become tables")
    func tables() throws {
        for key in withoutRepeats(HostileText.keys) {
            try checkArrival(of: ["a", key], entityKey: key)
        }
    }

    @Test("random keys become columns, and their values arrive", arguments: 0..<10)
    func random(seed: UInt64) throws {
        var numbers = SeededNumbers(state: seed)
        let keys = withoutRepeats((0..<40).map { _ in numbers.text() })
        try checkArrival(of: keys.filter { $0 != "the identity" }, entityKey: numbers.text())
    }
}
