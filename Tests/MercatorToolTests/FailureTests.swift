import Foundation
import TestSupport
import Testing

@Suite("A timeline that cannot be loaded", .endsInTime)
struct FailureTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        try workshop.addTimeline()
    }

    @Test(arguments: [
        (#"{"statuses": [1,}"#, "'p.json' is not JSON: expected "),
        ("hello", "'p.json' is not JSON: expected a value, found 'h', at line 1, column 1"),
        ("", "'p.json' is not JSON: expected a value, found the end of the payload"),
        (
            #"{"tweets": []}"#,
            "'p.json' is not the response of a search: expected an object with 'statuses', "
                + "found one with 'tweets'"
        ),
        ("{}", "expected an object with 'statuses', found an empty one"),
        ("[]", "expected an object with 'statuses', found an array"),
    ])
    func `a payload that is none leaves no store behind`(text: String, message: String) throws {
        try workshop.write(text, to: "p.json")
        let run = try workshop.run("timeline", "p.json", "--into", "t.sqlite")
        try expectFailure(run, message)
        #expect(try workshop.names == ["p.json", "timeline.json"])
    }

    @Test(arguments: [
        ("nothing.json", "cannot read 'nothing.json': there is no such file"),
        (".", "cannot read '.': it is not a file that can be read"),
    ])
    func `a payload that cannot be read`(path: String, message: String) throws {
        try expectFailure(try workshop.run("timeline", path, "--into", "t.sqlite"), message)
        #expect(try workshop.names == ["timeline.json"])
    }

    @Test
    func `a file of another kind stays as it is`() throws {
        try workshop.write("my notes", to: "notes.txt")
        try expectFailure(
            try workshop.run("timeline", "timeline.json", "--into", "notes.txt"),
            "'notes.txt' is not a Mercator store")
        let file = workshop.directory.appendingPathComponent("notes.txt")
        #expect(try Data(contentsOf: file) == Data("my notes".utf8))
    }

    @Test
    func `a database of another program is left unchanged`() throws {
        _ = try workshop.rows("CREATE TABLE recipes (name TEXT)", in: "recipes.db")
        try expectFailure(
            try workshop.run("timeline", "timeline.json", "--into", "recipes.db"),
            "'recipes.db' is not a Mercator store: it is an SQLite database of another kind")
        #expect(
            try workshop.rows("SELECT name FROM sqlite_schema", in: "recipes.db") == ["recipes"])
    }

    @Test
    func `the store of the tour is not one of a timeline`() throws {
        #expect(try workshop.run("tour", "--into", "tour.sqlite").status == 0)
        try expectFailure(
            try workshop.run("timeline", "timeline.json", "--into", "tour.sqlite"),
            "'tour.sqlite' was made for another model")
    }

    @Test
    func `a directory that does not exist`() throws {
        try expectFailure(
            try workshop.run("timeline", "timeline.json", "--into", "nowhere/t.sqlite"),
            "'nowhere/t.sqlite' cannot be opened or created")
    }

    @Test
    func `records that do not fit are named, and the others are loaded`() throws {
        try workshop.write(
            """
            {"statuses": [
              {"id": 1, "text": "one", "created_at": "yesterday"},
              {"id": 2, "text": "two", "created_at": "Mon Mar 02 09:10:00 +0000 2026"},
              7]}
            """, to: "p.json")
        let run = try workshop.run("timeline", "p.json", "--into", "t.sqlite", "--json")
        #expect(run.status == 0)
        #expect(
            run.errorLines.map { $0.prefix(while: { $0 != ":" }) }.allSatisfy { $0 == "mercator" })
        let date = try #require(run.errorLines.first, "issues come in the order of the payload")
        #expect(date.contains("Status.createdAt (statusID: 1): expected date"))
        #expect(date.hasSuffix("at statuses[0].created_at (line 2, column 42)"))
        let number = try #require(run.errorLines.last)
        #expect(number.contains("Status: expected an object, found number, at statuses[2]"))
        #expect(try workshop.rows("SELECT statusID FROM Status", in: "t.sqlite") == ["2"])
    }

    private func expectFailure(_ run: Tool.Run, _ message: String) throws {
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1, "\(run.errors)")
        #expect(run.errors.hasPrefix("mercator: "))
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }
}
