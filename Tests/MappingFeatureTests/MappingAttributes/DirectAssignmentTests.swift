import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Common values are copied directly from the payload into a row, all others are converted; with an
/// observer, all values are converted.
@Suite("Values that go straight into a row")
struct DirectAssignmentTests {
    private struct Deaf: MappingObserver {
        func mappingOperation(didObserve event: MappingEvent) {}
    }

    private static let types: [AttributeType] = [
        .integer64, .integer16, .double, .float, .decimal, .boolean, .string, .url, .uuid, .date,
        .data,
        .array, .dictionary,
    ]

    private static let values = [
        "null", "true", "false", "0", "-0", "7", "-7", "1.0", "1e3", "0.1", "-12.5", "1e400",
        "999999999999999999", "1000000000000000000", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "123456789012345678901234567890",
        #""""#, #""plain""#, #""eight888""#, #""a \"quoted\" word""#, #""\u00e9\uD83D\uDE00\n""#,
        #""日本語""#,
        #""\\""#, #""12""#, #""true""#, #""0""#,
        #""2024-02-29T23:59:60Z""#, #""2024-02-29T12:00:00.123456789Z""#,
        #""2024-02-29T12:00:00.1234567890Z""#, #""2024-02-29T12:00:00.Z""#,
        #""2023-02-29T12:00:00Z""#,
        #""2024-02-29T24:00:00Z""#, #""2024-02-29t12:00:00z""#, #""2024-02-29T12:00:00+01:00""#,
        #""2024-02-29""#, #""0000-01-01T00:00:00Z""#, #""2024-0x-29T12:00:00Z""#,
        #""2024-02-29T12:00:0:Z""#,
        #""https://example.com/a?b=c""#, #""6BA7B810-9DAD-11D1-80B4-00C04FD430C8""#,
        #""TWVyY2F0b3I=""#,
        "[]", "[ ]", "[1]", "[1,2,3]", "[ 1 , 2 ]", "[-0]", "[0,-1]", "[1.0]", "[1,[2]]", "[null]",
        "[1000000000000000000]", #"["a"]"#, "{}", #"{"a":1}"#,
    ]

    private struct Outcome: Equatable {
        let lines: [String]
        let issues: [String]
        let counts: [String: MappingCounts]
    }

