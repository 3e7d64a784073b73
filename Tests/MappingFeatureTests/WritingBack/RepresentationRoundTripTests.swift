import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Synchronization
import TestSupport
import Testing
import ValueTransforms

@Suite("Writing and reading again")
struct RepresentationRoundTripTests {
    /// Returns a club with all attribute types, and ordered, unordered, embedded, dynamic and
    /// cyclic relationships.
    private static func club(_ kind: StoreKind, isOrdered: Bool = false) throws -> ClubWriting {
        var club = try ClubWriting(kind)
        try club.map(
            "Person", identifiedBy: ["personID"],
            [
                "id": "personID", "name": "name", "work.job": "job", "work.site": "website",
                "active": "isActive", "balance": "balance", "born": "born",
                "picture": "picture", "token": "token", "score": "score", "rate": "rate",
                "small": "small", "medium": "medium", "likes": "likes", "extra": "extra",
            ]
        ) {
            $0.addAttributeMapping(from: "home_id", to: "homeID")
            $0.addRelationshipMapping(from: "home", to: "home", using: "Address")
            $0.addRelationshipMapping(from: "places.houses", to: "houses", using: "Address")
            $0.addRelationshipMapping(from: "boss", to: "boss", using: "Person")
            guard !isOrdered else { return }
            $0.addRelationshipMapping(from: "groups", to: "groups", using: "Group")
            $0.addRelationshipMapping(from: "animals", to: "animals", using: "Any")
        }
        try club.map(
            "Address", identifiedBy: ["addressID"],
            ["id": "addressID", "city": "city", "state": "state"]
        ) {
            $0.addAttributeMapping(from: "since", to: "since", using: .secondsSince1970)
        }
        try club.map("Group", identifiedBy: ["code", "year"], ["{code}.y": "year"]) {
            $0.forcesCollectionMapping = true
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "code")
            $0.addAttributeMapping(from: "{code}.title", to: "title")
        }
        try club.map("Cat", identifiedBy: ["name"], ["cat": "name", "lives": "lives"])
        try club.map("Dog", identifiedBy: ["name"], ["dog": "name", "tricks": "tricks"])
        club.dynamicMappings = [
            DynamicMapping(
                named: "Any",
                [
                    .kind(at: "cat", is: .string, use: "Cat"),
                    .kind(at: "dog", is: .string, use: "Dog"),
                ])
        ]
        return club
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(25))
    func `reading what was written changes nothing`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let club = try Self.club(kind)
        try club.bench.container.fill(&random)
        let before = try club.bench.content()
        let json = try club.everybody()
        let result = try MappingOperation(club.plan()).run(json, in: club.bench.container)
        #expect(result.issues.isEmpty, "\(random)")
        #expect(result.total.inserted == 0, "\(random)")
        #expect(result.total.updated == 0, "\(random)")
        #expect(result.total.deleted == 0, "\(random)")
        #expect(result.total.unchanged > 0, "\(random)")
        #expect(try club.bench.content() == before, "\(random)")
        #expect(try club.everybody() == json, "\(random)")
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(25))
    func `what was written is written again from another store`(
        kind: StoreKind, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let club = try Self.club(kind, isOrdered: true)
        try club.bench.container.fill(&random)
        let json = try club.everybody()
        let other = try Self.club(kind, isOrdered: true)
        try MappingOperation(other.plan()).run(json, in: other.bench.container).requireNoIssues()
        let texts = [json, try other.everybody()].map { String(decoding: $0, as: UTF8.self) }
        #expect(texts[0] == texts[1], "\(random)")
    }

    @Test func `the number of requests does not depend on the number of objects`() throws {
        let requests = try [5, 60].map { count in
            let counter = Mutex(0)
            var club = try ClubWriting()
            club = try ClubWriting(
                bench: Workbench(.sqlite, club.model) { _ in counter.withLock { $0 += 1 } })
            try club.map("Person", ["n": "name"]) {
                $0.addRelationshipMapping(from: "home", to: "home", using: "Address")
                $0.addRelationshipMapping(from: "groups", to: "groups", using: "Group")
            }
            try club.map("Address", ["c": "city"]) {
                $0.addRelationshipMapping(from: "owners", to: "owners", using: "Name")
            }
            try club.map("Group", ["c": "code"])
            try club.map("Person", ["n": "name"]) { $0.name = "Name" }
            try club.bench.container.perform { context in
                for _ in 0..<count {
                    let person = context.make("Person")
                    let home = context.make("Address")
                    person[toOne: "home"] = home
                    home[toMany: "owners"] = [context.make("Person")]
                    person[toMany: "groups"] = [context.make("Group"), context.make("Group")]
                }
                try context.save()
            }
            counter.withLock { $0 = 0 }
            _ = try club.everybody()
            return counter.withLock(\.self)
        }
        #expect(requests[0] == requests[1])
        #expect(requests[0] > 3)
    }
}

