import MappingInference
import MercatorPayload
import TestSupport
import Testing

@Suite("Profiles of permuted payloads")
struct ProfileDeterminismTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `The order of files and of members says nothing`(seed: UInt64) throws {
        var payload = RandomPayload(generator: SeededGenerator(seed: seed))
        let files = (0..<4).map { _ in (0..<30).map { _ in payload.record() } }
        func sources() -> [PayloadSource] {
            let texts = files.enumerated().map { index, records in
                let lines = records.map { $0.json(&payload.generator) }
                let text =
                    index % 2 == 0
                    ? lines.joined(separator: "\n") : "[" + lines.joined(separator: ",") + "]"
                return PayloadSource(name: "page\(index).json", bytes: Array(text.utf8))
            }
            return texts.shuffled(using: &payload.generator)
        }
        let first = try PayloadProfiler().profile(sources())
        for _ in 0..<2 {
            let other = try PayloadProfiler().profile(sources())
            #expect(first.text == other.text, "seed \(seed)")
        }
    }

    @Test
    func `The order of members says nothing where they are too many to keep a place for each`()
        throws
    {
        var generator = SeededGenerator(seed: 5)
        let records = (0..<16).map { record in
            (0..<400).map {
                #""k\#((record * 131 + $0 * 17) % 9000)":{"id":\#($0),"v":"\#(record)"}"#
            }
        }
        func text() -> String {
            records.map { "{\"m\":{\($0.shuffled(using: &generator).joined(separator: ","))}}" }
                .joined(separator: "\n")
        }
        let first = try ProfiledPlaces(text())
        #expect(first["m"]?.map?.rule == .alikeObjects)
        #expect(try ProfiledPlaces(text()).profile.text == first.profile.text)
    }
}
