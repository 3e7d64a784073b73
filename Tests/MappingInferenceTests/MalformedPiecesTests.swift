import MappingInference
import TestSupport
import Testing

@Suite("Malformed documents in pieces")
struct MalformedPiecesTests {
    private func error(_ text: String, _ bytes: Int) -> InferenceError? {
        var options = PayloadProfiler.Options()
        options.limits.wholeBytes = bytes
        do throws(InferenceError) {
            _ = try ProfiledPlaces(text, options)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: Seeds.upTo(300, from: 1))
    func `Faults are found at the place where the whole document has them`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = """
            {"meta": {"a": [1, 2.5, null], "b\\n": "x, ] \\" y"},
             "records": [{"id": 1, "l": [[1, 2], [3]]},
              {"id": 2, "é": true}, {}, {"id": 3,}],
             "map": {"k1": "é", "k2": ["", "\\\\"]}}

            """
        var bytes = Array(text.utf8)
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch seed % 3 {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(generator.pick(Array("{}[],:\"x1".utf8)), at: place)
        default: bytes = Array(bytes[..<place])
        }
        let broken = String(decoding: bytes, as: UTF8.self)
        let whole = error(broken, 1 << 20)
        for size in [1, 30, 100] where broken.utf8.count > size {
            let parts = error(broken, size)
            #expect(parts?.code == whole?.code, "\(size): \(broken)")
            #expect(parts?.line == whole?.line, "\(size): \(broken)")
            #expect(parts?.column == whole?.column, "\(size): \(broken)")
        }
    }

    @Test(arguments: [
        ("{\"a\":1}", "", 0), ("{\"a\":1}", "]]", 3), ("{\"a\":1", "]", 3),
        ("{\"a\":1},,{}", "]", 2),
        ("{\"a\":x}", "]", 2),
    ])
    func `A malformed array is refused with its place`(record: String, end: String, line: Int)
        throws
    {
        let filler = String(repeating: " ", count: 2000)
        let found = error("[{\"b\":2},\(filler)\n\(record)\n\(end)", 1 << 10)
        #expect(found?.code == .malformed)
        if line > 0 { #expect(found?.line == line) }
    }

    @Test func `A trailing comma and an empty array`() throws {
        let filler = String(repeating: " ", count: 2000)
        #expect(error("[{\"b\":2},\(filler)]", 1 << 10) == nil)
        #expect(error("[\(filler)]", 1 << 10)?.message == "nothing to map: an empty array")
    }

    @Test func `Documents nested too deep are refused`() throws {
        for depth in [600, 3000] {
            let text = String(repeating: "{\"a\":[1,", count: depth)
            #expect(error(text, 1 << 10)?.code == .limitExceeded)
        }
    }

    @Test func `A value that cannot be divided is refused with advice`() throws {
        var options = PayloadProfiler.Options()
        options.limits.wholeBytes = 1 << 10
        options.limits.documentBytes = 1 << 19
        let numbers = String(repeating: "[1,2,3],", count: 1 << 17)
        let error = #expect(throws: InferenceError.self) {
            try ProfiledPlaces("{\"a\":1,\n\"ring\":[[\(numbers)[4]]]}", options)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.line == 1)
        #expect(error?.column == 8)
        #expect(error?.message.contains("--root") == true)
    }
}
