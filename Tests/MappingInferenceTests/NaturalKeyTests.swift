import MappingInference
import Testing

@Suite("Natural keys")
struct NaturalKeyTests {
    /// The ways in which many records may be arranged.
    enum Arrangement: CaseIterable, Sendable { case array, envelope, lines, rows }

    private func payload(
        _ count: Int, _ arrangement: Arrangement, _ key: String, _ value: (Int) -> String
    ) -> String {
        let values = (1...count).map { "\"\(value($0))\"" }
        let records = values.enumerated().map {
            #"{"\#(key)":\#($1),"kind":"k\#($0 % 3)","size":\#($0 % 5)}"#
        }
        switch arrangement {
        case .array: return "[\(records.joined(separator: ","))]"
        case .envelope: return #"{"things":[\#(records.joined(separator: ","))]}"#
        case .lines: return records.joined(separator: "\n")
        case .rows:
            let rows = values.enumerated().map { #"[\#($1),"k\#($0 % 3)",\#($0 % 5)]"# }
            return #"[["\#(key)","kind","size"],\#(rows.joined(separator: ","))]"#
        }
    }

    private func code(_ number: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return "\(letters[number / 26])\(letters[number % 26])"
    }

    @Test(arguments: Arrangement.allCases)
    func `codes that are different in each of many records identify them`(
        arrangement: Arrangement
    ) throws {
        let name = arrangement == .lines ? "things.ndjson" : "things.json"
        let inferred = try Inferred(payload(25, arrangement, "alpha_2", code), named: name)
        #expect(inferred.entities == ["Thing alpha2"])
        let few = try Inferred(payload(19, arrangement, "alpha_2", code), named: name)
        #expect(few.entities == ["Thing position+sourceName"])
        let repeated = try Inferred(
            payload(25, arrangement, "alpha_2") { code(max($0, 2)) }, named: name)
        #expect(repeated.entities == ["Thing position+sourceName"])
    }

    @Test(
        arguments: [
            { "Word \($0)" }, { "Größe\($0)" }, { "https://example.com/a/\($0)" }, { "\($0).5" },
        ] as [@Sendable (Int) -> String])
    func `other texts that are different are offered`(value: @Sendable (Int) -> String) throws {
        let inferred = try Inferred(payload(25, .envelope, "what", value))
        #expect(inferred.entities == ["Thing position+sourceName"])
        let offered = inferred.mapping.decisions.filter { !$0.isApplied && $0.subject == "Thing" }
        #expect(offered.map(\.override) == ["--id Thing=what"])
    }

    @Test(
        arguments: [
            { "2024-01-\($0 < 10 ? "0" : "")\($0)" }, { _ in "same" },
        ] as [@Sendable (Int) -> String])
    func `dates and texts that repeat are not offered`(
        value: @Sendable (Int) -> String
    ) throws {
        let inferred = try Inferred(payload(25, .envelope, "what", value))
        #expect(inferred.entities == ["Thing position+sourceName"])
        #expect(!inferred.mapping.decisions.contains { $0.override == "--id Thing=what" })
    }

    @Test func `a name that is a natural key is offered`() throws {
        let inferred = try Inferred(payload(25, .envelope, "name", code))
        #expect(inferred.entities == ["Thing position+sourceName"])
        #expect(inferred.mapping.decisions.contains { $0.override == "--id Thing=name" })
    }

    @Test func `an identity by its name goes before a code`() throws {
        let records = (1...25).map { #"{"id":\#($0),"alpha_2":"\#(code($0))"}"# }
        #expect(try Inferred("[\(records.joined(separator: ","))]").entities == ["Page pageID"])
    }
}
