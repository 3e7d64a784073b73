import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Rows of Groot's catalogue: identity")
struct GrootIdentityTests {
    @Test(arguments: StoreKind.allCases)
    func `merges what is known, and inserts the rest`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let before = GrootPayload.batman
            .replacing("Bruce Wayne", with: "Guille Gonzalez").replacing("DC Comics", with: "DC")
        try groot.loadCleanly(before, into: "Character")
        let result = try groot.loadCleanly(GrootPayload.mergeUpdate, into: "Character")
        #expect(
            try groot.characters() == [
                #"1699 | "Batman" | "Bruce Wayne" | ["Agility","Filthy Rich"] | ["DC Comics"]"#,
                #"1455 | "Iron Man" | "Tony Stark" | ["Filthy Rich","Power Suit"] | []"#,
            ])
        #expect(result.counts["Power"]?.inserted == 1)
        #expect(result.counts["Power"]?.updated == 1)
        #expect(result.counts["Publisher"]?.updated == 1)
    }

    @Test(arguments: StoreKind.allCases, ["identityAttribute", "identityAttributes"])
    func `finds the object by either spelling of the annotation`(
        kind: StoreKind, spelling: String
    ) throws {
        let model = try GrootModel.comic(
            AnnotationChange("Character", "identityAttribute", nil),
            AnnotationChange("Character", spelling, "identifier"))
        let groot = try GrootBench(kind, model)
        let batman = try groot.loadCleanly(GrootPayload.batman, into: "Character").first
        let result = try groot.loadCleanly(
            #"{"id": "1699", "real_name": "Bruce W."}"#, into: "Character")
        #expect(result.first == batman)
        #expect(result.total.updated == 1)
        #expect(
            try groot.characters() == [
                #"1699 | "Batman" | "Bruce W." | ["Agility","Insanely Rich"] | ["DC Comics"]"#
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `the old spelling does not count beside the new one`(kind: StoreKind) throws {
        let model = try GrootModel.comic(
            isOptional: true, AnnotationChange("Character", "identityAttributes", "name"))
        let groot = try GrootBench(kind, model)
        try groot.loadCleanly(
            #"[{"id": "1", "name": "A"}, {"id": "2", "name": "A"}]"#, into: "Character")
        #expect(try groot.bench.lines("Character", "identifier", "name") == [#"2 | "A""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `finds objects that are not saved`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let operation = MappingOperation(try groot.plan(for: "Character"))
        let document = try PayloadDocument(parsing: #"{"id": "1699", "real_name": "x"}"#)
        try groot.bench.container.perform { context in
            let batman = context.insert("Character")
            batman["identifier"] = 1699
            batman["name"] = "Batman"
            batman["realName"] = "BW"
            let result = try operation.run(document, in: context)
            #expect(result.first == batman.objectID)
            #expect(batman["realName"] == "x")
            try context.save()
        }
        #expect(try groot.count("Character") == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `without its identity a record is new, and must be complete`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let payload = #"{"name": "NoId", "real_name": "n"}"#
        let issue = try groot.refusal(of: payload, into: "Character")
        #expect(issue.code == .missingValue)
        #expect(issue.property == "identifier")
        #expect(try groot.load(payload, into: "Character").issues.count == 1)
        #expect(try groot.count("Character") == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `what is twice in a payload is one object`(kind: StoreKind) throws {
        // Groot inserts two
        let groot = try GrootBench(kind, GrootModel.comic(isOptional: true))
        let result = try groot.loadCleanly(
            #"[{"id": "1", "name": "A"}, {"id": "1", "name": "B"}]"#, into: "Character")
        #expect(try groot.bench.lines("Character", "identifier", "name") == [#"1 | "B""#])
        #expect(result.array.count == 2)
        #expect(Set(result.array).count == 1)
        #expect(result.counts["Character"]?.repeated == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `of several objects with one identity the oldest is taken`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic(isOptional: true))
        let oldest = try groot.bench.insert("Character", ["identifier": 1, "name": "X"])
        try groot.bench.insert("Character", ["identifier": 1, "name": "Y"])
        let result = try groot.load(#"{"id": "1", "name": "Z"}"#, into: "Character")
        #expect(result.first == oldest)
        #expect(result.issues.map(\.code) == [.ambiguousIdentity])
        #expect(
            try groot.bench.lines("Character", "name").sorted() == [#""Y""#, #""Z""#])
    }

    @Test(
        arguments: StoreKind.allCases,
        ["suit, value", "suit,value", "suit value", " suit ,, value "] as [Value])
    func `several attributes identify together`(kind: StoreKind, identity: Value) throws {
        let groot = try GrootBench(kind, GrootModel.card(identity: identity))
        let first = try groot.loadCleanly(GrootPayload.cards, into: "Card")
        #expect(
            try groot.bench.lines("Card", "suit", "value", "numberOfTimesPlayed")
                == [#""Diamonds" | "Three" | 2"#, #""Hearts" | "Jack" | 3"#])
        let second = try groot.loadCleanly(GrootPayload.cardsUpdate, into: "Card")
        #expect(
            try groot.bench.lines("Card", "suit", "value", "numberOfTimesPlayed") == [
                #""Diamonds" | "Three" | 2"#, #""Hearts" | "Jack" | 4"#,
                #""Clubs" | "Three" | 1"#,
            ])
        #expect(second.array[0] == first.array[1])
        #expect(second.total.inserted == 1)
        #expect(second.total.updated == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `what is absent keeps the default of the model`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.card())
        try groot.loadCleanly(#"{"suit": "Hearts", "value": "Jack"}"#, into: "Card")
        #expect(try groot.bench.lines("Card", "numberOfTimesPlayed") == ["0"])
    }

    @Test(arguments: StoreKind.allCases)
    func `one value does not identify by several attributes`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.card())
        let issue = try groot.refusal(of: #"["Hearts"]"#, into: "Card")
        #expect(issue.code == .unexpectedKind)
        #expect(issue.found == "text")
        #expect(try groot.load(#"["Hearts"]"#, into: "Card").issues.count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `a sub-entity is identified by what its ancestors declare, too`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.account())
        let plan = try groot.plan(for: "Mailbox")
        #expect(plan.mappings["Mailbox"]?.identificationAttributes == ["UUID", "email"])
        #expect(plan.mappings["Account"]?.identificationAttributes == ["UUID"])
        try groot.loadCleanly(#"{"uuid": "u1", "email": "a@x"}"#, into: "Mailbox")
        let known = try groot.loadCleanly(#"{"uuid": "u1", "name": "N"}"#, into: "Account")
        #expect(known.total.updated == 1)
        #expect(
            try groot.bench.lines("Account", "UUID", "name") == [#""u1" | "N""#])
        try groot.loadCleanly(#"{"uuid": "u1", "email": "b@x"}"#, into: "Mailbox")
        #expect(
            try groot.bench.lines("Mailbox", "UUID", "email", "name")
                == [#""u1" | "a@x" | "N""#, #""u1" | "b@x" | nil"#])
    }

    @Test(arguments: StoreKind.allCases, [AnnotationRules.groot1, .groot0])
    func `before 1.1 the nearest identity counts`(kind: StoreKind, rules: AnnotationRules) throws {
        let groot = try GrootBench(kind, GrootModel.account(), rules: rules)
        #expect(
            try groot.plan(for: "Mailbox").mappings["Mailbox"]?.identificationAttributes
                == ["email"])
        try groot.loadCleanly(#"{"uuid": "u1", "email": "a@x"}"#, into: "Mailbox")
        try groot.loadCleanly(#"{"uuid": "u2", "email": "a@x"}"#, into: "Mailbox")
        #expect(try groot.bench.lines("Mailbox", "UUID", "email") == [#""u2" | "a@x""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `nothing is inferred from names`(kind: StoreKind) throws {
        let model = try GrootModel.comic(AnnotationChange("Power", "identityAttribute", nil))
        let groot = try GrootBench(kind, model)
        try groot.loadCleanly(GrootPayload.powers, into: "Power")
        try groot.loadCleanly(GrootPayload.powers, into: "Power")
        #expect(try groot.bench.lines("Power", "identifier") == ["4", "9", "4", "9"])
    }
}
