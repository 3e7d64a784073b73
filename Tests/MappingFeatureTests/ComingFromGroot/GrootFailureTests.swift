import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Rows of Groot's catalogue: validation and errors")
struct GrootFailureTests {
    @Test(arguments: StoreKind.allCases)
    func `what is incomplete fails, and changes nothing`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        try groot.loadCleanly(GrootPayload.characters, into: "Character")
        let issue = try groot.refusal(of: GrootPayload.charactersUpdate, into: "Character")
        #expect(issue.code == .missingValue)
        #expect(issue.property == "realName")
        #expect(issue.path == "[0]")
    }

    @Test(arguments: StoreKind.allCases)
    func `by default the rest is mapped`(kind: StoreKind) throws {
        // With the default policy
        let groot = try GrootBench(kind, GrootModel.comic())
        try groot.loadCleanly(GrootPayload.characters, into: "Character")
        let result = try groot.load(GrootPayload.charactersUpdate, into: "Character")
        #expect(result.issues.map(\.property) == ["realName"])
        #expect(
            try groot.bench.lines("Character", "name", "realName")
                == [#""Batman" | "Bruce Wayne""#, #""Superman" | "Clark Kent""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a failure deletes nothing that was there`(kind: StoreKind) throws {
        // Groot deletes Batman
        let groot = try GrootBench(kind, GrootModel.comic())
        try groot.loadCleanly(GrootPayload.characters, into: "Character")
        let payload =
            #"[{"id": "1699", "real_name": "Bruce Wayne"}, {"id": "1701", "name": "Spiderman"}]"#
        #expect(try groot.refusal(of: payload, into: "Character").path == "[1]")
        #expect(
            try groot.bench.lines("Character", "name", "realName")
                == [#""Batman" | "Guille Gonzalez""#, #""Superman" | "Franck Letellier""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a failure leaves nothing behind that is nested`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let payload = """
            {"id": "1", "name": "A", "real_name": "a", "publisher": {"id": "10", "name": "DC"},
             "powers": {}}
            """
        #expect(
            try groot.refusalLine(of: payload, into: "Character") == "unexpectedKind powers powers")
        #expect(try groot.count("Publisher") == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `an entity that is not there is a problem of the plan`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        let error: MappingPlanError? = caught { try groot.load("{}", into: "Charakter") }
        #expect(
            error?.problems.map(\.message) == [
                "root path '': no mapping is named 'Charakter'; did you mean 'Character'?"
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `a validation may give another value`(kind: StoreKind) throws {
        var groot = try GrootBench(kind, GrootModel.comic())
        let trimming = ValueValidation("trimmed") { name in
            guard case .string(let text) = name else { return .accept }
            return .replace(.string(text.filter { $0 != " " }))
        }
        groot.mappings.update("Character") { $0.addValidation(for: "name", trimming) }
        try groot.loadCleanly(
            #"{"id": "1", "name": "  A ", "real_name": "a"}"#, into: "Character")
        #expect(try groot.bench.lines("Character", "name") == [#""A""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a new object keeps the defaults of the model`(kind: StoreKind) throws {
        // Groot sets nil, which fails
        let groot = try GrootBench(kind, GrootModel.log())
        try groot.loadCleanly(#"[{"text": "t"}, {"text": "t", "level": 5}]"#, into: "Line")
        #expect(try groot.bench.lines("Line", "text", "level") == [#""t" | 3"#, #""t" | 5"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `an empty list maps nothing`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        #expect(try groot.loadCleanly("[]", into: "Character").array == [])
    }
}
