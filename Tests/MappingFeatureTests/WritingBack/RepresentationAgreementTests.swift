import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import TestSupport
import Testing
import ValueTransforms

/// A writer outputs bytes directly where it can, and trees otherwise.
///
/// Both must give the same result for all mappings and objects.
@Suite("Bytes and trees agree")
struct RepresentationAgreementTests {
    // In the last ones, an object is first in one list and comes later in another.
    @Test(arguments: StoreKind.allCases, Seeds.upTo(40, and: [199, 261]))
    func `what is written at once is what its parts make`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let club = try ClubWriting(kind)
        try club.bench.container.fill(&random)
        var written = 0
        for attempt in 0..<60 where attempt < 6 || written == 0 {
            guard let writer = try random.writer(club.model) else { continue }
            let context = ManagedObjectContext(
                model: club.model, backend: club.bench.container.backend)
            if random.chance(0.6) { try random.change(context) }
            let people = try context.fetch(FetchRequest("Person"))
            let whole = outcome { try writer.jsonBytes(for: people) }
            #expect(whole == outcome { try joined(writer.part(for: people)) }, "\(random)")
            #expect(
                whole == outcome { try writer.document(for: people).jsonBytes() }, "\(random)")
            for person in people {
                #expect(
                    outcome { try writer.jsonBytes(for: person) }
                        == outcome { try joined(writer.part(for: person)) }, "\(random)")
            }
            written += 1
        }
        #expect(written > 0, "\(random)")
    }

    @Test(arguments: [(60, nil), (64, nil), (65, "payloadLimit"), (80, "payloadLimit")])
    func `a chain of objects is held to the limit for containers`(
        length: Int, code: String?
    ) throws {
        var club = try ClubWriting()
        try club.map("Person", ["n": "personID"]) {
            $0.addRelationshipMapping(from: "b.c.d.e.f.g.h.i", to: "boss", using: "Person")
        }
        // Each nested object adds eight containers.
        let writer = try club.writer(.create, root: "people", depthLimit: 100)
        let context = ManagedObjectContext(model: club.model, backend: club.bench.container.backend)
        let people = (0..<length).map { context.make("Person", ["personID": .integer(Int64($0))]) }
        for (person, boss) in zip(people, people.dropFirst()) { person[toOne: "boss"] = boss }
        let whole = outcome { try writer.jsonBytes(for: people[0]) }
        #expect(whole == outcome { try joined(writer.part(for: people[0])) })
        #expect(whole.hasPrefix(code ?? #"{"people":{"n":0,"b":{"c":{"d":"#))
    }

    @Test func `an object that many lead to is written everywhere`() throws {
        var club = try ClubWriting()
        try club.map("Person", ["n": "personID"]) {
            $0.addRelationshipMapping(from: "home", to: "home", using: "Address")
            $0.addRelationshipMapping(from: "houses", to: "houses", using: "Address")
        }
        try club.map("Address", ["c": "city"])
        let context = ManagedObjectContext(model: club.model, backend: club.bench.container.backend)
        let places = ["a\"b", "c"].map { context.make("Address", ["city": .string($0)]) }
        let people = [0, 1].map { context.make("Person", ["personID": .integer($0)]) }
        for person in people {
            person[toOne: "home"] = places[0]
            person[toMany: "houses"] = places
        }
        let homes = #""home":{"c":"a\"b"},"houses":[{"c":"a\"b"},{"c":"c"}]"#
        #expect(
            outcome { try club.writer().jsonBytes(for: people) }
                == #"[{"n":0,\#(homes)},{"n":1,\#(homes)}]"#)
    }

    @Test(arguments: [[0, 1, 2], [2, 1], [1], [2, 0]], [[0, 1, 2], [2, 1, 0], [0, 2], [1]])
    func `an object is written alike at any position of a list`(
        first: [Int], second: [Int]
    ) throws {
        var club = try ClubWriting()
        try club.map("Person", ["n": "personID"]) {
            $0.addRelationshipMapping(from: "houses", to: "houses", using: "Address")
        }
        try club.map("Address", ["c": "city"])
        let context = ManagedObjectContext(model: club.model, backend: club.bench.container.backend)
        let places = ["a", "b", "c"].map { context.make("Address", ["city": .string($0)]) }
        let people = [0, 1].map { context.make("Person", ["personID": .integer($0)]) }
        people[0][toMany: "houses"] = first.map { places[$0] }
        people[1][toMany: "houses"] = second.map { places[$0] }
        let writer = try club.writer()
        #expect(
            outcome { try writer.jsonBytes(for: people) }
                == outcome { try joined(writer.part(for: people)) })
    }

    private func joined(_ part: RepresentationPart) throws -> [UInt8] {
        try RepresentationWriter.document(joining: [part]).jsonBytes()
    }

    private func outcome(_ write: () throws -> [UInt8]) -> String {
        do {
            return String(decoding: try write(), as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }
}

extension SeededGenerator {
    /// Returns a writer of people by random mappings; `nil` if these cannot be applied in reverse.
    fileprivate mutating func writer(_ model: ManagedObjectModel) throws -> RepresentationWriter? {
        var keys = KeyPool()
        let person = try model.mapping("Person", identifiedBy: ["personID"]) { mapping in
            attributes(of: "Person", in: model, &mapping, &keys)
            if chance(0.3) { mapping.addAttributeMapping(from: "lives.in", to: "home.city") }
            relationships(
                [
                    ("home", "Address"), ("houses", "Address"), ("boss", "Person"),
                    ("staff", "Person"), ("groups", "Group"), ("animals", "Any"),
                ], &mapping, &keys)
            guard chance(0.1) else { return }
            mapping.didWrite = WritingHook("mark") { _, members in members["mark"] = 1 }
        }
        let address = try model.mapping("Address", identifiedBy: ["addressID"]) { mapping in
            attributes(of: "Address", in: model, &mapping, &keys)
            guard chance(0.4) else { return }
            // If embedded, they would reference everything on a growing number of paths.
            for name in ["owners", "residents"] where chance(0.6) {
                mapping.addRelationshipMapping(
                    RelationshipMapping(
                        from: keys.path(&self), to: name, using: "Person",
                        representation: .identifiers))
            }
        }
        let cat = try model.mapping("Cat", identifiedBy: ["name"], ["cat": "name"])
        let dog = try model.mapping(
            "Dog", identifiedBy: ["name"], ["d.n": "name", "d.t": "tricks"])
        let any = DynamicMapping(
            named: "Any",
            [
                .kind(at: "cat", is: .string, use: "Cat"),
                .kind(at: "d", is: .object, use: "Dog"),
            ])
        let mappings = MappingSet(
            [person, address, try group(model), cat, dog], dynamicMappings: [any],
            roots: ["people": "Person"])
        do {
            return try RepresentationWriter(
                try MappingPlan(mappings, for: model), mapping: "Person",
                profile: pick(RepresentationProfile.allCases),
                root: pick([.root, "people", "a.b"]), depthLimit: pick([64, 64, 3]))
        } catch {
            return nil  // the problems of the plan
        }
    }

    /// Returns a mapping of groups with all their properties, or with their code as the key of the
    /// representation.
    private mutating func group(_ model: ManagedObjectModel) throws -> EntityMapping {
        guard chance(0.5) else {
            return try model.mapping(
                "Group", identifiedBy: ["code", "year"],
                ["c": "code", "w.year": "year", "w.title": "title"])
        }
        let isList = chance(0.5)
        return try model.mapping(
            "Group", identifiedBy: ["code", "year"], ["{code}.y": "year", "{code}.x.t": "title"]
        ) {
            $0.forcesCollectionMapping = isList
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "code")
        }
    }

    private mutating func attributes(
        of entity: String, in model: ManagedObjectModel, _ mapping: inout EntityMapping,
        _ keys: inout KeyPool
    ) {
        for attribute in model[entity]?.attributes ?? [] where chance(0.8) {
            var transform = ValueTransform.default
            if attribute.type == .date, chance(0.5) { transform = .secondsSince1970 }
            if attribute.type == .string, chance(0.2) { transform = .trimmed }
            var attribute = AttributeMapping(
                from: keys.path(&self), to: attribute.name, using: transform,
                isReadOnly: chance(0.1))
            attribute.writesNull = chance(0.1)
            mapping.addAttributeMapping(attribute)
        }
    }

    private mutating func relationships(
        _ list: [(String, String)], _ mapping: inout EntityMapping, _ keys: inout KeyPool
    ) {
        for (name, other) in list where chance(0.5) {
            mapping.addRelationshipMapping(
                RelationshipMapping(
                    from: keys.path(&self), to: name, using: other,
                    representation: pick(RelationshipRepresentation.allCases)))
        }
    }

    /// Makes unsaved changes, and sometimes sets a value that cannot be written.
    fileprivate mutating func change(_ context: ManagedObjectContext) throws {
        let people = try context.fetch(FetchRequest("Person"))
        for person in people where chance(0.5) {
            person["name"] = pick(["new", .null, "a\\b\u{7}"])
            if chance(0.3) { person["score"] = pick([1.25, .double(.infinity)]) }
            if chance(0.3) { person[toOne: "boss"] = pick(people) }
            if chance(0.3) { person[toMany: "houses"].reverse() }
            if chance(0.2) { person[toMany: "animals"] = [] }
        }
        if chance(0.3) {
            person(in: context)[toOne: "boss"] = pick(people)
        }
        if people.count > 2, chance(0.3) { context.delete(pick(people)) }
    }

    private func person(in context: ManagedObjectContext) -> ManagedObject {
        context.make("Person", ["personID": 1000, "name": "late"])
    }
}

/// Paths that are usually disjoint, sometimes adjacent in an object, and sometimes conflicting.
private struct KeyPool {
    private var count = 0
    private var group = "g"

    mutating func path(_ random: inout SeededGenerator) -> PayloadPath {
        count += 1
        let key = PayloadPathComponent.key("k\"\(count)")
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<60: return PayloadPath([key])
        case 60..<85: return PayloadPath([.key(group), key])
        case 85..<95:
            group = "g\(count)"
            return PayloadPath([.key(group), .key("é"), key])
        case 95..<98: return PayloadPath([.key("g"), .key("\(count)")])
        default: return PayloadPath([.key("x")])
        }
    }
}
