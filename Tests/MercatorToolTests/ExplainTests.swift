import Foundation
import TestSupport
import Testing

@Suite("An explanation", .endsInTime)
struct ExplainTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test func `reports unmapped keys, and leaves nothing behind`() throws {
        try workshop.addTimeline()
        let run = try workshop.run("explain", "timeline.json")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output.contains(" records, 0 issues; nothing was changed\n"))
        #expect(run.output.contains("\n  statuses → Status\n"))
        #expect(run.output.contains("  not mapped: search_metadata (line 97)"))
        #expect(run.output.contains("statuses[0] (line 3), Status (statusID: 9007199254740993)"))
        #expect(try workshop.names == ["timeline.json"])
    }

    @Test func `uses the mapping of a store, or of a file`() throws {
        try workshop.write(#"{"users": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}"#, to: "a")
        #expect(try workshop.run("import", "a", "--into", "s.sqlite").status == 0)
        #expect(try workshop.run("infer", "a", "--save", "m.json").status == 0)
        try workshop.write(#"{"user": [{"id": 1}], "users": [{"id": 3, "nick": "c"}]}"#, to: "b")
        for words in [["--into", "s.sqlite"], ["--mapping", "m.json"]] {
            let run = try workshop.run(["explain", "b"] + words)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("users → User"), "\(run.output)")
        }
    }

    @Test func `is one JSON object with --json`() throws {
        try workshop.addTimeline()
        let run = try workshop.run("explain", "timeline.json", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let members = try #require(object as? [String: Any])
        #expect((members["recordCount"] as? Int ?? 0) > 20)
    }

    @Test func `needs a payload that is JSON`() throws {
        try workshop.write("hello", to: "p.json")
        let run = try workshop.run("explain", "p.json")
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("mercator: p.json: expected JSON, "))
    }
}
