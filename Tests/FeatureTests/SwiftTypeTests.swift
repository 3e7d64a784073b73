import Foundation
import Mercator
import TestSupport
import Testing

@Suite("What the Swift type of an attribute admits")
struct SwiftTypeTests {
    enum Level: String, AttributeValue { case junior, senior }
    enum Rank: Int16, AttributeValue { case low = 1, high }

    struct Probe: Entity {
        let number = Attribute<Int64>("number")
        let level = Attribute<Level?>("level")
        let rank = Attribute<Rank?>("rank")
        let words = Attribute<[String]?>("words")
        let numbers = Attribute<[Int64]?>("numbers")
        let doubles = Attribute<[Double]?>("doubles")
        let members = Attribute<[String: Int64]?>("members")
        let prices = Attribute<[String: Decimal]?>("prices")
        let levels = Attribute<[Level]?>("levels")
        let grid = Attribute<[[UInt8?]]?>("grid")
        let small = Attribute<UInt8?>("small")
        let medium = Attribute<UInt16?>("medium")
        let count = Attribute<UInt32?>("count")
        let url = Attribute<URL?>("url")
        let urls = Attribute<[URL]?>("urls")
        let identifiers = Attribute<[UUID]?>("identifiers")
        let instants = Attribute<[Timestamp]?>("instants")
        let bytes = Attribute<[Data]?>("bytes")
        let extra = Attribute<[String: Value]?>("extra")
    }

    private static let names = [
        "number", "level", "rank", "words", "numbers", "doubles", "members", "prices", "levels",
        "grid", "small", "medium", "count", "url", "urls", "identifiers", "instants", "bytes",
        "extra",
    ]

