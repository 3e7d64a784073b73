import MappingInference
import Testing

@Suite("Limits of profiles")
struct ProfileLimitsTests {
    private func lines(_ count: Int) -> String {
        (0..<count).map { #"{"id":\#($0),"a":"t\#($0)","b":\#($0 * 7),"c":"\#($0 % 10)"}"# }
            .joined(separator: "\n")
    }

    @Test func `Distinct values beyond the limit are estimated within two per cent`() throws {
        var options = PayloadProfiler.Options()
        options.limits.distinctValues = 10_000
        let places = try ProfiledPlaces(lines(30_000), options)
        let values = try #require(places["a"]).values
        #expect(!values.isExact)
        #expect(values.hashes.count <= 10_000)
        #expect(abs(values.count - 30_000) < 600)
        #expect(places["c"]?.values.isExact == true)
        #expect(places["c"]?.values.count == 10)
    }

    @Test func `Distinct values are exact up to 100 000`() throws {
        let text = (0..<100_000).map { "{\"id\":\($0)}" }.joined(separator: "\n")
        let places = try ProfiledPlaces(text)
        #expect(places["id"]?.values.count == 100_000)
        #expect(places["id"]?.values.isExact == true)
    }

    @Test(arguments: [5_000, 20_000, 60_000])
    func `what is kept stays in its budget, however many lines there are`(
        count: Int
    ) throws {
        var options = PayloadProfiler.Options()
        options.limits.valueBytes = 64 << 10
        options.limits.tableBytes = 64 << 10
        let places = try ProfiledPlaces(lines(count), options)
        let kept = places.profile.nodes.reduce(0) { $0 + $1.values.hashes.count }
        #expect(kept * 16 <= 64 << 10)
        let entries = places.profile.nodes.flatMap(\.candidates).map(\.entries.count)
        #expect(entries.reduce(0, +) * 100 <= 64 << 10)
        #expect(places.profile.nodes.allSatisfy { $0.examples.count <= 3 })
        // Unique keys stay unique, although only some of them are kept.
        let table = try #require(places.candidate(["id"], at: ""))
        #expect(table.bound < .max)
        #expect(table.present == count && table.distinct == count)
    }

    @Test func `Samples of two places contain the same values`() throws {
        var options = PayloadProfiler.Options()
        options.limits.distinctValues = 1000
        let text =
            "{\"l\":[" + (0..<8000).map { #"{"a":\#($0)}"# }.joined(separator: ",") + "],\"r\":["
            + (0..<4000).map { #"{"b":"\#($0 * 2)"}"# }.joined(separator: ",") + "]}"
        let places = try ProfiledPlaces(text, options)
        let (left, right) = (
            try #require(places["l[].a"]).values, try #require(places["r[].b"]).values
        )
        let found = right.found(in: left)
        #expect(found.of > 200)
        #expect(found.found == found.of)
    }

    @Test func `X1: beyond the number of places, objects are dictionaries, and that is said`()
        throws
    {
        var options = PayloadProfiler.Options()
        options.limits.nodes = 60
        let members = (0..<30).map { #""m\#($0)":{"x\#($0)":\#($0),"y\#($0)":"t","z":{"q":[1]}}"# }
        let places = try ProfiledPlaces("{\(members.joined(separator: ","))}", options)
        #expect(places.profile.nodes.count <= 60)
        #expect(places.profile.limits.count == 1)
        #expect(
            places.profile.nodes.contains {
                $0.map?.rule == .limit && $0.map?.isDictionary == true
            })
    }

    @Test func `X1: a line of more bytes than a record may have is refused with its line`() throws {
        var options = PayloadProfiler.Options()
        options.limits.recordBytes = 1 << 19
        let long = #"{"a":"\#(String(repeating: "x", count: 1 << 20))"}"#
        let error = #expect(throws: InferenceError.self) {
            try ProfiledPlaces("{\"a\":1}\n\(long)\n", options)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.line == 2)
    }

    @Test func `Lines longer than a chunk are whole`() throws {
        let long = String(repeating: "x", count: 700_000)
        let places = try ProfiledPlaces(
            (0..<4).map { #"{"id":\#($0),"a":"\#(long)"}"# }.joined(separator: "\n"))
        #expect(places["id"]?.count == 4)
        #expect(places["a"]?.texts.lengths.longest == 700_000)
        #expect(places["a"]?.examples.first?.utf8.count == 200)
    }
}
