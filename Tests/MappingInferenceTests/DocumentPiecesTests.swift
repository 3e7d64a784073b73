import MappingInference
import MercatorPayload
import TestSupport
import Testing

@Suite("Large documents in pieces")
struct DocumentPiecesTests {
    private func options(_ bytes: Int, sample: Int? = nil) -> PayloadProfiler.Options {
        var options = PayloadProfiler.Options()
        options.limits.wholeBytes = bytes
        options.sample = sample
        return options
    }

    private func whole(sample: Int? = nil) -> PayloadProfiler.Options {
        options(PayloadProfiler.Options().limits.wholeBytes, sample: sample)
    }

    /// The payloads with maps whose keys are not in the order of their bytes: which of their values
    /// come first depends on the pieces.
    private static let unsorted: Set<String> = ["quicktype/coin-pairs.json", "stripe"]

    /// Cost: each real payload is profiled four times, once in pieces of one byte.
    @Test(arguments: RealPayloads.names)
    func `a payload in pieces of any size is profiled and inferred like the whole`(
        name: String
    ) throws {
        let files = try RealPayloads.files(name)
        let whole = try ProfiledPlaces(files).profile
        let expected = try MappingInference().infer(from: whole)
        let withExamples = !Self.unsorted.contains(name)
        for bytes in [1, 300, 10_000] {
            let parts = try ProfiledPlaces(files, options(bytes)).profile
            #expect(
                parts.text(withExamples: withExamples) == whole.text(withExamples: withExamples),
                "\(bytes) bytes")
            let found = try MappingInference().infer(from: parts)
            #expect(found.file == expected.file, "\(bytes) bytes")
            #expect(found.decisions == expected.decisions, "\(bytes) bytes")
            #expect(found.leftovers == expected.leftovers, "\(bytes) bytes")
            #expect(found.limits.isEmpty)
        }
    }

    @Test(arguments: Seeds.upTo(20, from: 1))
    func `Random documents are profiled like the whole, also a sample of them`(seed: UInt64)
        throws
    {
        var payload = RandomPayload(generator: SeededGenerator(seed: seed))
        func list(_ count: Int) -> String {
            let records = (0..<count).map { _ in payload.record().json }
            return "[" + records.joined(separator: seed % 2 == 0 ? ",\n" : ",") + "]"
        }
        let map = (0..<30).map { "\"k\\u00e9\(100 + $0)\": {\"v\": \($0 % 7), \"l\": [1, [2, 3]]}" }
        let files = (0..<Int(seed % 3 + 1)).map { page in
            (
                name: "page\(page).json",
                text:
                    "{\"type\": \"page\", \"meta\": {\"total\": 3, \"deep\": {\"list\": \(list(5))}},\n"
                    + "\"records\": \(list(25)), \"others\": \(list(25)), \"next\": null,\n"
                    + "\"map\": {\(map.joined(separator: ", "))}, \"empty\": {}, \"none\": []}\n"
            )
        }
        for sample in [nil, 11] {
            let expected = try ProfiledPlaces(files, whole(sample: sample)).profile.text
            for bytes in [1, 50, 700, 3000] {
                let parts = try ProfiledPlaces(files, options(bytes, sample: sample)).profile.text
                #expect(parts == expected, "seed \(seed), \(bytes) bytes, sample \(sample ?? 0)")
            }
        }
    }

    @Test func `Large arrays at the top, with brackets in texts and repeated identifiers`() throws {
        let records = (0..<4000).map {
            #"{"id":\#($0 % 1500),"t":"a, ] \" \\\#(String(repeating: "x", count: $0 % 300))","l":[[1],{"k":\#($0)}]}"#
        }
        let text = "\u{FEFF} [\n" + records.joined(separator: ",\n") + "\n ]\n"
        #expect(text.utf8.count > 2 << 18)
        let parts = try ProfiledPlaces(text, options(1 << 10))
        #expect(try ProfiledPlaces(text).profile.text == parts.profile.text)
        #expect(parts[""]?.count == 1)
        #expect(parts[""]?.lengths.longest == 4000)
        #expect(parts.candidate(["[].id"], at: "[]")?.conflict?.second == "[1500]")
    }

    @Test(arguments: [
        ((0..<50).map { "\($0)" }, 1, 0), ((0..<50).map { "\"\($0 + 100)\"" }, 1, 0),
        ((0..<50).map { "\($0 == 40 ? 3 : $0)" }, 0, 1),
        ((0..<50).map { $0 == 40 ? "\"a\"" : "\($0)" }, 0, 0),
    ])
    func `The order of a list is that of all its pieces`(
        ids: [String], ordered: Int, unordered: Int
    ) throws {
        // A part of each identifier's record is in a later piece.
        let records = ids.map { "{\"id\":\($0),\"l\":[1,2,3,4,5,6,7,8,9]}" }
        let text = "{\"a\":{\"b\":[\(records.joined(separator: ","))]}}"
        for bytes in [1, 40, 1000] {
            let places = try ProfiledPlaces(text, options(bytes))
            let table = places.candidate(["a.b[].id"], at: "a.b[]")
            #expect(table?.orderedLists == ordered)
            #expect(table?.unorderedLists == unordered)
        }
    }

    @Test func `X1: a large map is one before its places exceed the limit`() throws {
        var options = options(100)
        options.limits.nodes = 200
        options.limits.membersBeforeTally = 20
        let entries = (0..<100).map { number in
            "\"x\(100 + number)\":{" + (0..<9).map { "\"m\($0)\":\(number)" }.joined(separator: ",")
                + "}"
        }
        let text = "{\"meta\":{\"a\":1},\"map\":{\(entries.joined(separator: ","))}}"
        let parts = try ProfiledPlaces(text, options).profile
        options.limits.wholeBytes = 1 << 20
        #expect(try ProfiledPlaces(text, options).profile.text == parts.text)
        #expect(parts.limits.isEmpty)
    }

    @Test func `X1: values beyond the limit of places are compared like the whole`() throws {
        var options = options(30)
        options.limits.nodes = 9
        let records = (0..<30).map {
            "{\"id\":\($0 % 10),\"a\":{\"b\":{\"c\":[{\"d\":\($0 % 10),\"e\":[1,{\"f\":2}]}]}}}"
        }
        let text = "{\"records\":[\(records.joined(separator: ","))]}"
        let parts = try ProfiledPlaces(text, options).profile
        options.limits.wholeBytes = 1 << 20
        #expect(try ProfiledPlaces(text, options).profile.text == parts.text)
        #expect(parts.limits.count == 1)
    }

    @Test func `Keys that are repeated in other pieces, and wrappers, do no harm`() throws {
        let text = #"{"a":{"x":1},"b":[1,2],"a":{"x":[1,2]},"d":{"$date":1,},"b":[3],"a":7}"#
        for bytes in 1...40 {
            let places = try ProfiledPlaces(text, options(bytes))
            #expect((places["b[]"]?.count ?? 0) >= 1)
        }
    }
}
