import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// One conversion for a foreign key, wherever it stands.
@Suite("Conversion of foreign keys")
struct KeyConversionTests {
    @Test(arguments: kinds, types)
    func `is the same for one key, in an array, and in a statement`(
        kind: TestSupport.StoreKind, type: AttributeType
    ) throws {
        let keys = KeyWorld(type)
        try kind.withContainer(keys.model()) { container in
            let operation = MappingOperation(
                try keys.plan(), options: MappingOptions(failurePolicy: .skipValue))
            let tokens = Self.tokens + Self.random(300)
            _ = try operation.run(keys.destinations(tokens), in: container)
            let result = try operation.run(keys.sources(tokens), in: container)
            let loaded = try keys.links(container)
            for (number, token) in tokens.enumerated() {
                let found = loaded[number]
                #expect(found.one == found.many, "\(token) for \(type): \(found)")
                // What is no key of the type is an issue at both places.
                let expected = found.one.isEmpty && !keys.isNull(token) ? 2 : 0
                let issues = result.issues.count {
                    $0.path.contains("sources[\(number)]")
                }
                #expect(issues == expected, "\(token) for \(type): \(issues) issues")
            }
            let inStore = try ConnectionOperation().run(in: container)
            #expect(inStore.connected + inStore.cleared == 0)
            let inContext = try container.perform { try ConnectionOperation().run(in: $0) }
            #expect(inContext == inStore)
            #expect(try keys.links(container) == loaded)
        }
    }

