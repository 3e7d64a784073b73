import Foundation
import Mercator
import TestSupport
import Testing

/// The reported payloads that ended a process when their values were read through a schema struct.
@Suite("Reported cases: values that are read with their types")
struct TypedReadingRegressionTests {
    enum Level: String, AttributeValue { case junior, senior }
    enum Rank: Int16, AttributeValue { case low = 1, high }

    struct Probe: Entity {
        let number = Attribute<Int64>("number")
        let level = Attribute<Level?>("level")
        let mandatoryLevel = Attribute<Level>("mandatoryLevel", default: .junior)
        let rank = Attribute<Rank?>("rank")
        let levels = Attribute<[Level]?>("levels")
        let small = Attribute<UInt8?>("small")
        let medium = Attribute<UInt16?>("medium")
        let count = Attribute<UInt32?>("count")
        let words = Attribute<[String]?>("words")
        let lineIDs = Attribute<[Int64]?>("lineIDs")
        let doubles = Attribute<[Double]?>("doubles")
        let uuids = Attribute<[UUID]?>("uuids")
        let times = Attribute<[Timestamp]?>("times")
        let members = Attribute<[String: Int64]?>("members")
        let url = Attribute<URL?>("url")

        /// Reads every attribute with its type, and returns those that have a value as texts.
        static func texts(_ probe: Object<Probe>) -> [String: String] {
            var texts: [String: String] = [:]
            func add<Content>(_ name: String, _ content: Content?) {
                texts[name] = content.map { "\($0)" }
            }
            add("level", probe.level)
            add("rank", probe.rank)
            add("levels", probe.levels?.map(\.rawValue))
            add("small", probe.small)
            add("medium", probe.medium)
            add("count", probe.count)
            add("words", probe.words)
            add("lineIDs", probe.lineIDs)
            add("doubles", probe.doubles)
            add("uuids", probe.uuids)
            add("times", probe.times?.map(\.description))
            add("members", probe.members)
            add("url", probe.url)
            if probe.mandatoryLevel != .junior { add("mandatoryLevel", probe.mandatoryLevel) }
            return texts
        }
    }

    /// The outcome of a value.
    enum Outcome: Sendable {
        /// The record is left out.
        case refused
        /// The record has no value for the attribute, with an issue.
        case emptied
        /// The record has the value with this text.
        case read(String)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let json: String
        let outcome: Outcome
        var testDescription: String { "\(name): \(json)" }

        init(_ name: String, _ json: String, _ outcome: Outcome) {
            (self.name, self.json, self.outcome) = (name, json, outcome)
        }
    }

    private static let identifier = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

