import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

@Suite("Writing whole payloads")
struct RepresentationPayloadTests {
    private func names() throws -> ClubWriting {
        var club = try ClubWriting()
        try club.map("Person", identifiedBy: ["personID"], ["id": "personID", "n": "name"])
        try club.map("Address", ["c": "city"])
        return club
    }

    private static func person(_ id: Int64, _ context: ManagedObjectContext) -> ManagedObject {
        context.make("Person", ["personID": .integer(id), "name": .string("P\(id)")])
    }

    @Test(arguments: [
        ("AC-230", "stuff" as PayloadPath, #"{"stuff":{"id":1,"n":"P1"}}"#),
        ("Q-34", "data.person", #"{"data":{"person":{"id":1,"n":"P1"}}}"#),
        ("an escaped root", #"data\.person"#, #"{"data.person":{"id":1,"n":"P1"}}"#),
        ("no root", "", #"{"id":1,"n":"P1"}"#),
    ])
    func `the root is a path`(id: String, root: PayloadPath, expected: String) throws {
        let club = try names()
        let json = try club.json(club.writer(root: root)) { Self.person(1, $0) }
        #expect(json == expected, "\(id)")
    }

    @Test(arguments: [
        ("AC-251", "" as PayloadPath, 2, #"[{"id":0,"n":"P0"},{"id":1,"n":"P1"}]"#),
        ("AC-254", "whatever", 1, #"{"whatever":[{"id":0,"n":"P0"}]}"#),
        ("none", "whatever", 0, #"{"whatever":[]}"#),
        ("none at all", "", 0, "[]"),
    ])
    func `several objects make an array`(
        id: String, root: PayloadPath, count: Int64, expected: String
    ) throws {
        let club = try names()
        let writer = try club.writer(root: root)
        let json = try club.bench.container.written { context in
            try writer.jsonBytes(for: (0..<count).map { Self.person($0, context) })
        }
        #expect(json == expected, "\(id)")
    }

    @Test func `several objects with keys make an object`() throws {
        var club = try ClubWriting()
        try club.map("Person", identifiedBy: ["name"], ["{name}.id": "personID"]) {
            $0.forcesCollectionMapping = true
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        }
        let writer = try club.writer(root: "users")
        let json = try club.bench.container.written { context in
            try writer.jsonBytes(for: (1...2).map { Self.person($0, context) })
        }
        #expect(json == #"{"users":{"P1":{"id":1},"P2":{"id":2}}}"#)
    }

    @Test(arguments: [
        (
            "AC-253", "this" as PayloadPath, "that" as PayloadPath,
            #"{"this":{"id":1,"n":"P1"},"that":{"c":"G"}}"#
        ),
        ("AC-252", "both", "both", #"{"both":[{"id":1,"n":"P1"},{"c":"G"}]}"#),
        ("AC-251", "", "", #"[{"id":1,"n":"P1"},{"c":"G"}]"#),
        ("nested", "a.b", "a.c", #"{"a":{"b":{"id":1,"n":"P1"},"c":{"c":"G"}}}"#),
    ])
    func `objects of several writers make one payload`(
        id: String, root: PayloadPath, other: PayloadPath, expected: String
    ) throws {
        let club = try names()
        let people = try club.writer(root: root)
        let addresses = try club.writer(.update, "Address", root: other)
        let json = try club.bench.container.written { context in
            let parts = [
                try people.part(for: Self.person(1, context)),
                try addresses.part(for: context.make("Address", ["city": "G"])),
            ]
            return try RepresentationWriter.document(joining: parts).jsonBytes()
        }
        #expect(json == expected, "\(id)")
    }

    @Test(
        arguments: [
            ("AC-255", "" as PayloadPath, ["token": "x"], #"{"id":1,"n":"P1","token":"x"}"#),
            ("they win", "", ["n": "x"], #"{"id":1,"n":"x"}"#),
            (
                "deep", "data", ["data": ["n": .null, "m": [1]], "a": true],
                #"{"data":{"id":1,"n":null,"m":[1]},"a":true}"#
            ),
        ] as [(String, PayloadPath, [String: Value], String)])
    func `further members merge into the payload`(
        id: String, root: PayloadPath, extra: [String: Value], expected: String
    ) throws {
        let club = try names()
        let json = try club.json(club.writer(root: root), adding: extra) { Self.person(1, $0) }
        #expect(json == expected, "\(id)")
    }

    @Test func `a document can be written in any layout`() throws {
        let club = try names()
        let writer = try club.writer()
        let json = try club.bench.container.written { context in
            try writer.jsonBytes(
                for: Self.person(1, context),
                PayloadWritingOptions(prettyPrinted: true, sortedKeys: true))
        }
        #expect(json == "{\n  \"id\": 1,\n  \"n\": \"P1\"\n}")
    }

    private func animals(_ kind: StoreKind) throws -> ClubWriting {
        var club = try ClubWriting(kind)
        try club.map("Person", ["n": "name"]) {
            $0.addRelationshipMapping(from: "animals", to: "animals", using: "Any")
        }
        try club.map("Cat", ["type": "name", "lives": "lives"])
        try club.map("Dog", ["type": "name", "tricks": "tricks"])
        club.dynamicMappings = [
            DynamicMapping(
                named: "Any",
                [
                    .value(at: "type", equals: "Tom", use: "Cat"),
                    .kind(at: "tricks", is: .array, use: "Dog"),
                ])
        ]
        return club
    }

    @Test(arguments: StoreKind.allCases)
    func `the entity of an object chooses its mapping`(kind: StoreKind) throws {
        let club = try animals(kind)
        let json =
            #"{"n":"B","animals":[{"type":"Tom","lives":7},{"type":"Rex","tricks":["sit"]}]}"#
        #expect(try club.again(json) == json)
    }

    /// Returns two mappings of one entity, corresponding to `mode` in RestKit's tests.
    private func flights() throws -> ClubWriting {
        var club = try ClubWriting()
        for (name, path, attribute) in [
            ("Number", "flight_number", "medium"), ("Route", "departure_airport_id", "personID"),
        ] {
            try club.map("Person", [PayloadPath([.key(path)]): attribute, "airline_id": "homeID"]) {
                $0.name = name
            }
        }
        club.dynamicMappings = [
            DynamicMapping(
                named: "Flight",
                [
                    .value(at: "mode", equals: 1, use: "Number"),
                    .value(at: "mode", equals: 2, use: "Route"),
                ])
        ]
        return club
    }

    @Test(
        arguments: [
            (1, #"{"flight_search":{"flight_number":1234,"airline_id":5678}}"#),
            (2, #"{"flight_search":{"departure_airport_id":25,"airline_id":5678}}"#),
        ] as [(Int64, String)])
    func `a closure chooses among mappings for one entity`(
        mode: Int64, expected: String
    ) throws {
        let club = try flights()
        let writer = try club.writer(.update, "Flight", root: "flight_search") {
            object, candidates in
            guard case .integer(let mode) = object["small"], mode <= 2 else { return nil }
            return candidates[Int(mode) - 1]
        }
        let json = try club.json(writer) {
            $0.make(
                "Person",
                ["medium": 1234, "personID": 25, "homeID": 5678, "small": .integer(mode)])
        }
        #expect(json == expected)
    }

    @Test(arguments: [
        ("AC-245", nil as String?, MappingError.Code.noMapping, "none of the mappings"),
        ("a name that was not asked for", "Numbers", .unknownMapping, "did you mean 'Number'?"),
    ])
    func `a closure that chooses nothing fails`(
        id: String, answer: String?, code: MappingError.Code, words: String
    ) throws {
        let club = try flights()
        let writer = try club.writer(.update, "Flight") { _, _ in answer }
        let error = caught(MappingError.self) {
            _ = try club.json(writer) { $0.make("Person") }
        }
        #expect(error?.code == code, "\(id)")
        #expect(error?.message.contains(words) == true, "\(id): \(error?.message ?? "")")
    }
}
