import Foundation
import TestSupport
import Testing

@Suite("mercator report", .endsInTime)
struct ReportTests {
    @Test func `a store with its mapping becomes a page`() throws {
        let workshop = try Workshop.withStore()
        let run = try workshop.run("report", "a.sqlite", "--html", "a.html")
        #expect(run.status == 0)
        #expect(run.output == "Page: a.html\n")
        let page = try String(
            contentsOf: workshop.directory.appendingPathComponent("a.html"), encoding: .utf8)
        #expect(page.contains("<svg"))
        #expect(page.contains("Status"))
        #expect(page.contains("inReplyToUser"))
        // A store has neither issues nor evidence, and the page claims none.
        #expect(page.contains("A store keeps no issues"))
        #expect(!page.contains("Nothing was imported"))
        #expect(!page.contains("Confidence</th>"))
    }

    @Test func `open keys are in the page, their values unless they are not wanted`() throws {
        let workshop = try Workshop()
        try workshop.write(
            #"{"posts": [{"id": 1, "userId": 7654}], "users": [{"id": 2}, {"id": 7000}]}"#,
            to: "p.json")
        let made = try workshop.run(
            "import", "p.json", "--into", "a.sqlite", "--connect", "Post.userID=User")
        try #require(made.status == 0)
        for (options, isShown) in [([], true), (["--no-values"], false)] {
            let run = try workshop.run(["report", "a.sqlite", "--html", "a.html"] + options)
            #expect(run.status == 0)
            let page = try String(
                contentsOf: workshop.directory.appendingPathComponent("a.html"), encoding: .utf8)
            #expect(page.contains("Post.user"))
            #expect(page.contains("7654") == isShown)
        }
    }

    @Test func `the page is wanted, once, and where it can be written`() throws {
        let workshop = try Workshop()
        try workshop.write(#"[{"id": 1}]"#, to: "p.json")
        try #require(try workshop.run("import", "p.json", "--into", "a.sqlite").status == 0)
        for (options, status, message) in [
            ([], 64, "--html OUT is missing"),
            (["--html", "a", "--html", "b"], 64, "--html is given twice"),
            (["--html", "none/a.html"], 1, "none/a.html"),
        ] as [([String], Int32, String)] {
            let run = try workshop.run(["report", "a.sqlite"] + options)
            #expect(run.status == status)
            #expect(run.errors.contains(message))
            #expect(run.output == "")
        }
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