    private func load(
        _ json: String, into kind: StoreKind, _ options: MappingOptions = MappingOptions(),
        _ check: (MappingResult, PersistentContainer) throws -> Void
    ) throws {
        let model = try ManagedObjectModel(Probe.self)
        var probes = EntityMapping(for: Probe.self)
        probes.identificationAttributes = ["number"]
        for name in Self.names {
            probes.addAttributeMapping(from: PayloadPath(stringLiteral: name), to: name)
        }
        let plan = try MappingPlan(MappingSet([probes], roots: ["": "Probe"]), for: model)
        try kind.withContainer(model) { container throws in
            let operation = MappingOperation(plan, options: options)
            try check(try operation.run(Array(json.utf8), in: container), container)
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            (#""rank": "x""#, "rank"), (#""rank": {}"#, "rank"),
            (#""small": 300"#, "small"), (#""small": -1"#, "small"),
            (#""medium": 70000"#, "medium"), (#""medium": -5"#, "medium"),
            (#""count": -1"#, "count"), (#""count": 4294967296"#, "count"),
            (#""words": ["a", null]"#, "words[1]"), (#""words": ["a", {}]"#, "words[1]"),
            (#""words": {"a": 1}"#, "words"),
            (#""numbers": ["a"]"#, "numbers[0]"), (#""numbers": [4, 1.5]"#, "numbers[1]"),
            (#""numbers": [1, null]"#, "numbers[1]"), (#""numbers": {"a": 1}"#, "numbers"),
            (#""numbers": [9223372036854775808]"#, "numbers[0]"),
            (#""numbers": [{"id": 4}]"#, "numbers[0]"),
            (#""doubles": [1, "x"]"#, "doubles[1]"),
            (#""members": {"a": "b"}"#, "members.a"), (#""members": [1]"#, "members"),
            (#""prices": {"a": 1, "b": [2]}"#, "prices.b"),
            (#""grid": [[1], [2, 256]]"#, "grid[1][1]"),
            (#""url": "http://a:b""#, "url"), (#""url": "1:2""#, "url"),
            (#""url": "http://[""#, "url"), (#""url": "[""#, "url"),
            (#""url": "http://h:80:90/""#, "url"), (#""url": ":*7vxck#sf#adsa""#, "url"),
            (#""urls": ["http://a", "a b"]"#, "urls[1]"),
            (#""identifiers": ["x"]"#, "identifiers[0]"), (#""instants": [1]"#, "instants[0]"),
            (#""bytes": ["*"]"#, "bytes[0]"),
            (#""extra": {"\u00e9": 1, "e\u0301": 2}"#, "extra.e\u{301}"),
            (#""members": {"\u00e9": 1, "e\u0301": 2}"#, "members.e\u{301}"),
        ])
    func `what it refuses is an issue at its place`(
        kind: StoreKind, row: (json: String, path: String)
    ) throws {
        try load(#"{"number": 1, "# + row.json + "}", into: kind) { result, container throws in
            #expect(result.issues.map(\.code) == [.invalidValue])
            #expect(result.issues.map(\.path) == [row.path])
            #expect(result.issues.allSatisfy { $0.line == 1 && $0.column > 0 })
            #expect(try container.perform { try $0.fetch(Probe.self).count } == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `elements are converted as attributes of their type are`(kind: StoreKind) throws {
        let json = #"""
            {"number": 1, "words": ["a", 1, true], "numbers": ["4", 6, 2.0], "doubles": [1, 2.5, "3"],
             "members": {"a": "7"}, "prices": {"a": 0.1, "b": "12345678901234567890.5"},
             "levels": ["senior", "junior"], "grid": [[1, null], 3], "small": "255",
             "urls": ["http://a/b"], "identifiers": ["e621e1f8-c36c-495a-93fc-0c247a3e6e5f"],
             "instants": ["2014-08-31T02:29:15.25+02:00"], "bytes": ["aGk="], "rank": 2,
             "extra": {"street": "Main", "number": 7, "tags": [1, null, {"a": 1.5}]}}
            """#
        try load(json, into: kind) { result, container throws in
            try result.requireNoIssues()
            try container.perform { context throws in
                let probe = try #require(try context.fetch(Probe.self).first)
                #expect(probe.words == ["a", "1", "true"] && probe.numbers == [4, 6, 2])
                #expect(probe.doubles == [1, 2.5, 3] && probe.members == ["a": 7])
                let long = try #require(Decimal(string: "12345678901234567890.5"))
                #expect(probe.prices?["b"] == long)
                #expect(probe.prices?["a"] == Decimal(string: "0.1"))
                #expect(probe.levels == [.senior, .junior] && probe.grid == [[1, nil], [3]])
                #expect(probe.small == 255 && probe.rank == .high)
                #expect(probe.urls?.map(\.absoluteString) == ["http://a/b"])
                #expect(
                    probe.identifiers?.map(\.uuidString)
                        == ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"])
                #expect(probe.instants?.map(\.description) == ["2014-08-31T00:29:15.25Z"])
                #expect(probe.bytes == [Data("hi".utf8)])
                #expect(probe.extra?["street"] == "Main" && probe.extra?["number"] == 7)
                #expect(probe.extra?["tags"] == [1, .null, ["a": 1.5]])
                try context.save()
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an empty text is no URL`(kind: StoreKind) throws {
        try load(#"{"number": 1, "url": "", "urls": null}"#, into: kind) {
            result, container throws in
            try result.requireNoIssues()
            let url = try container.perform { try $0.fetch(Probe.self).first?.url }
            #expect(url == .some(nil))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the sign of zero is kept nowhere`(kind: StoreKind) throws {
        let json = #"{"number": 1, "doubles": [-0.0, 0.0], "extra": {"a": -0.0}}"#
        try load(json, into: kind) { result, container throws in
            try container.perform { context throws in
                let probe = try #require(try context.fetch(Probe.self).first)
                #expect(probe.doubles?.map(\.sign) == [.plus, .plus])
                #expect("\(probe.managedObject["extra"])" == "{a: 0.0}")
            }
        }
    }
}
