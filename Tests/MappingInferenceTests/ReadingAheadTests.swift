import MappingInference
import TestSupport
import Testing

@Suite("Reading payloads on a second thread")
struct ReadingAheadTests {
    /// Returns the profile of a payload as text, or the error.
    private func outcome(
        _ name: String, _ bytes: [UInt8], wholeBytes: Int, ahead: Bool
    ) -> Result<String, InferenceError> {
        var options = PayloadProfiler.Options()
        options.limits.wholeBytes = wholeBytes
        options.readsAhead = ahead
        return Result { () throws(InferenceError) in
            let source = PayloadSource(name: name, bytes: bytes)
            return try PayloadProfiler(options).profile([source]).text
        }
    }

    /// Compares the results of reading ahead, and of reading on the calling thread.
    private func compare(_ name: String, _ bytes: [UInt8], wholeBytes: Int = 1 << 24) {
        let expected = outcome(name, bytes, wholeBytes: wholeBytes, ahead: false)
        let found = outcome(name, bytes, wholeBytes: wholeBytes, ahead: true)
        #expect(found == expected, "\(name), \(bytes.count) bytes")
    }

    private func records(_ seed: UInt64, count: Int) -> [String] {
        var payload = RandomPayload(generator: SeededGenerator(seed: seed))
        return (0..<count).map { _ in payload.record().json }
    }

    @Test(arguments: Seeds.upTo(20, from: 1))
    func `a document in pieces has the same profile, or the same fault`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = "{\"meta\": {}, \"records\": [" + records(seed, count: 60).joined(separator: ",")
        let whole = Array((text + "]}").utf8)
        compare("page.json", whole, wholeBytes: 500)
        for _ in 0..<5 {
            var broken = whole
            let place = Int.random(in: 0..<broken.count, using: &generator)
            broken[place] = generator.pick(Array("{}[],:\"x1".utf8))
            compare("page.json", broken, wholeBytes: 500)
            compare("page.json", Array(whole[..<place]), wholeBytes: 100)
        }
    }

    @Test(arguments: Seeds.upTo(5, from: 1))
    func `lines have the same profile, and the same malformed lines`(seed: UInt64) {
        var lines = records(seed, count: 200)
        let size = lines.reduce(0) { $0 + $1.utf8.count + 1 }
        lines = Array((0...(700_000 / size)).map { _ in lines }.joined())
        compare("page.ndjson", Array((lines.joined(separator: "\n") + "\n").utf8))
        for number in [10, lines.count / 2, lines.count - 1] { lines[number] = "{\"id\": }" }
        compare("page.ndjson", Array(lines.joined(separator: "\n").utf8))
        // Too many of them are an error, found while other batches wait.
        for number in lines.indices where number % 3 == 0 { lines[number] = "{" }
        compare("page.ndjson", Array(lines.joined(separator: "\n").utf8))
    }

    @Test func `many inferences at once end`() async {
        let list = records(1, count: 300).joined(separator: ",")
        let bytes = Array("{\"records\": [\(list)]}".utf8)
        let expected = outcome("page.json", bytes, wholeBytes: 500, ahead: false)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    outcome("page.json", bytes, wholeBytes: 500, ahead: true) == expected
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
