import EntityMapper
import ObjectGraph
import TestSupport
import Testing

/// Rows of the catalogue's section 2.K, for RestKit's caches and for the identity index.
///
/// Differences:
/// - K05: an index has no context; its cache has a container.
/// - K11: keys are typed; a string with a number is converted by the mapping before the look-up,
///   and rejected by the index itself.
/// - K19, K20, K25, K34, K37: objects cannot be added explicitly, and unsaved ones not at all,
///   since an index follows saves. Pending objects are found by queries in their context.
@Suite("An index of identities")
struct IdentityIndexTests {
    struct Question: Sendable, CustomTestStringConvertible {
        let id: String
        let entity: String
        let attributes: [String]
        let values: [String: Value]
        /// The indices among the objects of the entity, in order of insertion.
        let expected: [Int]
        var testDescription: String { id }

        init(
            _ id: String, _ values: [String: Value], _ expected: [Int],
            of entity: String = "Human", by attributes: [String] = ["railsID"]
        ) {
            self.id = id
            self.entity = entity
            self.attributes = attributes
            self.values = values
            self.expected = expected
        }

        static func event(_ id: String, _ value: Value, _ expected: [Int]) -> Question {
            Question(id, ["eventID": value], expected, of: "Event", by: ["eventID"])
        }

        static func pair(
            _ id: String, _ railsID: Value, _ name: Value, _ expected: [Int],
            by attributes: [String] = ["railsID", "name"]
        ) -> Question {
            Question(id, ["railsID": railsID, "name": name], expected, by: attributes)
        }
    }

    private static let questions: [Question] = [
        Question("K01", ["railsID": 123456], [0], of: "Cat"),
        .event("K02", "e-1234-a8-b12", [0]),
        .event("K04, list", ["e-1234-a8-b12", "B"], [0, 1]),
        .event("K04, single", "e-1234-a8-b12", [0]),
        .event("K04, list of one", ["B"], [1]),
        Question("K10", ["railsID": 12345], [0]),
        Question("K13", ["railsID": [12345, 5678]], [0, 1]),
        .pair("K14", [12345, 5678], "Blake", [0]),
        .pair("K16", [12345, 9999], ["Blake", "Jeff"], [0, 2]),
        .pair("K17", [31337, 8888], ["Blake", "Jeff"], []),
        .pair("F30, in any order", 5678, "Jeff", [1], by: ["name", "railsID"]),
        .pair("F41, values twice", [9999, 9999, 12345], ["Blake", "Blake"], [0, 2]),
        Question("F29, no separators", ["name": "12345:Blake"], [], by: ["name"]),
        Question("null finds nothing", ["railsID": .null], []),
        Question("an empty list finds nothing", ["railsID": []], []),
        Question("the same value twice finds once", ["railsID": [12345, 12345]], [0]),
    ]

