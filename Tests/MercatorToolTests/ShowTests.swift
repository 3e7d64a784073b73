import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("mercator show", .endsInTime)
struct ShowTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop.withStore()
    }

    private func statusID() throws -> String {
        try workshop.rows(
            "SELECT statusID FROM Status JOIN Status_hashtags l ON l.source = Status._id LIMIT 1",
            in: "a.sqlite")[0]
    }

    @Test func `without an entity, all are counted`() throws {
        let run = try workshop.run("show", "a.sqlite")
        let users = try workshop.rows("SELECT count(*) FROM User", in: "a.sqlite")[0]
        #expect(run.status == 0)
        #expect(run.output.contains("entity"))
        #expect(
            run.output.split(separator: "\n").contains { line in
                line.split(separator: " ").prefix(3) == ["User", Substring(users), "userID"]
            })
    }

    @Test func `an object is shown with its user and its tags`() throws {
        let key = try statusID()
        let run = try workshop.run("show", "a.sqlite", "Status", key)
        let user = try workshop.rows(
            "SELECT screenName FROM User JOIN Status ON Status.user = User._id "
                + "WHERE statusID = \(key)", in: "a.sqlite")[0]
        let tag = try workshop.rows(
            "SELECT h.text FROM Hashtag h JOIN Status_hashtags l ON l.destination = h._id "
                + "JOIN Status s ON s._id = l.source WHERE s.statusID = \(key)", in: "a.sqlite")[0]
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("Status \(key)"))
        #expect(run.output.contains("user: User "))
        #expect(run.output.contains("screenName \(user)"))
        #expect(run.output.contains("  Hashtag \(tag)\n"))
        // The user's statuses are the second step, and the status itself ends the cycle.
        #expect(run.output.contains("statuses: Status \(key)"))
        #expect(run.output.contains(", above"))
    }

    @Test func `the same as JSON is nested two steps deep`() throws {
        let key = try statusID()
        let run = try workshop.run("show", "a.sqlite", "Status", key, "--json")
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let user = try #require(object["user"] as? [String: Any])
        let statuses = try #require(user["statusesAsUser"] as? [[String: Any]])
        #expect(object["statusID"] as? Int == Int(key))
        #expect(user["screenName"] is String)
        #expect(statuses.allSatisfy { Array($0.keys) == ["statusID"] })
    }

    @Test func `objects are filtered, sorted and limited`() throws {
        let run = try workshop.run(
            "show", "a.sqlite", "User", "--where", "followersCount > 0", "--sort",
            "-followersCount", "--sort", "userID", "--limit", "2", "--lines")
        let names = try workshop.rows(
            "SELECT screenName FROM User WHERE followersCount > 0 "
                + "ORDER BY followersCount DESC, userID LIMIT 2", in: "a.sqlite")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == names.count)
        for (line, name) in zip(lines, names) {
            #expect(line.contains("\"screenName\":\"\(name)\""))
        }
    }

    @Test func `a table says how many objects there are`() throws {
        let count = try workshop.rows("SELECT count(*) FROM User", in: "a.sqlite")[0]
        let run = try workshop.run("show", "a.sqlite", "User", "--limit", "1")
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(run.errors == "mercator: 1 of \(count) objects; --limit \(count) shows all\n")
    }

    @Test(arguments: [60, 80, 200])
    func `tables and neighbourhoods fit the terminal`(columns: Int) throws {
        let key = try statusID()
        for words in [["User"], ["Status"], ["Status", key], []] {
            let run = try Tool.run(
                ["show", "a.sqlite"] + words, in: workshop.directory,
                environment: ["COLUMNS": "\(columns)"])
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(run.status == 0)
            #expect(lines.filter { $0.displayWidth > columns } == [])
        }
    }

    @Test(
        arguments: [
            (["Usr"], 64, "no entity 'Usr'; did you mean 'User'?"),
            (["user"], 64, "no entity 'user'; did you mean 'User'?"),
            (["User", "1"], 1, "no User has the userID 1"),
            (["User", "x"], 64, "User.userID is a whole number, found 'x'"),
            (
                ["User", "--sort", "nam"], 64,
                "--sort: User.nam: no property 'nam' in User; did you mean 'name'?"
            ),
            (
                ["User", "--where", "nam == 1"], 64,
                "column 1: User.nam: no property 'nam' in User; did you mean 'name'?"
            ),
            (["User", "--limit", "0"], 64, "--limit expects a number of rows, found '0'"),
            (["--sort", "name"], 64, "--sort needs an ENTITY: show STORE ENTITY"),
            (
                ["User", "--json", "--lines"], 64,
                "--json and --lines are different forms; ask for one"
            ),
        ] as [([String], Int32, String)])
    func `what does not exist is said, with the nearest name`(
        words: [String], status: Int32, message: String
    ) throws {
        let run = try Tool.run(["show", "a.sqlite"] + words, in: workshop.directory)
        #expect(run.status == status)
        #expect(run.errorLines.first == "mercator: \(message)")
        #expect(run.output == "")
    }

    @Test func `a file that is no store is left alone`() throws {
        let missing = try workshop.run("show", "b.sqlite")
        #expect(missing.status == 1)
        #expect(missing.errorLines == ["mercator: 'b.sqlite' is not there"])
        #expect(try !workshop.names.contains("b.sqlite"))
        let other = try workshop.run("show", "timeline.json")
        #expect(other.status == 1)
        #expect(other.errors.contains("'timeline.json' is not a Mercator store"))
    }

    @Test func `hostile values are harmless`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Note",
                attributes: [
                    AttributeDescription("text", .string), AttributeDescription("bytes", .data),
                ],
                relationships: [
                    .toOne("next", "Note", inverse: "previous"), .toOne("previous", "Note"),
                ])
        ])
        let path = workshop.directory.appendingPathComponent("h.sqlite").path
        let hostile =
            "\u{1B}[2J\u{9B}1m\u{202E}a\r\nb\u{0}" + String(repeating: "x", count: 100_000)
        try PersistentContainer(model: model, store: SQLiteStore(path)).perform { context in
            let note = context.insert("Note")
            note["text"] = .string(hostile)
            note["bytes"] = .data([0, 27, 255])
            note[toOne: "next"] = note
            try context.save()
        }
        for words in [
            ["Note"], ["Note", "#1"], ["Note", "--json"], ["Note", "--lines"],
            ["Note", "1", "--json"],
        ] {
            let run = try Tool.run(["show", "h.sqlite"] + words, in: workshop.directory)
            #expect(run.status == 0)
            let hidden = run.output.unicodeScalars.filter { scalar in
                scalar != "\n" && String(scalar).escapingControls != String(scalar)
            }
            #expect(hidden.isEmpty)
        }
        let table = try workshop.run("show", "h.sqlite", "Note")
        #expect(table.output.contains("\\u{1b}[2J\\u{9b}1m\\u{202e}a\\r\\nb\\u{0}xx"))
        #expect(table.output.contains("3 bytes"))
        #expect(table.output.split(separator: "\n").allSatisfy { $0.count < 200 })
    }
}
