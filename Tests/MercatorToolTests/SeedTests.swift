import Foundation
import TestSupport
import Testing

@Suite("mercator seed", .endsInTime)
struct SeedTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        try FileManager.default.createDirectory(
            at: workshop.directory.appendingPathComponent("pages/older"),
            withIntermediateDirectories: true)
        try write("2", "a reply", inReplyTo: "1", to: "pages/a.json")
        try write("1", "first", to: "pages/b.json")
        try workshop.write("{", to: "pages/.hidden")
        try workshop.write("{", to: "pages/older/c.json")
    }

    private func write(
        _ id: String, _ text: String, inReplyTo: String = "null", to name: String
    ) throws {
        try workshop.write(
            """
            {"statuses": [{"id": \(id), "text": "\(text)", "in_reply_to_status_id": \(inReplyTo),
              "created_at": "Mon Mar 02 09:10:00 +0000 2026"}]}
            """, to: name)
    }

    @Test func `a folder becomes one file, with what is connected across payloads`() throws {
        let run = try workshop.run("seed", "pages", "--into", "seed.sqlite")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output.contains("a.json: 1 at the top level"))
        #expect(run.output.contains("SQLite file: seed.sqlite"))
        #expect(try workshop.names == ["pages", "seed.sqlite"])
        let sql = """
            SELECT s.text, o.text FROM Status s JOIN Status o ON s.inReplyToStatus = o._id
            """
        #expect(try workshop.rows(sql, in: "seed.sqlite") == ["a reply|first"])
    }

    @Test func `files and folders can be mixed, and what was there can go`() throws {
        try write("7", "seventh", to: "other file.json")
        let first = try workshop.run("seed", "pages", "other file.json", "--into", "s.sqlite")
        #expect(first.status == 0)
        #expect(try workshop.rows("SELECT count(*) FROM Status", in: "s.sqlite") == ["3"])
        let again = try workshop.run("seed", "other file.json", "--replace", "--into", "s.sqlite")
        #expect(again.status == 0)
        #expect(try workshop.rows("SELECT _id, text FROM Status", in: "s.sqlite") == ["4|seventh"])
    }

    @Test(arguments: [
        ("broken.json", "{", "broken.json: expected "),
        ("broken.json", "", "broken.json: the file is empty"),
        ("other.json", "{}", "cannot read 'broken.json': there is no such file"),
    ])
    func `one bad payload names its file and leaves no store`(
        name: String, text: String, message: String
    ) throws {
        try workshop.write(text, to: name)
        let run = try workshop.run("seed", "pages", "broken.json", "--into", "s.sqlite")
        #expect(run.status == 1)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try !workshop.names.contains("s.sqlite"))
    }

    @Test func `a folder without payloads is an error`() throws {
        try FileManager.default.removeItem(
            at: workshop.directory.appendingPathComponent("pages/older/c.json"))
        let empty = try workshop.run("seed", "pages/older", "--into", "t.sqlite")
        #expect(empty.status == 1)
        #expect(empty.errors.contains("the folder 'pages/older' has no payloads"))
    }
}
