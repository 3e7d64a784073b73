import Foundation
import TestSupport
import Testing

@Suite("Payloads that cannot be imported", .endsInTime)
struct FailureTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        try workshop.addTimeline()
    }

    @Test(arguments: [
        (#"{"statuses": [1,}"#, "p.json: expected "),
        ("hello", "p.json: expected JSON, lines of JSON, XML, a property list or a form"),
        ("", "p.json: the file is empty"),
        ("{}", "p.json: nothing to map"),
        ("[]", "p.json: nothing to map: an empty array"),
        ("3", "a number, no record"),
    ])
    func `a payload that is none leaves no store behind`(text: String, message: String) throws {
        try workshop.write(text, to: "p.json")
        let run = try workshop.run("import", "p.json", "--into", "t.sqlite")
        try expectFailure(run, message)
        #expect(try workshop.names == ["p.json", "timeline.json"])
    }

    @Test(arguments: [
        ("nothing.json", "cannot read 'nothing.json': there is no such file")
    ])
    func `a payload that cannot be read`(path: String, message: String) throws {
        try expectFailure(try workshop.run("import", path, "--into", "t.sqlite"), message)
        #expect(try workshop.names == ["timeline.json"])
    }

    @Test
    func `a file of another kind stays as it is`() throws {
        try workshop.write("my notes", to: "notes.txt")
        try expectFailure(
            try workshop.run("import", "timeline.json", "--into", "notes.txt"),
            "'notes.txt' is not a Mercator store")
        let file = workshop.directory.appendingPathComponent("notes.txt")
        #expect(try Data(contentsOf: file) == Data("my notes".utf8))
    }

    @Test
    func `a database of another program is left unchanged`() throws {
        _ = try workshop.rows("CREATE TABLE recipes (name TEXT)", in: "recipes.db")
        try expectFailure(
            try workshop.run("import", "timeline.json", "--into", "recipes.db"),
            "'recipes.db' is not a Mercator store: it is empty, or of another kind")
        #expect(
            try workshop.rows("SELECT name FROM sqlite_schema", in: "recipes.db") == ["recipes"])
    }

    @Test
    func `a store without a mapping is not imported into`() throws {
        #expect(try workshop.run("tour", "--into", "tour.sqlite").status == 0)
        try expectFailure(
            try workshop.run("import", "timeline.json", "--into", "tour.sqlite"),
            "'tour.sqlite' keeps no mapping")
    }

    @Test
    func `a directory that does not exist`() throws {
        try expectFailure(
            try workshop.run("import", "timeline.json", "--into", "nowhere/t.sqlite"),
            "'nowhere/t.sqlite' cannot be opened or created: there is no folder 'nowhere'")
    }

    @Test(
        arguments: [
            (
                ["import", "timeline.json", "--into", "folder"],
                "'folder' cannot be opened or created: it is a folder"
            ),
            (["schema", "folder"], "'folder' cannot be opened or created: it is a folder"),
            (
                ["infer", "timeline.json", "--save", "nowhere/m.json"],
                "cannot write 'nowhere/m.json': there is no folder 'nowhere'"
            ),
            (
                ["infer", "timeline.json", "--html", "folder"],
                "cannot write 'folder': it is a folder"
            ),
            (
                ["infer", "timeline.json", "--svg", "timeline.json/a.svg"],
                "cannot write 'timeline.json/a.svg': 'timeline.json' is no folder"
            ),
            (
                ["infer", "a.bin"],
                "a.bin: expected JSON, lines of JSON, XML, a property list or a form, found binary data"
            ),
            (
                ["infer", "b.bin"],
                "b.bin: expected a payload, found an SQLite database; look at a store with: mercator schema"
            ),
        ] as [([String], String)])
    func `a file that cannot be what it has to be`(words: [String], message: String) throws {
        try FileManager.default.createDirectory(
            at: workshop.directory.appendingPathComponent("folder"),
            withIntermediateDirectories: true)
        try workshop.write("ab\u{1}\u{2}c", to: "a.bin")
        try workshop.write("SQLite format 3\0", to: "b.bin")
        let run = try Tool.run(words, in: workshop.directory)
        #expect(run.status == 1)
        #expect(run.errorLines.last == "mercator: \(message)")
    }

    @Test func `a mapping that lacks entities of the store names them`() throws {
        try workshop.write(#"[{"id": 1, "a": 2}]"#, to: "other.json")
        #expect(try workshop.run("import", "timeline.json", "--into", "t.sqlite").status == 0)
        #expect(try workshop.run("infer", "other.json", "--save", "m.json").status == 0)
        try expectFailure(
            try workshop.run("import", "other.json", "--into", "t.sqlite", "--mapping", "m.json"),
            "the mapping 'm.json' does not include that of 't.sqlite', which keeps another one; "
                + "import into another store, or extend the mapping: it lacks ")
    }

    @Test
    func `records that do not fit are named, and the others are loaded`() throws {
        try workshop.write(
            (0..<300).map { #"{"id": \#($0), "text": "t"}"# }.joined(separator: "\n"), to: "p.json")
        #expect(try workshop.run("import", "p.json", "--into", "t.sqlite").status == 0)
        try workshop.write(
            "{\"id\": 1, \"text\": \"u\"}\n{\"id\": [2], \"text\": \"v\"}\n{]\n", to: "q.json")
        let run = try workshop.run("import", "q.json", "--into", "t.sqlite", "--json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("expected a whole number") || run.errors.contains("[1]"))
        #expect(run.errors.contains("at [2] (line 3, column 2)"))
        #expect(
            try workshop.rows("SELECT text FROM P WHERE pID = 1", in: "t.sqlite") == ["u"])
    }

    private func expectFailure(_ run: Tool.Run, _ message: String) throws {
        #expect(run.status == 1)
        // Below the message, there may be advice.
        #expect(run.errorLines.dropFirst().allSatisfy { $0.hasPrefix("  Try ") }, "\(run.errors)")
        #expect(run.errors.hasPrefix("mercator: "))
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }
}
