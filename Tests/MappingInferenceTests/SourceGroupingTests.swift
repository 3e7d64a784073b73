import MappingInference
import Testing

@Suite("Groups of sources")
struct SourceGroupingTests {
    private func groups(_ files: [(String, String)]) throws -> [String: [String]] {
        let profile = try ProfiledPlaces(files.map { (name: $0.0, text: $0.1) }).profile
        return Dictionary(
            profile.groups.map { ($0.name, $0.sources.map(\.name)) }, uniquingKeysWith: +)
    }

    @Test func `Files of one shape are a group named by what their names share`() throws {
        #expect(
            try groups([
                ("pokemon_4.json", #"{"id":4,"name":"b"}"#),
                ("pokemon_1.json", #"{"id":1,"name":"a"}"#),
                ("type_1.json", #"{"code":1,"moves":[]}"#),
            ]) == ["pokemon": ["pokemon_1.json", "pokemon_4.json"], "type": ["type_1.json"]])
    }

    @Test func `Wrappers are compared by what they hold, and models by their name`() throws {
        #expect(
            try groups([
                ("films.json", #"[{"pk":1,"model":"film","fields":{"title":"a","director":"b"}}]"#),
                ("people.json", #"[{"pk":1,"model":"person","fields":{"name":"a","height":"b"}}]"#),
                (
                    "vehicles.json",
                    #"[{"pk":1,"model":"vehicle","fields":{"name":"a","height":"b"}}]"#
                ),
            ]).count == 3)
        #expect(
            try groups([
                ("a.json", #"{"results":[{"id":1,"title":"x"}],"next":null}"#),
                ("b.json", #"{"results":[{"code":1,"area":"x"}],"next":null}"#),
            ]).count == 2)
    }

    @Test func `An empty page joins the others`() throws {
        #expect(
            try groups([
                ("page1.json", #"{"results":[],"next":null}"#),
                ("page2.json", #"{"results":[{"id":1,"title":"x"}],"next":null}"#),
                ("page3.json", #"{"results":[{"id":2,"title":"x"}],"next":null}"#),
            ]) == ["page": ["page1.json", "page2.json", "page3.json"]])
    }

    @Test func `Names share whole words only`() throws {
        let text = #"{"id":1,"name":"a"}"#
        #expect(try groups([("posts.json", text), ("people.json", text)]).keys.contains("people"))
        #expect(try groups([("1.json", text), ("2.json", text)]).keys.contains("1"))
        #expect(
            try groups([("check_run.payload.json", text), ("check_suite.payload.json", text)])
                .keys.contains("check"))
    }
}
