import MappingInference
import TestSupport
import Testing

@Suite("Every place ends somewhere")
struct PlaceAccountTests {
    private static let reason = "no rule maps these values"

    /// The places that are left out only because no rule has an answer.
    private func open(_ inferred: Inferred) -> [String] {
        inferred.mapping.leftovers.filter { $0.explanation == Self.reason }.map(\.path)
    }

    /// Cost: each real payload is inferred once more.
    @Test(arguments: RealPayloads.names)
    func `rules have an answer for all places of a real payload`(name: String) throws {
        #expect(try open(Inferred(RealPayloads.files(name))) == [])
    }

    @Test(arguments: Seeds.upTo(40))
    func `rules have an answer for all places of a random payload`(seed: UInt64) throws {
        var payload = RandomPayload(generator: SeededGenerator(seed: seed))
        let records = (0..<8).map { _ in payload.record().json }
        for text in [
            "[\(records.joined(separator: ","))]", records[0],
            #"{"items":[{"id":1},{"id":2}],"beside":\#(records[1]),"more":{"deep":\#(records[2])}}"#,
        ] { #expect(try open(Inferred(text)) == [], "seed \(seed): \(text)") }
    }

    @Test(arguments: [499, 501, 4000])
    func `entries of a map beside the records are told, however many`(count: Int) throws {
        let entries = (0..<count).map { #""K\#($0)":{"type":"a","x\#($0)":1,"y\#($0 + 1)":2}"# }
        let inferred = try Inferred(
            #"{"items":[{"id":1},{"id":2}],"many":{\#(entries.joined(separator: ","))}}"#)
        #expect(open(inferred) == [])
        #expect(inferred.mapping.leftovers.contains { $0.path.hasPrefix("many") })
    }

    @Test func `a map beside the records is kept with the envelope`() throws {
        let entries = (0..<501).map { #""K\#($0)":{"type":"a","x\#($0)":1}"# }
        let inferred = try Inferred(
            #"{"items":[{"id":1},{"id":2}],"many":{\#(entries.joined(separator: ","))}}"#
        ) { $0.keepsEnvelope = true }
        #expect(inferred.mapping.leftovers.isEmpty)
        let rows = try inferred.rows("Document", ["many"])
        #expect(rows.count == 1 && rows[0].contains("K0: "))
    }
}
