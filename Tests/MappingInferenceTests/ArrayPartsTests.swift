import MappingInference
import TestSupport
import Testing

@Suite("Large arrays in parts")
struct ArrayPartsTests {
    private var options: PayloadProfiler.Options {
        var options = PayloadProfiler.Options()
        options.limits.wholeBytes = 1 << 10
        return options
    }

    private func text(_ count: Int) -> String {
        let records = (0..<count).map {
            #"{"id":\#($0 % 1500),"t":"a, ] \" \\\#(String(repeating: "x", count: $0 % 300))","l":[[1],{"k":\#($0)}]}"#
        }
        return "\u{FEFF} [\n" + records.joined(separator: ",\n") + "\n ]\n"
    }

    @Test func `Parts are profiled like the whole`() throws {
        let text = text(4000)
        let parts = try ProfiledPlaces(text, options)
        let whole = try ProfiledPlaces(text)
        #expect(whole.profile.groups[0].sources[0].bytes > 2 << 18)
        #expect(parts[""]?.count == 1)
        #expect(parts[""]?.lengths.longest == 4000)
        for (path, place) in whole.paths where path != "" && path != "[]" {
            #expect(parts.paths[path] == place)
        }
        let (one, two) = (whole.profile, parts.profile)
        #expect(one.groups[0].sources == two.groups[0].sources)
        for (first, second) in zip(one.places, two.places) {
            #expect(first.kinds == second.kinds)
            #expect(first.values.text == second.values.text)
            #expect(first.texts.text == second.texts.text)
        }
        let path = "[].id"
        #expect(whole.candidate([path], at: "[]")?.conflict?.second == "[1500]")
        #expect(parts.candidate([path], at: "[]")?.conflict?.second == "[1500]")
        #expect(
            whole.candidate([path], at: "[]")?.differing
                == parts.candidate([path], at: "[]")?.differing)
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
        let error = #expect(throws: InferenceError.self) {
            try ProfiledPlaces("[{\"b\":2},\(filler)\n\(record)\n\(end)", options)
        }
        #expect(error?.code == .malformed)
        if line > 0 { #expect(error?.line == line) }
    }

    @Test func `A trailing comma and an empty array`() throws {
        let filler = String(repeating: " ", count: 2000)
        #expect(try ProfiledPlaces("[{\"b\":2},\(filler)]", options)["[].b"]?.count == 1)
        let error = #expect(throws: InferenceError.self) {
            try ProfiledPlaces("[\(filler)]", options)
        }
        #expect(error?.message == "nothing to map: an empty array")
    }
}
