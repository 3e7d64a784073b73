import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Rows of Groot's catalogue: relationships")
struct GrootRelationshipTests {
    struct Mismatch: Sendable, CustomTestStringConvertible {
        let id: String
        let member: String
        let line: String
        var testDescription: String { id }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            Mismatch(
                id: "G-43", member: #""publisher": ["DC"]"#,
                line: "unexpectedKind publisher publisher"),
            Mismatch(
                id: "G-43, empty", member: #""publisher": []"#,
                line: "unexpectedKind publisher publisher"),
            Mismatch(
                id: "G-44", member: #""powers": {"id": "4", "name": "Agility"}"#,
                line: "unexpectedKind powers powers"),
            Mismatch(
                id: "G-44, identifier", member: #""powers": "4""#,
                line: "unexpectedKind powers powers"),
        ])
    func `one object is no list, and a list no object`(kind: StoreKind, row: Mismatch) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let payload = #"{"id": "1699", "name": "Batman", "real_name": "BW", \#(row.member)}"#
        #expect(try groot.refusalLine(of: payload, into: "Character") == row.line)
        let result = try groot.load(payload, into: "Character")
        #expect(result.issues.count == 1)
        #expect(try groot.count("Power") == 0)
        #expect(try groot.count("Publisher") == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `identifiers alone stand for objects`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic(isOptional: true))
        try groot.loadCleanly(GrootPayload.batman, into: "Character")
        let result = try groot.loadCleanly(#"["1699", null, "1455"]"#, into: "Character")
        #expect(result.total.inserted == 1)
        #expect(
            try groot.characters() == [
                #"1699 | "Batman" | "Bruce Wayne" | ["Agility","Insanely Rich"] | ["DC Comics"]"#,
                "1455 | nil | nil | [] | []",
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `objects come before or after those that name them`(kind: StoreKind) throws {
        // An object given by its identifier may be incomplete until the save
        let groot = try GrootBench(kind, GrootModel.comic())
        let steps = try [
            (GrootPayload.batmanByIdentifiers, "Character"), (GrootPayload.powers, "Power"),
            (GrootPayload.publisher, "Publisher"),
        ].map { json, entity in
            (try PayloadDocument(parsing: json), MappingOperation(try groot.plan(for: entity)))
        }
        try groot.bench.container.perform { context in
            for (document, operation) in steps {
                #expect(try operation.run(document, in: context).issues == [])
            }
            try context.save()
        }
        #expect(
            try groot.characters() == [
                #"1699 | "Batman" | "Bruce Wayne" | ["Agility","Insanely Rich"] | ["DC Comics"]"#
            ])
        #expect(try groot.bench.lines("Power", "identifier") == ["4", "9"])
        #expect(try groot.bench.lines("Publisher", "identifier") == ["10"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that is only named must be complete when it is saved`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let error: ValidationError? = caught {
            try groot.load(GrootPayload.batmanByIdentifiers, into: "Character")
        }
        #expect(error?.problems.count == 3)
        #expect(try groot.count("Character") == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `without an identity an identifier is nothing`(kind: StoreKind) throws {
        let model = try GrootModel.comic(AnnotationChange("Character", "identityAttribute", nil))
        let groot = try GrootBench(kind, model)
        let issue = try groot.refusal(of: #"["1699", "1455"]"#, into: "Character")
        #expect(issue.code == .unexpectedKind)
        #expect(issue.path == "[0]")
        #expect(try groot.load(#"["1699", "1455"]"#, into: "Character").issues.count == 2)
    }

    @Test(arguments: StoreKind.allCases, ["1699", "true", "[]", #""x""#])
    func `identifiers are transformed and checked like other values`(
        kind: StoreKind, identifier: String
    ) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let payload = #"["1700", \#(identifier)]"#
        let issue = try groot.refusal(of: payload, into: "Character")
        #expect(issue.path == "[1]")
        #expect(try groot.count("Character") == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `a list may mix identifiers and objects`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic(isOptional: true))
        try groot.loadCleanly(
            """
            {"id": "1699", "name": "Batman", "powers": ["4", {"id": "9", "name": "Insanely Rich"}]}
            """, into: "Character")
        #expect(
            try groot.bench.lines("Power", "identifier", "name")
                == ["4 | nil", #"9 | "Insanely Rich""#])
        #expect(try groot.bench.lines("Character", "powers.identifier") == ["[4,9]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an empty list unlinks, and deletes nothing`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        try groot.loadCleanly(GrootPayload.batman, into: "Character")
        try groot.loadCleanly(#"{"id": "1699", "powers": []}"#, into: "Character")
        #expect(try groot.bench.lines("Character", "powers.identifier") == ["[]"])
        #expect(try groot.bench.lines("Power", "identifier") == ["4", "9"])
    }

    struct Null: Sendable, CustomTestStringConvertible {
        let id: String
        let rules: AnnotationRules
        let isCleared: Bool
        var testDescription: String { id }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            Null(id: "G-52, G-53, D-2", rules: .default, isCleared: true),
            Null(id: "G-52, G-53, 1.x to 3.x", rules: .groot3, isCleared: false),
            Null(id: "G-52, G-53, 1.0", rules: .groot1, isCleared: false),
            Null(id: "G-52, G-53, G-66, 0.x", rules: .groot0, isCleared: true),
        ])
    func `null clears relationships, or is ignored`(kind: StoreKind, row: Null) throws {
        let groot = try GrootBench(kind, GrootModel.comic(), rules: row.rules)
        try groot.loadCleanly(GrootPayload.batman, into: "Character")
        try groot.loadCleanly(
            #"{"id": "1699", "publisher": null, "powers": null}"#, into: "Character")
        #expect(
            try groot.bench.lines("Character", "powers.identifier", "publisher.identifier")
                == [row.isCleared ? "[] | []" : "[4,9] | [10]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a new object has nothing where there is null`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic(), rules: .groot3)
        try groot.loadCleanly(
            #"{"id": "1", "name": "A", "real_name": "a", "publisher": null, "powers": null}"#,
            into: "Character")
        #expect(try groot.characters() == [#"1 | "A" | "a" | [] | []"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `an identifier in a relationship needs an identity there`(kind: StoreKind) throws {
        let model = try GrootModel.comic(AnnotationChange("Publisher", "identityAttribute", nil))
        let groot = try GrootBench(kind, model)
        let payload = #"{"id": "1", "name": "A", "real_name": "a", "publisher": "10"}"#
        #expect(
            try groot.refusalLine(of: payload, into: "Character")
                == "unexpectedKind publisher publisher")
    }

    @Test(arguments: StoreKind.allCases)
    func `before 1.0 an identifier alone is nothing`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic(), rules: .groot0)
        #expect(try groot.refusalLine(of: "[1]", into: "Character") == "unexpectedKind - [0]")
        #expect(try groot.refusalLine(of: "1", into: "Character") == "unexpectedKind - ")
    }

    @Test(arguments: StoreKind.allCases)
    func `parents share a child, which is as the last of them says`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        try groot.loadCleanly(
            """
            [{"id": "1", "name": "A", "real_name": "a", "publisher": {"id": "10", "name": "DC"}},
             {"id": "2", "name": "B", "real_name": "b", "publisher": {"id": "10", "name": "DC2"}}]
            """, into: "Character")
        #expect(
            try groot.bench.lines("Publisher", "name", "characters.name")
                == [#""DC2" | ["A","B"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `nulls in a list are passed over`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let result = try groot.loadCleanly(
            #"[null, {"id": "1", "name": "A", "real_name": "a"}, null]"#, into: "Character")
        #expect(result.array.count == 1)
    }
}
