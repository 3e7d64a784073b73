import Foundation
import TestSupport
import Testing

@Suite("mercator query", .endsInTime)
struct QueryTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop.withStore()
    }

    @Test func `objects are found by a condition across relationships`() throws {
        let name = try workshop.rows(
            "SELECT screenName FROM User JOIN Status ON Status.user = User._id ORDER BY 1 LIMIT 1",
            in: "a.sqlite")[0]
        let expected = try workshop.rows(
            "SELECT statusID FROM Status JOIN User ON Status.user = User._id "
                + "WHERE screenName = '\(name)' ORDER BY 1", in: "a.sqlite")
        let run = try workshop.run(
            "query", "a.sqlite", "Status where user.screenName == \"\(name)\"", "--sort",
            "statusID", "--csv")
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 0)
        #expect(lines.first?.hasPrefix("statusID,text,") == true)
        for id in expected { #expect(run.output.contains("\n\(id),")) }
    }

    @Test(arguments: ["Status", "  Status  ", "Status WHERE TRUEPREDICATE", "Status where(1 == 1)"])
    func `a condition can be left out`(text: String) throws {
        let count = try workshop.rows("SELECT count(*) FROM Status", in: "a.sqlite")[0]
        let run = try workshop.run("query", "a.sqlite", text, "--lines")
        if text.contains("1 == 1") {
            // A comparison has a property on one side.
            #expect(run.status == 64)
        } else {
            #expect(run.output.count { $0 == "\n" } == Int(count))
        }
    }

    @Test(
        arguments: [
            (
                "Statu where user.name == \"x\"",
                "column 1: no entity 'Statu'; did you mean 'Status'?", 2
            ),
            (
                "Status whre x == 1",
                "column 8: expected 'where', found 'whre'; did you mean 'where'?", 9
            ),
            (
                "Status where user.screnName == \"x\"",
                "column 19: Status.user.screnName: no property 'screnName' in User; "
                    + "did you mean 'screenName'?", 20
            ),
            (
                "Status where user.screenName = ",
                "column 32: expected a value or a name, found the end", 33
            ),
            (
                "Status where text == \"a\" AND retweetCount == \"x\"",
                "column 30: Status.retweetCount: expected whole number, found \"x\"", 31
            ),
            ("", "column 1: an entity is missing, as in 'Status where …'", 2),
        ] as [(String, String, Int)])
    func `a mistake is shown at its place, with the nearest name`(
        text: String, message: String, caret: Int
    ) throws {
        let run = try workshop.run("query", "a.sqlite", text)
        #expect(run.status == 64)
        #expect(run.output == "")
        let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "mercator: \(message)")
        #expect(lines[1] == "  \(text)")
        #expect(lines[2] == String(repeating: " ", count: caret) + "^")
    }

    @Test func `the place is right in a text of several lines`() throws {
        let run = try workshop.run("query", "a.sqlite", "Status where\n  text == \"a\" AN\n  b")
        #expect(run.errorLines[0].hasPrefix("mercator: line 2, column 15: "))
        #expect(run.errorLines[1] == "    text == \"a\" AN")
    }

    @Test func `a date is written with a cast, which the message shows`() throws {
        let wrong = try workshop.run("query", "a.sqlite", "Status where createdAt > \"2014\"")
        #expect(wrong.errors.contains("write a date as CAST("))
        let right = try workshop.run(
            "query", "a.sqlite", "Status where createdAt > CAST(\"2001-01-01T00:00:00Z\", \"date\")"
        )
        #expect(right.status == 0)
    }

    @Test func `rows are sorted by several paths, and limited`() throws {
        let expected = try workshop.rows(
            "SELECT userID FROM User ORDER BY followersCount DESC, userID LIMIT 3", in: "a.sqlite")
        let run = try workshop.run(
            "query", "a.sqlite", "User", "--sort", "-followersCount", "--sort", "userID", "--limit",
            "3", "--csv")
        let lines = run.output.split(separator: "\n").dropFirst()
        #expect(lines.compactMap { $0.split(separator: ",").first.map(String.init) } == expected)
        let none = try workshop.run("query", "a.sqlite", "User where userID == 1", "--json")
        #expect(none.output == "[]\n")
        #expect(none.status == 0)
    }

    @Test(
        arguments: [
            (["User", "--limit", "x"], "--limit expects a number of rows, found 'x'"),
            (["User", "--sort", "nam"], "--sort: User.nam: no property 'nam' in User"),
            (["User", "--json", "--csv"], "--json and --csv are different forms; ask for one"),
            (["SELECT 1", "--sql", "--sort", "a"], "--sort does not go with --sql"),
            (["SELECT 1", "--sql", "--limit", "1"], "--limit does not go with --sql"),
            (["User", "--limit", "1", "--limit", "2"], "--limit is given twice"),
            (
                ["SELECT * FROM Usr", "--sql"],
                "--sql: no such table: Usr; did you mean 'User'?"
            ),
            ([], "TEXT is missing"), (["User", "Status"], "unexpected argument 'Status'"),
        ] as [([String], String)])
    func `what cannot be asked is said`(words: [String], message: String) throws {
        let run = try workshop.run(["query", "a.sqlite"] + words)
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.errorLines.first?.hasPrefix("mercator: \(message)") == true)
    }

    @Test func `a statement of SQL is run`() throws {
        let sql =
            "SELECT name, screenName AS name, 1.5, NULL, x'00ff' FROM User ORDER BY _id LIMIT 1"
        let table = try workshop.run("query", "a.sqlite", sql, "--sql")
        #expect(table.status == 0)
        #expect(table.output.contains("2 bytes"))
        let json = try workshop.run("query", "a.sqlite", sql, "--sql", "--json")
        let rows = try #require(
            JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(rows.count == 1)
        #expect(Set(rows[0].keys).isSuperset(of: ["name", "name_2"]))
        #expect(rows[0]["x'00ff'"] as? String == "AP8=")
        let csv = try workshop.run("query", "a.sqlite", "SELECT 'a,\"b', 2", "--sql", "--csv")
        #expect(csv.output.split(separator: "\n").last == "\"a,\"\"b\",2")
    }

    @Test(
        arguments: [
            "DELETE FROM User", "UPDATE User SET name = 'x'", "DROP TABLE User",
            "CREATE TABLE x (y)", "CREATE TEMP TABLE x (y)", "ATTACH 'b.db' AS b",
            "VACUUM INTO 'b.db'", "VACUUM", "PRAGMA journal_mode = DELETE",
            "PRAGMA user_version = 9", "PRAGMA writable_schema = ON", "BEGIN", "REINDEX",
            "WITH x AS (SELECT 1) INSERT INTO User (_id, _version) SELECT 99, 1",
            "SELECT 1; DELETE FROM User", "SELECT load_extension('x')", "", ";", "SELEC",
        ])
    func `nothing that writes is run`(sql: String) throws {
        let before = try Data(
            contentsOf: workshop.directory.appendingPathComponent("a.sqlite"))
        let run = try workshop.run("query", "a.sqlite", "--sql", "--", sql)
        #expect(run.status != 0)
        #expect(run.output == "")
        #expect(run.errorLines.first?.hasPrefix("mercator: ") == true)
        #expect(try !workshop.names.contains("b.db"))
        let after = try Data(contentsOf: workshop.directory.appendingPathComponent("a.sqlite"))
        #expect(before == after)
    }
}