    @Test(arguments: StoreKind.allCases, questions)
    func `finds objects by their values`(kind: StoreKind, question: Question) throws {
        try IdentityFixture.run(kind) { fixture in
            var ids: [String: [ManagedObjectID]] = [:]
            ids["Cat"] = [try fixture.insert("Cat", ["railsID": 123456])]
            ids["Event"] = try ["e-1234-a8-b12", "B"].map {
                try fixture.insert("Event", ["eventID": .string($0)])
            }
            ids["Human"] = try [(12345, "Blake"), (5678, "Jeff"), (9999, "Blake")].map {
                try fixture.insertHuman($0, .string($1))
            }
            try fixture.insertHuman(.null)
            let index = try fixture.cache.index(of: question.entity, by: question.attributes)
            let expected = question.expected.compactMap { ids[question.entity]?[$0] }
            #expect(try index.objectIDs(for: question.values) == expected)
            #expect(index.isLoaded)
            #expect(try index.contains(question.values) == !expected.isEmpty)
            #expect(try index.count(of: question.values) == expected.count)
            let inContext = try fixture.container.perform { context in
                try index.objects(for: question.values, in: context).map(\.objectID)
            }
            #expect(inContext == expected)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `says what it is for, loads, and forgets`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // K05, K28, K07, K08
            let first = try fixture.insertHuman(12345)
            let index = try fixture.humans()
            #expect(index.entityName == "Human" && index.attributes == ["railsID"])
            #expect(fixture.cache.container === fixture.container)
            #expect(index.count == 0 && !index.isLoaded && !index.contains(first))
            #expect(try index.load())
            #expect(index.count == 1 && index.keyCount == 1 && index.contains(first))
            let second = try fixture.insertHuman(12345)
            #expect(index.contains(second))
            index.flush()
            #expect(!index.contains(first) && !index.contains(second))
            #expect(index.count == 0 && index.keyCount == 0 && !index.isLoaded)
            #expect(try index.count(of: ["railsID": 12345]) == 2)
            #expect(index.isLoaded)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `drops what is saved while it is not loaded`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // F32
            let index = try fixture.humans()
            try fixture.insertHuman(1)
            index.flush()
            try fixture.insertHuman(2)
            #expect(!index.isLoaded && index.count == 0)
            #expect(try index.count(of: ["railsID": [1, 2]]) == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses values of other types, and other attributes`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // K11, F29
            try fixture.insertHuman(12345)
            let index = try fixture.humans()
            let error = #expect(throws: StoreError.self) {
                try index.objectIDs(for: ["railsID": "12345"])
            }
            #expect(
                error?.message
                    == "Human.railsID: expected whole number, found text; values are compared as they "
                    + "are stored")
            for values: [String: Value] in [[:], ["name": 1], ["railsID": 1, "name": "a"]] {
                let error = #expect(throws: StoreError.self) { try index.objectIDs(for: values) }
                #expect(
                    error?.message.hasPrefix("expected a value for each of railsID of Human")
                        == true)
            }
        }
    }

    @Test(arguments: [
        ("Humen", ["railsID"], "the model has no entity 'Humen'; did you mean 'Human'?"),
        ("Human", ["railID"], "Human has no attribute 'railID'; did you mean 'railsID'?"),
        ("Human", ["tags"], "Human.tags cannot identify: it holds array"),
        ("Human", [], "Human: no attributes are named; name at least one"),
    ])
    func `refuses what the model does not have`(
        entity: String, attributes: [String], message: String
    ) throws {
        try IdentityFixture.run(.inMemory) { fixture in
            let error = #expect(throws: StoreError.self) {
                try fixture.cache.index(of: entity, by: attributes)
            }
            #expect(error?.code == .invalidRequest && error?.message == message)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the same question has one index`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // K31, F30, F37
            let index = try fixture.humans(by: "railsID", "name")
            #expect(try fixture.humans(by: "name", "railsID") === index)
            #expect(index.attributes == ["railsID", "name"])
            let other = try fixture.humans()
            #expect(other !== index)
            #expect(fixture.cache.indexes.map(\.attributes) == [["railsID"], ["railsID", "name"]])
            try other.load()
            try other.load()
            #expect(fixture.cache.indexes.count == 2 && other.isLoaded && !index.isLoaded)
            fixture.cache.flush()
            #expect(!other.isLoaded)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps no more objects than its limit, and asks the store then`(kind: StoreKind) throws {
        try IdentityFixture.run(kind, limit: 2) { fixture in
            let index = try fixture.humans()
            try fixture.insertHuman(1)
            try fixture.insertHuman(2)
            #expect(try index.load() && index.count == 2)
            let third = try fixture.insertHuman(3)
            #expect(!index.isLoaded && index.count == 0)
            #expect(try index.objectIDs(for: ["railsID": 3]) == [third])
            #expect(try !index.load())
            #expect(!index.isLoaded)
            try fixture.delete(third)
            #expect(try index.objectIDs(for: ["railsID": [1, 3]]).count == 1)
            #expect(!index.isLoaded)
            #expect(try index.load() && index.isLoaded)
        }
    }
}
