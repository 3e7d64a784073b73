import MappingInference
import Testing

@Suite("Samples of records")
struct SamplingTests {
    private func options(_ sample: Int?) -> PayloadProfiler.Options {
        var options = PayloadProfiler.Options()
        options.sample = sample
        return options
    }

    private func lines(_ count: Int) -> [String] {
        (0..<count).map { index in
            #"{"id":\#(index)\#(index >= count * 9 / 10 ? #","late":true"# : "")}"#
        }
    }

    @Test(arguments: [false, true])
    func `a key of the last tenth alone is found in a sample`(areLines: Bool) throws {
        let lines = lines(20_000)
        let text = areLines ? lines.joined(separator: "\n") : "[\(lines.joined(separator: ","))]"
        let place = areLines ? "" : "[]."
        let sample = try ProfiledPlaces(text, options(100))
        #expect(sample[place + "id"]?.count == 100)
        #expect(sample[place + "late"]?.count == 10)
        let all = try ProfiledPlaces(text, options(nil))
        #expect(all[place + "late"]?.count == 2000)
    }

    @Test func `A sample is spread over all sources, and over arrays in an envelope`() throws {
        let files = (1...4).map { page in
            let items = (0..<50).map { #"{"id":\#(page * 100 + $0)}"# }.joined(separator: ",")
            return (name: "page\(page).json", text: "{\"items\":[\(items)],\"page\":\(page)}")
        }
        let places = try ProfiledPlaces(files, options(20))
        #expect(places["items[].id"]?.count == 20)
        #expect(places["page"]?.count == 4)
        #expect((places["items[].id"]?.numbers.greatest ?? 0) > 400)
    }

    @Test func `A sample larger than the payload is all of it`() throws {
        #expect(
            try ProfiledPlaces(lines(10).joined(separator: "\n"), options(100))["id"]?.count == 10)
    }
}
