import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Attribute values")
struct MappingValueTests {
    let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Item",
                attributes: [
                    .init("id", .integer64), .init("title", .string),
                    .init("rank", .integer16, defaultValue: 3),
                    .init("code", .string, isOptional: false, defaultValue: "none"),
                    .init("price", .decimal), .init("seenAt", .date),
                    .init("version", .integer32), .init("words", .array),
                ],
                relationships: [.toMany("notes", "Note", inverse: "item")]),
            EntityDescription(
                "Note", attributes: [.init("text", .string)],
                relationships: [.toOne("item", "Item", inverse: "notes")]),
        ])
    }

    private func items(_ change: (inout EntityMapping) -> Void = { _ in }) throws -> EntityMapping {
        try model.mapping(
            "Item", identifiedBy: ["id"],
            [
                "id": "id", "title": "title", "rank": "rank", "code": "code", "price": "price",
                "seen": "seenAt", "version": "version",
            ], change)
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            // On insertion, an absent value becomes the model's default, and null becomes nil.
            (#"{"id": 1}"#, #"nil | 3 | "none""#, 0),
            (#"{"id": 1, "title": null, "rank": null}"#, #"nil | nil | "none""#, 0),
            (#"{"id": 1, "title": "T", "rank": 9, "code": "c"}"#, #""T" | 9 | "c""#, 0),
            (#"{"id": 1, "rank": "x"}"#, nil, 1), (#"{"id": 1, "code": null}"#, nil, 1),
        ] as [(String, String?, Int)])
    func `are three things on an insert: absent, null, invalid`(
        kind: StoreKind, step: (json: String, line: String?, issues: Int)
    ) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(step.json, items())
        #expect(result.issueCount == step.issues)
        #expect(try bench.lines("Item", "title", "rank", "code") == (step.line.map { [$0] } ?? []))
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            // On update, an absent value is unchanged, null becomes nil, and an invalid value skips
            // the record.
            (#"{"id": 1}"#, #""T" | 9 | "c""#, 0),
            (#"{"id": 1, "title": null, "rank": null}"#, #"nil | nil | "c""#, 0),
            (#"{"id": 1, "title": "U", "rank": "x"}"#, #""T" | 9 | "c""#, 1),
            (#"{"id": 1, "title": "U", "code": null}"#, #""T" | 9 | "c""#, 1),
        ])
    func `are three things on an update: absent, null, invalid`(
        kind: StoreKind, step: (json: String, line: String, issues: Int)
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1, "title": "T", "rank": 9, "code": "c"}"#, items())
        let result = try bench.load(step.json, items())
        #expect(result.issueCount == step.issues)
        #expect(result.total.failed == step.issues)
        #expect(try bench.lines("Item", "title", "rank", "code") == [step.line])
    }

    @Test(arguments: StoreKind.allCases)
    func `get the default on an update as well, on request`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mapping = try items { $0.assignsDefaultValueForMissingAttributes = true }
        try bench.load(#"{"id": 1, "title": "T", "rank": 9, "code": "c"}"#, mapping)
        try bench.load(#"{"id": 1, "rank": null}"#, mapping)
        #expect(try bench.lines("Item", "title", "rank", "code") == [#"nil | nil | "none""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `are not written when they are equal`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let first = #"{"id": 1, "title": "T", "price": 1.50, "seen": "2012-03-22T11:05:42Z"}"#
        try bench.load(first, items())
        let before = try bench.content()
        // The same values in other spellings.
        let result = try bench.load(
            #"{"id": "1", "title": "T", "price": "1.5", "seen": "2012-03-22T12:05:42+01:00"}"#,
            items())
        #expect(result.total.unchanged == 1)
        #expect(result.total.updated == 0)
        #expect(try bench.content() == before)
        try bench.load(#"{"id": 1, "title": "U"}"#, items())
        #expect(try bench.content().first?.contains("version 2") == true)
    }

    @Test(arguments: StoreKind.allCases)
    func `that two records change back and forth are no update`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let json = #"[{"id": 1, "title": "A"}, {"id": 1, "title": "B"}]"#
        try bench.load(json, items())
        let before = try bench.content()
        let again = try bench.load(json, items())
        #expect(again.total.updated == 0)
        #expect(again.total.unchanged == 1)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `are not written when a transform makes them equal`(kind: StoreKind) throws {
        // A single value, duplicates, and the empty string as nil.
        let bench = try Workbench(kind, model)
        let mapping = try model.mapping("Item", identifiedBy: ["id"], ["id": "id"]) {
            $0.addAttributeMapping(from: "seen", to: "seenAt", using: .secondsSince1970)
            $0.addAttributeMapping(from: "rank", to: "rank", using: .enumeration(["low": 1]))
            $0.addAttributeMapping(from: "words", to: "words", using: .unique)
        }
        try bench.load(#"{"id": 1, "seen": 0, "rank": "low", "words": ["a", "a"]}"#, mapping)
        #expect(
            try bench.lines("Item", "seenAt", "rank", "words")
                == [#"1970-01-01T00:00:00Z | 1 | ["a"]"#])
        let again = try bench.load(
            #"{"id": 1, "seen": "0.0", "rank": "low", "words": "a"}"#, mapping)
        #expect(again.total.unchanged == 1)
        try bench.load(#"{"id": 1, "seen": ""}"#, mapping)
        #expect(try bench.lines("Item", "seenAt") == ["nil"])
    }

    @Test(arguments: StoreKind.allCases)
    func `stay exact beyond what a double holds`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(
            #"[{"id": 9007199254740993, "price": 0.1}, {"id": 9007199254740992, "price": 0.3}]"#,
            items())
        #expect(
            try bench.lines("Item", "id", "price")
                == ["9007199254740993 | 0.1", "9007199254740992 | 0.3"])
    }

    @Test(arguments: StoreKind.allCases)
    func `are mapped by name, and several times from one place`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mapping = try model.mapping("Item", identifiedBy: ["id"], ["id": "rank"]) {
            $0.addAttributeMappings(["id", "title"])
            $0.addAttributeMapping(from: "id", to: "code")
        }
        try bench.load(#"{"id": 12, "title": "T"}"#, mapping)
        #expect(
            try bench.lines("Item", "id", "title", "rank", "code") == [#"12 | "T" | 12 | "12""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `of the last present source win where two go to one attribute`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mapping = try model.mapping(
            "Item", identifiedBy: ["id"], ["id": "id", "name": "title", "headline": "title"])
        try bench.load(
            """
            [{"id": 1, "name": "A", "headline": "B"}, {"id": 1, "name": "A"},
             {"id": 2, "name": "A", "headline": "B"}]
            """, mapping)
        #expect(try bench.lines("Item", "id", "title") == [#"1 | "A""#, #"2 | "B""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `of a repeated member are those of the last`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mapping = try model.mapping(
            "Item", identifiedBy: ["id"], ["id": "id", "a.x": "title", "a.y": "code"])
        try bench.load(#"{"id": 1, "a": {"x": "X"}, "a": {"y": "Y"}, "id": 2}"#, mapping)
        #expect(try bench.lines("Item", "id", "title", "code") == [#"2 | nil | "Y""#])
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            (
                4, #"{"id": 1, "version": 4, "title": "N", "notes": [{"text": "n"}]}"#,
                #""O" | ["o"]"#
            ),
            (
                4, #"{"id": 1, "version": 3, "title": "N", "notes": [{"text": "n"}]}"#,
                #""O" | ["o"]"#
            ),
            (
                4, #"{"id": 1, "version": 5, "title": "N", "notes": [{"text": "n"}]}"#,
                #""N" | ["n"]"#
            ),
            (4, #"{"id": 1, "version": null, "title": "N"}"#, #""N" | ["o"]"#),
            (4, #"{"id": 1, "title": "N"}"#, #""N" | ["o"]"#),
        ])
    func `are left alone where the payload is not newer`(
        kind: StoreKind, step: (version: Int, json: String, line: String)
    ) throws {
        // D06 to D08, items 47 and 48
        let bench = try Workbench(kind, model)
        let item = try items {
            $0.modificationAttribute = "version"
            $0.addRelationshipMapping(from: "notes", to: "notes", using: "Note")
        }
        let note = try model.mapping("Note", ["text": "text"])
        let set = MappingSet([item, note], roots: [.root: "Item"])
        try bench.load(
            #"{"id": 1, "version": \#(step.version), "title": "O", "notes": [{"text": "o"}]}"#, set)
        let result = try bench.load(step.json, set)
        #expect(try bench.lines("Item", "title", "notes.text") == [step.line])
        #expect(result.array.count == 1)
        #expect(try bench.lines("Note", "text").count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `of a newer record stay when an older one of the same object follows`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let item = try items {
            $0.modificationAttribute = "version"
            $0.addRelationshipMapping(from: "notes", to: "notes", using: "Note")
        }
        let note = try model.mapping("Note", identifiedBy: ["text"], ["text": "text"])
        let set = MappingSet([item, note], roots: [.root: "Item"])
        try bench.load(#"{"id": 1, "version": 1, "title": "O"}"#, set)
        let result = try bench.load(
            """
            [{"id": 1, "version": 1, "title": "same"},
             {"id": 1, "version": 3, "title": "N", "notes": [{"text": "n"}]},
             {"id": 1, "version": 2, "title": "old", "notes": []},
             {"id": 1, "version": 3, "code": "also"}]
            """, set)
        #expect(result.total.updated == 1)
        #expect(
            try bench.lines("Item", "version", "title", "code", "notes.text")
                == [#"3 | "N" | "also" | ["n"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `that mark an object as gone delete it`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mapping = try items { $0.deletionPredicate = .attribute("rank") == 0 }
        try bench.insert("Item", ["id": 5, "rank": 0])
        let result = try bench.load(#"[{"id": 1, "rank": 0}, {"id": 2, "rank": 1}]"#, mapping)
        #expect(result.total.deleted == 1)
        #expect(result.array.count == 1)
        #expect(try bench.lines("Item", "id") == ["2"])
    }
}
