import Foundation
import TestSupport
import Testing

@Suite("mercator report", .endsInTime)
struct ReportTests {
    @Test func `a store with its mapping becomes a page`() throws {
        let workshop = try Workshop()
        try workshop.addTimeline()
        _ = try workshop.run("import", "timeline.json", "--into", "a.sqlite")
        let run = try workshop.run("report", "a.sqlite", "--html", "a.html")
        #expect(run.status == 0)
        #expect(run.output == "Page: a.html\n")
        let page = try String(
            contentsOf: workshop.directory.appendingPathComponent("a.html"), encoding: .utf8)
        #expect(page.contains("<svg"))
        #expect(page.contains("Status"))
        #expect(page.contains("inReplyToUser"))
    }

    @Test func `a store without a mapping is named`() throws {
        let workshop = try Workshop()
        _ = try workshop.run("tour", "--into", "t.sqlite")
        let run = try workshop.run("report", "t.sqlite", "--html", "t.html")
        #expect(run.status == 1)
        #expect(run.errors.contains("'t.sqlite' keeps no mapping"))
        let missing = try workshop.run("report", "none.sqlite", "--html", "t.html")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("there is no such file"))
    }
}