    static let rows: [Row] = [
        // D1
        Row("level", #""boss""#, .emptied), Row("level", "7", .emptied),
        Row("mandatoryLevel", #""boss""#, .refused), Row("mandatoryLevel", "7", .refused),
        Row("rank", "7", .emptied), Row("rank", #""boss""#, .refused),
        Row("levels", #"["boss"]"#, .emptied), Row("levels", #"["senior"]"#, .read(#"["senior"]"#)),
        Row("small", "300", .refused), Row("small", "-1", .refused),
        Row("small", "255", .read("255")),
        Row("medium", "70000", .refused), Row("medium", "-5", .refused),
        Row("count", "-1", .refused), Row("count", "4294967296", .refused),
        Row("count", "4294967295", .read("4294967295")),
        Row("words", #"["a", null]"#, .refused), Row("words", #"["a", 1]"#, .read(#"["a", "1"]"#)),
        Row("words", "5", .read(#"["5"]"#)),
        Row("url", #""http://a:b""#, .refused), Row("url", #""http://[""#, .refused),
        Row("lineIDs", #"["a"]"#, .refused), Row("lineIDs", "[1.5]", .refused),
        Row("lineIDs", "[null]", .refused), Row("lineIDs", #"{"a":1}"#, .refused),
        Row("lineIDs", "[9223372036854775808]", .refused),
        Row("members", #"{"a":"b"}"#, .refused), Row("members", #"{"a":7}"#, .read(#"["a": 7]"#)),
        // F10
        Row("lineIDs", #"["4","6"]"#, .read("[4, 6]")), Row("lineIDs", "[4,null]", .refused),
        Row("lineIDs", "[4.5]", .refused), Row("lineIDs", #"[{"id":4}]"#, .refused),
        Row("doubles", "[1,2.5]", .read("[1.0, 2.5]")),
        Row("uuids", #"["\#(identifier)"]"#, .read("[\(identifier)]")),
        Row("times", #"["2014-08-31T00:29:15Z"]"#, .read(#"["2014-08-31T00:29:15Z"]"#)),
        Row("url", #"":*7vxck#sf#adsa""#, .refused), Row("url", #""1:2""#, .refused),
        Row("url", #""[""#, .refused), Row("url", #""http://h:80:90/""#, .refused),
        Row("url", #""""#, .read("")),
    ]

    @Test(arguments: StoreKind.allCases, rows)
    func `are values of their types, or issues`(kind: StoreKind, row: Row) throws {
        let model = try ManagedObjectModel(Probe.self)
        var probes = EntityMapping(for: Probe.self)
        probes.identificationAttributes = ["number"]
        probes.addAttributeMapping(from: "number", to: \Probe.number)
        probes.addAttributeMapping(from: row.name, to: row.name)
        let plan = try MappingPlan(MappingSet([probes], roots: ["": "Probe"]), for: model)
        let json = #"[{"number":1,"\#(row.name)":\#(row.json)},{"number":2}]"#
        try kind.withReopening { open throws in
            for _ in 0..<2 {
                let result = try MappingOperation(plan).run(json, in: try open(model))
                let texts = try open(model).perform { context throws in
                    let texts = try context.fetch(Probe.self) { $0.number == 1 }.first
                        .map(Probe.texts)
                    try context.save()
                    return texts
                }
                switch row.outcome {
                case .refused:
                    #expect(result.issues.map(\.code) == [.invalidValue])
                    #expect(texts == nil)
                case .emptied:
                    #expect(result.issues.map(\.code) == [.invalidValue])
                    #expect(texts == [:])
                case .read(let text):
                    #expect(result.issues == [])
                    #expect(texts == (text.isEmpty ? [:] : [row.name: text]))
                }
                #expect(result.total.failed == (texts == nil ? 1 : 0))
            }
        }
    }

    @Test(
        arguments: [
            ":*7vxck#sf#adsa", "http://a:b", "1:2", "http://[", "[", "http://h:80:90/",
        ])
    func `URLs of plain values are as strict`(text: String) throws {
        struct Page { var url: URL?, urls: [URL] = [] }
        var pages = ObjectMapping(Page(), named: "Page")
        pages.addAttributeMapping(from: "url", to: \.url)
        pages.addAttributeMapping(from: "urls", to: \.urls)
        for json in [#"{"url":"\#(text)"}"#, #"{"urls":["http://a/","\#(text)"]}"#] {
            let result = try pages.run(json)
            #expect(result.issues.map(\.code) == [.invalidValue], "\(json)")
        }
        let empty = try pages.run(#"{"url":""}"#)
        try empty.requireNoIssues()
        #expect(empty.values.first?.url == nil)
    }

    /// U-1: JSON of mixed kinds, in a schema struct and in plain values.
    @Test(arguments: StoreKind.allCases)
    func `an address with a number beside texts has a type`(kind: StoreKind) throws {
        struct Person: Entity {
            let personID = Attribute<Int64>("personID")
            let address = Attribute<[String: Value]>("address", default: [:])
            let anything = Attribute<Value?>("anything")
            let list = Attribute<[Value]?>("list")
        }
        struct Plain: Equatable {
            var address: [String: Value] = [:]
            var anything: Value?
            var list: [Value]?
        }
        let json = #"""
            {"personID": 1, "address": {"city": "Carrboro", "number": 104, "lines": ["a", null]},
             "anything": {"a": [1, "x", 1.5]}, "list": [1, "x", null, {"a": true}]}
            """#
        let address: [String: Value] = [
            "city": "Carrboro", "number": 104, "lines": ["a", .null],
        ]
        let list: [Value] = [1, "x", .null, ["a": true]]
        var plain = ObjectMapping(Plain(), named: "Plain")
        plain.addAttributeMapping(from: "address", to: \.address)
        plain.addAttributeMapping(from: "anything", to: \.anything)
        plain.addAttributeMapping(from: "list", to: \.list)
        let values = try plain.run(json)
        try values.requireNoIssues()
        let expected = Plain(address: address, anything: ["a": [1, "x", 1.5]], list: list)
        #expect(values.values == [expected])
        let model = try ManagedObjectModel(Person.self)
        var people = EntityMapping(for: Person.self)
        people.addAttributeMappings(["personID", "address", "anything", "list"])
        let plan = try MappingPlan(MappingSet([people], roots: ["": "Person"]), for: model)
        try kind.withReopening { open throws in
            try MappingOperation(plan).run(json, in: try open(model)).requireNoIssues()
            try open(model).perform { context throws in
                let person = try #require(try context.fetch(Person.self).first)
                #expect(person.address == address && person.list == list)
                #expect(person.anything == ["a": [1, "x", 1.5]])
                let writer = try RepresentationWriter(plan, mapping: "Person")
                let bytes = try writer.jsonBytes(for: person)
                #expect(String(decoding: bytes, as: UTF8.self).contains("\"number\":104"))
            }
            let again = try MappingOperation(plan).run(json, in: try open(model))
            #expect(again.total.unchanged == 1)
        }
    }
}
