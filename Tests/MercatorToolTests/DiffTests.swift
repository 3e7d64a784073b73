import Foundation
import TestSupport
import Testing

@Suite("A diff", .endsInTime)
struct DiffTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        try workshop.addTimeline()
        try workshop.write(
            """
            {"statuses": [{"id": 5, "text": "Hello",
              "created_at": "Sun Mar 01 03:00:00 +0000 2026",
              "user": {"id": 15, "name": "Emil", "screen_name": "emil"}}]}
            """, to: "next.json")
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: workshop.directory.appendingPathComponent(name))
    }

    @Test func `says what would be loaded, and leaves the file as it is`() throws {
        _ = try workshop.run("import", "timeline.json", "--into", "t.sqlite")
        let before = try bytes("t.sqlite")
        let run = try workshop.run("diff", "next.json", "--into", "t.sqlite")
        #expect(run.status == 0)
        #expect(run.output.contains("+ Status/new-1 (statusID: 5)"), "\(run.output)")
        #expect(run.output.contains("+ User/new-1 (userID: 15)"))
        #expect(run.output.contains("    createdAt: 2026-03-01T03:00:00Z"))
        #expect(try bytes("t.sqlite") == before)
    }

    @Test func `of what is loaded says that nothing changes`() throws {
        _ = try workshop.run("import", "timeline.json", "--into", "t.sqlite")
        let run = try workshop.run("diff", "timeline.json", "--into", "t.sqlite")
        #expect(run.status == 0)
        #expect(run.output == "no changes\n")
    }

    @Test func `sees what is in the log only, and leaves the log as it is`() throws {
        _ = try workshop.run("import", "timeline.json", "--into", "t.sqlite")
        // As long as another connection keeps the file open, saved changes remain in the log.
        let other = try SQLiteRows(workshop.directory.appendingPathComponent("t.sqlite").path)
        #expect(try other.texts("SELECT count(*) FROM Status") == ["5"])
        _ = try workshop.run("import", "next.json", "--into", "t.sqlite")
        let before = [try bytes("t.sqlite"), try bytes("t.sqlite-wal")]
        #expect(!before[1].isEmpty)
        let run = try workshop.run("diff", "next.json", "--into", "t.sqlite")
        #expect(run.output == "no changes\n")
        #expect([try bytes("t.sqlite"), try bytes("t.sqlite-wal")] == before)
        #expect(try other.texts("SELECT count(*) FROM Status") == ["6"])
    }

    @Test func `is one JSON object with --json`() throws {
        _ = try workshop.run("import", "timeline.json", "--into", "t.sqlite")
        let run = try workshop.run("diff", "next.json", "--into", "t.sqlite", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let members = try #require(object as? [String: Any])
        let objects = try #require(members["objects"] as? [[String: Any]])
        #expect(objects.compactMap { $0["kind"] as? String }.contains("inserted"))
    }

    @Test func `with a store of other objects says that everything is new`() throws {
        try workshop.write(#"{"statuses": [{"id": 1, "text": "a"}]}"#, to: "other.json")
        #expect(try workshop.run("import", "other.json", "--into", "t.sqlite").status == 0)
        let run = try workshop.run("diff", "timeline.json", "--into", "t.sqlite")
        #expect(run.status == 0)
        #expect(run.output.contains("\n+ Hashtag/new-1 (text: \"ferry\")\n"), "\(run.output)")
    }

    @Test(arguments: [
        ("t.sqlite", "there is no store at 't.sqlite'"),
        ("nowhere/t.sqlite", "'nowhere/t.sqlite' cannot be opened or created"),
        ("next.json", "'next.json' is not a Mercator store"),
    ])
    func `a file that is no store is refused`(file: String, message: String) throws {
        let run = try workshop.run("diff", "timeline.json", "--into", file)
        #expect(run.status == 1)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }
}
