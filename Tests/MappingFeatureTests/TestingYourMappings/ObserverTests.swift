import EntityMapper
import MercatorPayload
import ObjectGraph
import Synchronization
import Testing

@Suite("What an observer sees")
struct ObserverTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    private func mappings(
        roots: KeyValuePairs<PayloadPath, String> = ["": "Human"],
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        let human = try model.mapping(
            "Human", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]
        ) {
            $0.addRelationshipMapping(from: "friends", to: "friends", using: "Human")
            $0.addRelationshipMapping(from: "favorite", to: "favoriteCat", using: "Cat")
            change(&$0)
        }
        let cat = try model.mapping("Cat", identifiedBy: ["railsID"], ["id": "railsID"])
        return MappingSet([human, cat], roots: roots)
    }

    @Test(arguments: StoreKind.allCases)
    func `comes in the order of the work`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let (log, result) = try bench.observe(
            #"{"id": 1, "name": "Blake", "friends": [{"id": 2, "name": "Jeff"}]}"#, mappings())
        #expect(
            log.lines == [
                "willMap", "foundRoot",
                "willMapRecord",
                "found railsID id", "found name name", "found friends friends",
                "notFound favoriteCat",
                "willMapRecord friends[0]",
                "found railsID friends[0].id", "found name friends[0].name",
                "notFound friends", "notFound favoriteCat",
                "newObject", "set railsID id", "set name name", "didMapRecord",
                "newObject friends[0]", "set railsID friends[0].id", "set name friends[0].name",
                "didMapRecord friends[0]",
                "set friends friends",
                "didMap",
            ])
        let root = try #require(log.events.first { $0.kind == .foundRoot })
        #expect(root.source == .root)
        #expect(root.mapping == "Human")
        let records = log.events.filter { $0.kind == .didMapRecord }
        #expect(records.map(\.record) == [0, 1])
        let first = try result.get().first
        #expect(records.first?.object == first)
        let links = log.events.filter { $0.kind == .set && $0.property == "friends" }
        #expect(links.map(\.value) == [1])
        #expect(links.map(\.record) == [0])
    }

    @Test func `a root path that is missing`() throws {
        let bench = try Workbench(.inMemory, model)
        let (log, result) = try bench.observe(#"{"id": 1}"#, mappings(roots: ["users": "Human"]))
        #expect(log.lines == ["willMap", "missedRoot"])
        #expect(log.events.last?.source == "users")
        #expect(throws: MappingError.self) { try result.get() }
    }

    @Test func `a record that fails, and what is a part of it`() throws {
        let bench = try Workbench(.inMemory, model)
        var set = try mappings {
            $0.recordValidation = RecordValidation("never") { _ in .reject("another") }
            $0.addRelationshipMapping(from: "pet", to: "cats", using: "Pet")
        }
        set.add(try model.mapping("Cat", ["name": "name"]) { $0.name = "Pet" })
        let (log, result) = try bench.observe(#"{"id": 1, "pet": {"name": "Tom"}}"#, set)
        let ends: Set<MappingEvent.Kind> = [.failed, .failedRecord, .didMapRecord]
        let found = log.events.filter { ends.contains($0.kind) }
        #expect(found.map(\.kind) == [.failed, .failedRecord, .failedRecord])
        #expect(found.map(\.path) == ["", "", "pet"])
        #expect(found[0].failure?.hasPrefix("rejected: expected another") == true)
        #expect(found[0].description.hasPrefix("failed Human at the top rejected: "))
        #expect(try result.get().total.inserted == 0)
    }

    @Test func `an unchanged value was found, as the payload has it`() throws {
        let bench = try Workbench(.inMemory, model)
        try bench.load(#"{"id": 1, "name": "Blake"}"#, mappings())
        let (log, _) = try bench.observe(#"{"id": "1", "name": "Blake"}"#, mappings())
        #expect(log.kinds(of: "name") == [.found, .unchanged])
        #expect(log.kinds(of: "railsID") == [.found, .unchanged])
        let found = log.events.first { $0.kind == .found && $0.property == "railsID" }
        #expect(found?.payloadValue?.string == "1")
        let same = log.events.first { $0.kind == .unchanged && $0.property == "railsID" }
        #expect(same?.value == 1)
        #expect(log.lines.contains("knownObject"))
    }

    @Test func `two friends are one relationship that is set once`() throws {
        let bench = try Workbench(.inMemory, model)
        let (log, _) = try bench.observe(
            #"{"id": 1, "friends": [{"id": 2}, {"id": 3}]}"#, mappings())
        let sets = log.events.filter { $0.property == "friends" && $0.kind == .set }
        #expect(sets.map(\.value) == [2])
        #expect(log.events.count { $0.kind == .didMapRecord } == 3)
    }

    /// A payload after `{"id": 1, "favorite": {"id": 5}, "friends": [{"id": 2}]}`.
    @Test(
        arguments: [
            (#""favorite": {"id": 5}"#, "favoriteCat", [.found, .unchanged], 1),
            (#""favorite": {"id": 6}"#, "favoriteCat", [.found, .set], 1),
            (#""favorite": null"#, "favoriteCat", [.found, .set], 0),
            (#""name": "A""#, "favoriteCat", [.notFound], nil),
            (#""friends": [{"id": 2}]"#, "friends", [.found, .unchanged], 1),
            (#""friends": []"#, "friends", [.found, .set], 0),
            (#""friends": null"#, "friends", [.found, .set], 0),
        ] as [(String, String, [MappingEvent.Kind], Value?)])
    func `a relationship is found, then set or unchanged, never both`(
        member: String, property: String, kinds: [MappingEvent.Kind], count: Value?
    ) throws {
        let bench = try Workbench(.inMemory, model)
        try bench.load(#"{"id": 1, "favorite": {"id": 5}, "friends": [{"id": 2}]}"#, mappings())
        let (log, _) = try bench.observe(#"{"id": 1, \#(member)}"#, mappings())
        let events = log.events.filter { $0.record == 0 && $0.property == property }
        #expect(events.map(\.kind) == kinds)
        if let count { #expect(events.last?.value == .some(count)) }
    }

    @Test func `absent relationships that become empty are set`() throws {
        let bench = try Workbench(.inMemory, model)
        try bench.load(#"{"id": 1, "favorite": {"id": 5}}"#, mappings())
        let clearing = try mappings { $0.assignsNilForMissingRelationships = true }
        let (log, _) = try bench.observe(#"{"id": 1}"#, clearing)
        #expect(log.kinds(of: "favoriteCat") == [.notFound, .set])
    }

    @Test func `what a validation declines is declined, not unchanged`() throws {
        let bench = try Workbench(.inMemory, model)
        let picky = try mappings {
            $0.addValidation(for: "name", ValueValidation("none") { _ in .decline })
            $0.recordValidation = RecordValidation("odd") { candidate in
                candidate["railsID"] == 2 ? .decline : .accept
            }
        }
        let (log, _) = try bench.observe(#"[{"id": 1, "name": "A"}, {"id": 2}]"#, picky)
        let declined = log.events.filter { $0.kind == .declined }
        #expect(declined.map(\.path) == ["[0].name", "[1]"])
        #expect(declined.map(\.property) == ["name", nil])
        #expect(!log.lines.contains { $0.hasPrefix("failedRecord") })
    }

    @Test func `dynamic mappings select, or decline`() throws {
        let bench = try Workbench(.inMemory, model)
        let dynamic = DynamicMapping(
            named: "Being",
            [.value(at: "kind", equals: "cat", use: "Cat")], unknownRepresentations: .ignore)
        let cat = try model.mapping("Cat", identifiedBy: ["railsID"], ["id": "railsID"])
        let (log, _) = try bench.observe(
            #"[{"id": 1, "kind": "cat"}, {"id": 2, "kind": "dog"}]"#,
            MappingSet([cat], dynamicMappings: [dynamic], roots: ["": "Being"]))
        let chosen = log.events.filter { [.selectedMapping, .declined].contains($0.kind) }
        #expect(chosen.map(\.kind) == [.selectedMapping, .declined])
        #expect(chosen.map(\.mapping) == ["Cat", "Being"])
        #expect(chosen.map(\.path) == ["[0]", "[1]"])
        #expect(log.events.first { $0.kind == .foundRoot }?.mapping == "Being")
    }

    @Test func `a record that is no newer is skipped`() throws {
        let bench = try Workbench(.inMemory, model)
        let versioned = try mappings {
            $0.addAttributeMapping(from: "age", to: "age")
            $0.modificationAttribute = "age"
        }
        try bench.load(#"{"id": 1, "age": 3}"#, versioned)
        let (log, _) = try bench.observe(#"{"id": 1, "age": 3, "friends": [{"id": 2}]}"#, versioned)
        #expect(log.lines.contains("skippedRecord"))
        #expect(log.lines.contains("skippedRecord friends[0]"))
        #expect(!log.events.contains { $0.kind == .set && $0.record == 0 })
    }

    @Test func `each of two paths to one attribute is named`() throws {
        let bench = try Workbench(.inMemory, model)
        let twice = try mappings { $0.addAttributeMapping(from: "nick", to: "name") }
        let (log, _) = try bench.observe(#"{"id": 1, "name": "A", "nick": [7], "x": 1}"#, twice)
        let found = log.events.filter { $0.kind == .found && $0.property == "name" }
        #expect(found.map(\.source) == ["name", "nick"])
        let failed = log.events.filter { $0.kind == .failed }
        #expect(failed.map(\.source) == ["nick"])
        #expect(failed.map(\.path) == ["nick"])
    }

    @Test func `a value that a path has made stands where its record is`() throws {
        let bench = try Workbench(.inMemory, model)
        let counting = try mappings { $0.addAttributeMapping(from: "friends.@count", to: "age") }
        let (log, _) = try bench.observe(
            #"[{"id": 1}, {"id": 2, "friends": [{"id": 3}], "name": "B"}]"#, counting)
        let found = log.events.first { $0.kind == .found && $0.property == "age" }
        #expect(found?.payloadValue?.int64 == 1)
        #expect(found?.path == "[1]")
    }

    @Test(arguments: StoreKind.allCases)
    func `connections, routes and deletions`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let joined = try mappings {
            $0.addAttributeMapping(from: "cat", to: "favoriteCatID")
            $0.addConnection(for: "favoriteCat", connectedBy: ["favoriteCatID": "railsID"])
            $0.removeMappings(to: "favoriteCat")
            $0.addAttributeMapping(from: "cat_name", to: "favoriteCat.name")
            $0.deletionPredicate = .attribute("name") == "gone"
        }
        try bench.insert("Cat", ["railsID": 5])
        try bench.insert("Human", ["railsID": 9, "name": "gone"])
        let (log, _) = try bench.observe(#"{"id": 1, "cat": 5, "cat_name": "Tom"}"#, joined)
        let last = log.events.filter { [.connected, .deleted].contains($0.kind) }
        #expect(last.map(\.kind) == [.connected, .deleted])
        #expect(last.map(\.entity) == ["Human", "Human"])
        #expect(last.map(\.value) == [1, 1])
        #expect(log.kinds(of: "favoriteCat.name") == [.found, .set])
    }

    @Test func `an object that is there twice is unchanged the second time`() throws {
        let bench = try Workbench(.inMemory, model)
        let (log, _) = try bench.observe(
            #"[{"id": 1, "name": "A"}, {"id": 1, "name": "A"}]"#, mappings())
        #expect(log.kinds(of: "name") == [.found, .found, .set, .unchanged])
        let objects = log.events.filter { $0.kind == .newObject }.map(\.object)
        #expect(objects.count == 2)
        #expect(objects.first == objects.last)
    }
}