    /// The array keeps doubles, since the plan that loads it does not have the connection.
    @Test(arguments: StoreKind.allCases)
    func `a number whose digits are not known refers to no text`(kind: StoreKind) throws {
        let keys = KeyWorld(.string)
        let bench = try Workbench(kind, keys.model())
        let connected = MappingOperation(try keys.plan())
        _ = try connected.run(
            keys.destinations([#""1.1""#, #""1.10""#, #""4""#]), in: bench.container)
        _ = try connected.run(#"{"sources": [{"number": 9}]}"#, in: bench.container)
        let unaware = MappingOperation(try keys.plan(isConnected: false))
        let result = try unaware.run(
            #"{"sources": [{"number": 0, "keys": [1.10, 4]}]}"#, in: bench.container)
        #expect(try keys.links(bench.container)[0].many == [2])
        #expect(result.issues.map(\.path) == ["sources[0].keys[0]"])
        #expect(result.issues.first?.found == "number without its digits")
        #expect(result.unresolved.flatMap(\.keys).map(\.values) == [["key": 1.1]])
        // The plan with the connection knows them.
        let aware = try connected.run(
            #"{"sources": [{"number": 0, "keys": [1.10, 4]}]}"#, in: bench.container)
        #expect(aware.issues.isEmpty)
        #expect(try keys.links(bench.container)[0].many == [1, 2])
    }

    /// The types of attributes that can identify an object.
    private static let types = AttributeType.allCases.filter { $0 != .array && $0 != .dictionary }

    private static let kinds: [TestSupport.StoreKind] =
        TemporaryStore.hasPostgres ? [.inMemory, .sqlite, .postgres] : [.inMemory, .sqlite]

    /// Values of a payload that are a key of some type.
    private static let tokens: [String] =
        [
            "null", "true", "false", "0", "1", "-0", "4", "-4", "70000", "2147483648",
            "9007199254740993", "9223372036854775807", "9223372036854775808",
            "123456789012345678901234567890", "1.1", "1.10", "4.0", "0.0", "-0.0", "1e2", "1E+2",
            "12e-1", "0.1234567890123456789", "9007199254740993.0", "9007199254740993e0",
            "1e400", "1e-400", "1e100", "0.1", "16777217", "16777217.0",
        ]
        + [
            "", "0", "1", "4", "4.0", "-4", "0012", "+4", " 4", "4 ", "1.10", "1.1", "1e2", "1E+2",
            "9007199254740993", "9007199254740993.0", "1e400", "1e100", "0.1234567890123456789",
            "123456789012345678901234567890", "true", "TRUE", "t", "Yes", "n", "f", "no", "false",
            "nan", "inf", "é", "e\u{301}", "2024-02-29T12:00:00Z", "2024-02-29T13:00:00+01:00",
            "2024-02-29T12:00:00.5Z", "2024-02-29", "AQI=", "AQI", "AQ I=", "/+8=", "_-8=",
            "123E4567-E89B-12D3-A456-426614174000", "123e4567-e89b-12d3-a456-426614174000",
            "123e4567e89b12d3a456426614174000", "https://example.com/a", "https://example.com/a b",
            "a/b", "not a url%",
        ].map { "\"\($0)\"" }

    /// Returns random numbers, and texts of numbers, with any number of digits.
    private static func random(_ count: Int) -> [String] {
        var random = SeededGenerator(seed: 7)
        return (0..<count).map { _ in
            func digits(_ most: Int) -> String {
                (0..<Int.random(in: 1...most, using: &random)).map { _ in
                    "\(Int.random(in: 0...9, using: &random))"
                }.joined()
            }
            let whole = random.chance(0.2) ? "0" : "\(Int.random(in: 1...9, using: &random))"
            var text = (random.chance(0.2) ? "-" : "") + whole
            if whole != "0", random.chance(0.6) { text += digits(24) }
            if random.chance(0.6) { text += "." + digits(20) }
            if random.chance(0.2) { text += random.pick(["e", "E", "e-", "E+"]) + digits(2) }
            return random.chance(0.4) ? "\"\(text)\"" : text
        }
    }
}

/// Sources with a key of a type, and with an array of keys, for destinations with keys of the type.
private struct KeyWorld {
    /// The numbers of the destinations of a source.
    struct Links: Hashable {
        let one: [Int64]
        let many: [Int64]
    }

    let type: AttributeType

    init(_ type: AttributeType) {
        self.type = type
    }

    func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Source",
                attributes: [
                    .init("number", .integer64), .init("key", type), .init("keys", .array),
                ],
                relationships: [.toOne("one", "Target"), .toMany("many", "Target")]),
            EntityDescription(
                "Target", attributes: [.init("number", .integer64), .init("key", type)]),
        ])
    }

    func plan(isConnected: Bool = true) throws -> MappingPlan {
        let model = try model()
        let source = try model.mapping(
            "Source", identifiedBy: ["number"],
            ["number": "number", "key": "key", "keys": "keys"]
        ) {
            guard isConnected else { return }
            $0.addConnection(for: "one", connectedBy: ["key": "key"])
            $0.addConnection(for: "many", connectedBy: ["keys": "key"])
        }
        // A target for each key, with the number of the last value that is this key.
        let target = try model.mapping(
            "Target", identifiedBy: ["key"], ["number": "number", "key": "key"]
        ) { $0.missingIdentification = .skip }
        return try MappingPlan(
            MappingSet([source, target], roots: ["sources": "Source", "targets": "Target"]),
            for: model)
    }

    func destinations(_ tokens: [String]) -> String {
        let records = tokens.enumerated().map { #"{"number":\#($0),"key":\#($1)}"# }
        return #"{"targets":[\#(records.joined(separator: ","))]}"#
    }

    func sources(_ tokens: [String]) -> String {
        let records = tokens.enumerated().map {
            #"{"number":\#($0),"key":\#($1),"keys":[\#($1)]}"#
        }
        return #"{"sources":[\#(records.joined(separator: ","))]}"#
    }

    /// Tests whether a value of a payload is read as nil.
    func isNull(_ token: String) -> Bool {
        token == "null" || token == "\"\"" && (type == .date || type == .url)
    }

    func links(_ container: PersistentContainer) throws -> [Links] {
        try container.perform { context in
            let sources = try context.fetch(
                FetchRequest("Source", sortedBy: [.ascending("number")]))
            return sources.map { source in
                func numbers(_ objects: [ManagedObject]) -> [Int64] {
                    objects.compactMap { object in
                        if case .integer(let number) = object["number"] { number } else { nil }
                    }
                }
                return Links(
                    one: numbers(source[toOne: "one"].map { [$0] } ?? []),
                    many: numbers(source[toMany: "many"]))
            }
        }
    }
}
