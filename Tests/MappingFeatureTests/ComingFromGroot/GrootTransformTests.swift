import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Rows of Groot's catalogue: value transformers")
struct GrootTransformTests {
    private static let oneWay = ValueTransform("GrootTests.Transformer") { value in
        value.string.flatMap { Int64($0) }.map { .integer($0) }
    }
    private static let noWayBack = ValueTransform("GrootTests.Transformer") { value in
        value.string.flatMap { Int64($0) }.map { .integer($0) }
    } reverse: { _ in
        nil
    }
    private static let failing = ValueTransform("GrootTests.Transformer") { _ in
        throw Refusal()
    } reverse: { _ in
        throw Refusal()
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description = "not today"
    }

    @Test(arguments: StoreKind.allCases)
    func `values are transformed on the way in and back on the way out`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic())
        try groot.loadCleanly(GrootPayload.batman, into: "Character")
        #expect(try groot.bench.lines("Character", "identifier") == ["1699"])
        #expect(try groot.json("Publisher") == #"[{"id":"10","name":"DC Comics"}]"#)
    }

    @Test(arguments: StoreKind.allCases, ["1699", #""x""#, "null"])
    func `what a transformer cannot read is nil`(kind: StoreKind, identifier: String) throws {
        // Nil is not valid for a required attribute
        let groot = try GrootBench(kind, GrootModel.comic())
        let payload = #"{"id": \#(identifier), "name": "Batman", "real_name": "BW"}"#
        let issue = try groot.refusal(of: payload, into: "Character")
        #expect(issue.code == .missingValue)
        #expect(issue.property == "identifier")
        let result = try groot.load(payload, into: "Character")
        #expect(result.issues.map(\.code) == [.missingValue])
        #expect(try groot.count("Character") == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `nil is a value for an attribute that needs none`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.comic(isOptional: true))
        try groot.loadCleanly(#"{"id": 1699, "name": "Batman"}"#, into: "Character")
        #expect(try groot.bench.lines("Character", "identifier", "name") == [#"nil | "Batman""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `without a reverse a value is written as it is`(kind: StoreKind) throws {
        // A transform with one closure
        let groot = try GrootBench(kind, GrootModel.comic(), transforms: [Self.oneWay])
        try groot.loadCleanly(GrootPayload.publisher, into: "Publisher")
        #expect(try groot.json("Publisher") == #"[{"id":10,"name":"DC Comics"}]"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `a reverse that gives nil writes null`(kind: StoreKind) throws {
        // A transform with two closures
        let groot = try GrootBench(kind, GrootModel.comic(), transforms: [Self.noWayBack])
        try groot.loadCleanly(GrootPayload.publisher, into: "Publisher")
        #expect(try groot.json("Publisher") == #"[{"id":null,"name":"DC Comics"}]"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `nil is nil in both directions, and no closure is asked`(kind: StoreKind) throws {
        let groot = try GrootBench(
            kind, GrootModel.comic(isOptional: true), transforms: [Self.failing])
        try groot.loadCleanly(#"{"id": null, "name": "DC"}"#, into: "Publisher")
        #expect(try groot.json("Publisher") == #"[{"id":null,"name":"DC"}]"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `an error of a transformer is an issue, and no nil`(kind: StoreKind) throws {
        let groot = try GrootBench(
            kind, GrootModel.comic(isOptional: true), transforms: [Self.failing])
        let issue = try groot.refusal(of: #"{"id": "1"}"#, into: "Publisher")
        #expect(issue.code == .invalidValue)
        #expect(issue.found.contains("not today"))
        try groot.bench.insert("Publisher", ["identifier": 1])
        #expect(throws: MappingError.self) { try groot.json("Publisher") }
    }

    @Test(arguments: StoreKind.allCases)
    func `transforms of this package report what they cannot read`(kind: StoreKind) throws {
        let numbers = ValueTransform.enumeration(["one": 1, "nine": 9])
            .named("GrootTests.Transformer")
        let groot = try GrootBench(kind, GrootModel.comic(isOptional: true), transforms: [numbers])
        try groot.loadCleanly(#"{"id": "nine"}"#, into: "Publisher")
        #expect(try groot.bench.lines("Publisher", "identifier") == ["9"])
        #expect(
            try groot.refusalLine(of: #"{"id": "ten"}"#, into: "Publisher")
                == "invalidValue identifier id")
    }

    @Test(arguments: StoreKind.allCases)
    func `a transformer of a relationship has no effect, and a warning says so`(
        kind: StoreKind
    ) throws {
        let model = try GrootModel.comic(
            AnnotationChange("Character.publisher", "JSONTransformerName", "GrootTests.Transformer")
        )
        let groot = try GrootBench(kind, model)
        let warnings = try groot.plan(for: "Character").warnings
        #expect(
            warnings.map(\.description) == [
                "Character: 'publisher': JSONTransformerName has no effect on a relationship; "
                    + "annotate attributes of the entity that it leads to"
            ])
        try groot.loadCleanly(GrootPayload.batman, into: "Character")
        #expect(
            try groot.characters() == [
                #"1699 | "Batman" | "Bruce Wayne" | ["Agility","Insanely Rich"] | ["DC Comics"]"#
            ])
        #expect(try GrootBench(kind, GrootModel.comic()).plan(for: "Power").warnings == [])
    }
}
