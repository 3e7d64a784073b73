import Foundation
import TestSupport
import Testing

@Suite("mercator query with columns", .endsInTime)
struct QuerySelectionTests {
    private let workshop: Workshop

    /// The users with their numbers of statuses, the greatest first.
    private static let counts =
        "SELECT u.screenName || '|' || count(*) FROM Status AS s JOIN User AS u ON u._id = s.user "
        + "GROUP BY u.screenName ORDER BY count(*) DESC, u.screenName"

    init() throws {
        workshop = try Workshop.withStore()
    }

    @Test(arguments: [
        "Status group by user.screenName: count sort -count",
        "Status: user.screenName, count sort -count",
        "  Status\n GROUP BY user.screenName : count() SORT -count WHERE TRUEPREDICATE",
    ])
    func `groups are counted`(text: String) throws {
        let expected = try workshop.rows(Self.counts, in: "a.sqlite")
        let csv = try workshop.run("query", "a.sqlite", text, "--csv")
        #expect(csv.status == 0)
        let lines = csv.output.split(separator: "\n").map(String.init)
        #expect(lines[0] == "user.screenName,count")
        #expect(
            lines.dropFirst().map { $0.replacing("\"", with: "").replacing(",", with: "|") }
                == expected)
        let json = try workshop.run("query", "a.sqlite", text, "--json")
        let rows = try #require(
            JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(rows.count == expected.count)
        #expect(rows[0]["count"] as? Int == Int(expected[0].split(separator: "|")[1]))
        let table = try workshop.run("query", "a.sqlite", text)
        #expect(table.output.hasPrefix("  user.screenName  count\n"))
        #expect(!table.output.contains("█"))
        let one = try workshop.run("query", "a.sqlite", text, "--limit", "1", "--lines")
        #expect(one.output.count { $0 == "\n" } == 1)
    }

    @Test func `a bar is drawn beside counts on a terminal`() throws {
        let terminal = try PseudoTerminal(columns: 80)
        let process = Tool.process(
            ["query", "a.sqlite", "Status group by user.screenName: count sort -count limit 3"],
            in: workshop.directory, ["TERM": "xterm", "COLUMNS": ""])
        process.standardOutput = terminal.device
        try process.run()
        process.waitUntilExit()
        let lines = terminal.text().split(whereSeparator: \.isNewline).dropFirst()
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasSuffix("█") })
        #expect(lines.first?.contains(String(repeating: "█", count: 24)) == true)
    }

    @Test(arguments: [(40, 16), (60, 24)])
    func `bars keep their proportions in a narrow terminal, and say nothing without room`(
        columns: Int, longest: Int
    ) throws {
        try workshop.write(
            #"{"marks": [{"id": 1, "word": "a twelve let"}, {"id": 2, "word": "b"},"#
                + #" {"id": 3, "word": "b"}, {"id": 4, "word": "b"}, {"id": 5, "word": "b"}]}"#,
            to: "marks.json")
        let made = try workshop.run("import", "marks.json", "--into", "marks.sqlite")
        try #require(made.status == 0)
        let text = "Mark group by word: count as number sort -number"
        func lines(_ width: Int) throws -> [String] {
            let terminal = try PseudoTerminal(columns: width)
            let process = Tool.process(
                ["query", "marks.sqlite", text], in: workshop.directory,
                ["TERM": "xterm", "COLUMNS": ""])
            process.standardOutput = terminal.device
            try process.run()
            process.waitUntilExit()
            return terminal.text().split(whereSeparator: \.isNewline).map(String.init)
        }
        let bars = try lines(columns).dropFirst().map { line in line.count { $0 == "█" } }
        #expect(bars == [longest, Int((Double(longest) / 4).rounded())])
        let narrow = try lines(27)
        #expect(narrow.count == 3)
        #expect(!narrow.joined().contains("█"))
    }

    @Test func `a condition on groups leaves out the others`() throws {
        let expected = try workshop.rows(
            "SELECT u.screenName FROM Status AS s JOIN User AS u ON u._id = s.user "
                + "GROUP BY u.screenName HAVING count(*) >= 2 ORDER BY u.screenName",
            in: "a.sqlite")
        let run = try workshop.run(
            "query", "a.sqlite", "Status: user.screenName, count as total having total >= 2",
            "--csv")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "user.screenName,total")
        #expect(
            lines.dropFirst().compactMap { $0.split(separator: ",").first.map(String.init) }
                == expected)
        #expect(!expected.isEmpty)
        let none = try workshop.run(
            "query", "a.sqlite", "Status: user.screenName, count having count > 99999", "--json")
        #expect(none.output == "[]\n")
    }

    @Test(arguments: [
        ("Status group by user.screenName: count", "-count"),
        ("Status group by user.screenName: count as total", "-total"),
        ("Status: user.screenName, count, max(retweetCount)", "-max(retweetCount)"),
    ])
    func `--sort knows the names of columns`(text: String, key: String) throws {
        let option = try workshop.run("query", "a.sqlite", text, "--sort=\(key)", "--csv")
        let words = try workshop.run("query", "a.sqlite", "\(text) sort \(key)", "--csv")
        #expect(option.status == 0, "\(option.errors)")
        #expect(option.output == words.output && !option.output.isEmpty)
    }

    @Test func `a selection without columns finds objects`() throws {
        let expected = try workshop.rows(
            "SELECT userID FROM User ORDER BY followersCount DESC, userID LIMIT 3", in: "a.sqlite")
        for words in [
            ["User sort -followersCount, userID limit 3"],
            ["User sort -followersCount, userID", "--limit", "3"],
            ["User limit 3", "--sort", "-followersCount", "--sort", "userID"],
        ] {
            let run = try workshop.run(["query", "a.sqlite"] + words + ["--csv"])
            let lines = run.output.split(separator: "\n").dropFirst()
            #expect(
                lines.compactMap { $0.split(separator: ",").first.map(String.init) } == expected)
        }
    }

    @Test func `nothing found is an empty result`() throws {
        let text = "User: name where userID == 1"
        #expect(try workshop.run("query", "a.sqlite", text, "--json").output == "[]\n")
        #expect(try workshop.run("query", "a.sqlite", text, "--lines").output == "")
        #expect(try workshop.run("query", "a.sqlite", text, "--csv").output == "name\n")
        let count = try workshop.run(
            "query", "a.sqlite", "User: count where userID == 1", "--lines")
        #expect(count.output == "{\"count\":0}\n")
    }

    @Test(
        arguments: [
            (
                "User: count limt 3",
                "column 13: expected GROUP BY, WHERE, HAVING, SORT, LIMIT, OFFSET or the end, "
                    + "found 'limt'; did you mean 'LIMIT'?", 14
            ),
            ("User: nme", "column 7: User.nme: no property 'nme' in User; did you mean 'name'?", 8),
            ("Usr: name", "column 1: the model has no entity 'Usr'; did you mean 'User'?", 2),
            (
                "User sort nme",
                "column 11: User.nme: no property 'nme' in User; did you mean 'name'?", 12
            ),
            ("User: sum(name)", "column 11: User.name: expected numbers for sum(…), found", 12),
            (
                "User where userID > 0 sort name limt 3",
                "column 33: expected :, GROUP BY, HAVING, LIMIT, OFFSET or the end, "
                    + "found 'limt'; did you mean 'LIMIT'?", 34
            ),
            ("User limit x", "column 12: expected a whole number, found 'x'", 13),
            ("User limit 2 limit 3", "column 14: there are two clauses of this kind", 15),
            (": name", "column 1: expected the name of an entity, found ':'", 2),
            (
                "User where userID > 0 HAVING count > 5 limit 2",
                "column 23: 'HAVING' is a condition on groups, which need columns", 24
            ),
            (
                "User where name == \"sort\" AN userID > 0",
                "column 27: expected AND, OR or the end, found 'AN'; did you mean 'AND'?", 28
            ),
        ] as [(String, String, Int)])
    func `a mistake is shown at its place`(text: String, message: String, caret: Int) throws {
        let run = try workshop.run("query", "a.sqlite", text, "--csv")
        #expect(run.status == 64)
        #expect(run.output == "")
        let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count > 2, "\(run.errors)")
        #expect(lines[0].hasPrefix("mercator: \(message)"), "\(lines[0])")
        #expect(lines[1] == "  \(text)")
        #expect(lines[2] == String(repeating: " ", count: caret) + "^")
    }

    @Test func `a clause is written once`() throws {
        let run = try workshop.run("query", "a.sqlite", "User limit 3", "--limit", "2")
        #expect(run.status == 64)
        #expect(run.errors.contains("--limit is in the text, too; write it once"))
    }

    @Test(arguments: ["User: name", "User limit 2", "User"])
    func `a mistake in --sort is told as one of the option`(text: String) throws {
        let run = try workshop.run("query", "a.sqlite", text, "--sort", "nme")
        #expect(run.status == 64)
        #expect(
            run.errorLines == [
                "mercator: --sort: User.nme: no property 'nme' in User; did you mean 'name'?"
            ])
    }

    @Test func `a date is written with a cast, which the message shows`() throws {
        let run = try workshop.run(
            "query", "a.sqlite", "Status: text where createdAt > \"2014\"")
        #expect(run.status == 64)
        #expect(run.errors.contains("write a date as CAST("))
    }
}