    /// Loads each value for two of three objects of its own: twice, then null, then once more.
    private func run(
        _ type: AttributeType, isObserved: Bool, _ kind: StoreKind, isOptional: Bool
    ) throws -> [Outcome] {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Thing",
                attributes: [
                    AttributeDescription("thingID", .integer64),
                    AttributeDescription("value", type, isOptional: isOptional),
                ])
        ])
        var mapping = EntityMapping(for: try #require(model["Thing"]))
        mapping.addAttributeMappings(["id": "thingID", "value": "value"])
        let plan = try MappingPlan(MappingSet([mapping], roots: ["things": "Thing"]), for: model)
        var operation = MappingOperation(plan)
        if isObserved { operation.observer = Deaf() }
        let bench = try Workbench(kind, model)
        let nulls = Self.values.map { _ in "null" }
        return try [Self.values, Self.values, nulls, Self.values].map { values in
            let things = values.enumerated().map { number, value in
                let first = number * 3
                return #"{"id":\#(first),"value":\#(value)},{"id":\#(first + 1)},"#
                    + #"{"id":\#(first + 2),"value":\#(value)}"#
            }
            let json = #"{"things":[\#(things.joined(separator: ","))]}"#
            let result = try operation.run(Array(json.utf8), in: bench.container)
            return Outcome(
                lines: try bench.lines("Thing", "thingID", "value"),
                issues: result.issues.map { "\($0)" },
                counts: result.counts)
        }
    }

    @Test(arguments: types, StoreKind.allCases)
    func `are those that a conversion gives`(type: AttributeType, kind: StoreKind) throws {
        for isOptional in [true, false] {
            let direct = try run(type, isObserved: false, kind, isOptional: isOptional)
            let converted = try run(type, isObserved: true, kind, isOptional: isOptional)
            for (one, other) in zip(direct, converted) {
                #expect(one.lines == other.lines, "\(type) \(isOptional)")
                #expect(one.issues == other.issues, "\(type) \(isOptional)")
                #expect(one.counts == other.counts, "\(type) \(isOptional)")
            }
            #expect(direct[1].counts["Thing"]?.updated == 0, "\(type) \(isOptional)")
        }
    }

    /// Loads pages whose records contain some attributes, and refer to objects repeatedly.
    private func load(
        _ pages: [String], isObserved: Bool, _ kind: StoreKind
    ) throws -> [Outcome] {
        let names = ["text", "list", "amount", "date", "other"]
        let types: [AttributeType] = [.string, .array, .decimal, .date, .string]
        let model = try ManagedObjectModel([
            EntityDescription(
                "Thing",
                attributes: [AttributeDescription("thingID", .integer64)]
                    + zip(names, types).map { AttributeDescription($0, $1) })
        ])
        var mapping = EntityMapping(for: try #require(model["Thing"]))
        mapping.addAttributeMappings(["id": "thingID"])
        for name in names {
            mapping.addAttributeMapping(from: PayloadPath([.key(name)]), to: name)
        }
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Thing"]), for: model)
        var operation = MappingOperation(plan)
        if isObserved { operation.observer = Deaf() }
        let bench = try Workbench(kind, model)
        return try pages.map { page in
            let result = try operation.run(Array(page.utf8), in: bench.container)
            return Outcome(
                lines: try names.flatMap { try bench.lines("Thing", "thingID", $0) },
                issues: result.issues.map { "\($0)" }, counts: result.counts)
        }
    }

    private func page(_ random: inout SeededGenerator) -> String {
        let values = [
            "text": [#""plain""#, #""a \"b\"""#, #""日本""#, "null", "7"],
            "list": ["[1,2]", "[ 1 , 2 ]", #"["a"]"#, "[]", "null"],
            "amount": [#""1.50""#, "1.5", "12", "null"],
            "date": [#""2024-02-29T12:00:00Z""#, #""2024-02-29""#, #""never""#],
            "other": [#""""#, #""\u00e9""#],
        ]
        let records = (0..<Int.random(in: 1..<6, using: &random)).map { _ in
            let members = values.keys.sorted().filter { _ in random.chance(0.5) }.map { name in
                #""\#(name)":\#(random.pick(values[name] ?? []))"#
            }
            let id = Int.random(in: 0..<3, using: &random)
            return "{" + ([#""id":\#(id)"#] + members).joined(separator: ",") + "}"
        }
        return "[" + records.joined(separator: ",") + "]"
    }

    @Test(arguments: StoreKind.allCases)
    func `change rows like conversions, and keep unmentioned columns`(kind: StoreKind) throws {
        for seed in Seeds.upTo(30) {
            var random = SeededGenerator(seed: seed)
            let pages = (0..<8).map { _ in page(&random) }
            let direct = try load(pages, isObserved: false, kind)
            let converted = try load(pages, isObserved: true, kind)
            #expect(direct == converted, "seed \(seed): \(pages)")
        }
    }

    @Test(
        arguments: StoreKind.allCases, [("[0]", "[-0]"), ("[1, 0]", "[ 1,-0 ]")])
    func `another spelling of an equal array changes nothing`(
        kind: StoreKind, spellings: (String, String)
    ) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Thing",
                attributes: [.init("thingID", .integer64), .init("value", .array)])
        ])
        let mapping = try model.mapping(
            "Thing", identifiedBy: ["thingID"], ["id": "thingID", "value": "value"])
        for (first, second) in [spellings, (spellings.1, spellings.0)] {
            let bench = try Workbench(kind, model)
            try bench.load(#"{"id": 1, "value": \#(first)}"#, mapping)
            let before = try bench.content()
            let again = try bench.load(#"{"id": 1, "value": \#(second)}"#, mapping)
            #expect(again.total.unchanged == 1 && again.total.updated == 0)
            #expect(try bench.content() == before)
        }
    }
}
