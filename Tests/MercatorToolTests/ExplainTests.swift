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
        #expect(run.output.hasPrefix("25 records, 0 issues; nothing was changed\n"))
        #expect(run.output.contains("\n  statuses → Status\n"))
        #expect(
            run.output.contains(
                "  not mapped: geo, in 2 records, first at statuses[1].retweeted_status.geo "))
        #expect(run.output.contains("statuses[0] (line 3), Status (statusID: 9007199254740993)"))
        #expect(try workshop.names == ["timeline.json"])
    }

    @Test func `tells what was probably meant`() throws {
        try workshop.write(#"{"status": [], "search_metadata": {}}"#, to: "p.json")
        let run = try workshop.run("explain", "p.json")
        #expect(run.status == 0)
        #expect(run.output.contains("not in the payload; did you mean 'status'?"))
        #expect(run.output.contains("  not mapped: search_metadata (line 1)"))
    }

    @Test func `is one JSON object with --json`() throws {
        try workshop.addTimeline()
        let run = try workshop.run("explain", "timeline.json", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let members = try #require(object as? [String: Any])
        #expect(members["recordCount"] as? Int == 25)
        #expect((members["mappings"] as? [Any])?.count == 6)
    }

    @Test func `needs a payload that is JSON`() throws {
        try workshop.write("hello", to: "p.json")
        let run = try workshop.run("explain", "p.json")
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("mercator: 'p.json' is not JSON: expected a value"))
    }
}