extension ClubWriting {
    init(bench: Workbench) {
        self.bench = bench
    }

    /// Returns all people of the store, in ascending order of identifiers.
    fileprivate func everybody() throws -> [UInt8] {
        let writer = try writer()
        return try bench.container.perform { context in
            let request = FetchRequest("Person", sortedBy: [.ascending("personID")])
            return try writer.jsonBytes(for: context.fetch(request))
        }
    }
}

extension PersistentContainer {
    /// Inserts random people and related objects.
    func fill(_ random: inout SeededGenerator) throws {
        let seed = UInt64.random(in: 0...(.max), using: &random)
        try perform { context in
            var random = SeededGenerator(seed: seed)
            let people = (0..<Int64.random(in: 1...8, using: &random)).map { id in
                let person = context.make("Person", ["personID": .integer(id)])
                for attribute in person.entity.attributes
                where attribute.name != "personID" && random.chance(0.7) {
                    person[attribute.name] = random.value(attribute.type)
                }
                return person
            }
            let addresses = (0..<4).map { id in
                context.make(
                    "Address",
                    [
                        "addressID": .integer(id), "city": random.value(.string),
                        "since": random.chance(0.5) ? random.value(.date) : .null,
                    ])
            }
            let groups = (0..<4).map { id in
                context.make(
                    "Group",
                    [
                        "code": .string(["a.b", "@c", "", "\"é"][id]),
                        "year": random.value(.integer32),
                        "title": random.value(.string),
                    ])
            }
            for (number, person) in people.enumerated() {
                person[toOne: "home"] = random.chance(0.7) ? random.pick(addresses) : nil
                person[toOne: "boss"] = random.chance(0.6) ? random.pick(people) : nil
                person[toMany: "houses"] = addresses.shuffled(using: &random)
                    .filter { _ in random.chance(0.5) }
                person[toMany: "groups"] = groups.filter { _ in random.chance(0.5) }
                for animal in 0..<Int.random(in: 0...2, using: &random) {
                    let isCat = random.chance(0.5)
                    let name = Value.string("\(number).\(animal)")
                    person[toMany: "animals"].append(
                        isCat
                            ? context.make(
                                "Cat", ["name": name, "lives": random.value(.integer16)])
                            : context.make("Dog", ["name": name, "tricks": random.value(.array)]))
                }
            }
            try context.save()
        }
    }
}

extension SeededGenerator {
    /// Returns a random value of a type.
    fileprivate mutating func value(_ type: AttributeType) -> Value {
        switch type {
        case .boolean: .boolean(chance(0.5))
        case .integer16: .integer(Int64(Int16.random(in: .min ... .max, using: &self)))
        case .integer32: .integer(Int64(Int32.random(in: .min ... .max, using: &self)))
        case .integer64: .integer(.random(in: .min ... .max, using: &self))
        case .double:
            .double(Double(pick([1, -3, 1e300, 1e-300])) * .random(in: 0...1, using: &self))
        case .float: .double(Double(Float.random(in: -1e30...1e30, using: &self)))
        case .decimal:
            .decimal(
                Decimal(
                    sign: chance(0.5) ? .minus : .plus,
                    exponent: .random(in: -30...8, using: &self),
                    significand: Decimal(Int64.random(in: 1 ... .max, using: &self))))
        case .string:
            .string(pick(["", "a", "\u{1}\"\\/é", "e\u{301}", "𝄞 \u{2028}", "null", "12"]))
        case .url: .string(pick(["http://a.b/?c=%20#d", "é", "mailto:x@y"]))
        case .date:
            .date(
                Timestamp(
                    uncheckedSeconds: .random(in: -30_000_000_000...90_000_000_000, using: &self),
                    nanoseconds: pick([0, 1, 500_000_000, 123_456_789, 999_999_999])))
        case .data: .data((0..<Int.random(in: 0...5, using: &self)).map { _ in next8() })
        case .uuid:
            .uuid(
                UUID(
                    uuid: (
                        next8(), next8(), next8(), next8(), next8(), next8(), next8(), next8(),
                        next8(), next8(), next8(), next8(), next8(), next8(), next8(), next8()
                    )))
        case .array: .array((0..<Int.random(in: 0...3, using: &self)).map { _ in element(2) })
        case .dictionary:
            .dictionary(["b": element(2), "a.\"": element(2), "é": element(0)])
        }
    }

    /// Returns a random value that payloads can represent directly.
    private mutating func element(_ depth: Int) -> Value {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &self) {
        case 0: .null
        case 1: value(.boolean)
        case 2: value(.integer64)
        case 3: .double(Double(Int.random(in: -1000...1000, using: &self)) + 0.25)
        case 4: value(.string)
        case 5: [element(depth - 1), element(depth - 1)]
        default: ["x": element(depth - 1)]
        }
    }

    private mutating func next8() -> UInt8 { .random(in: 0...255, using: &self) }
}
