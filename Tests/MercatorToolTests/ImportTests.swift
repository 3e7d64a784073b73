import Foundation
import TestSupport
import Testing

@Suite("mercator import", .endsInTime)
struct ImportTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private typealias Counts = [String: [String: Int]]

    private func record(_ id: Int) -> String {
        #"{"id": \#(id), "title": "No. \#(id)", "userId": \#(id % 3 + 1)}"#
    }

    private func lines(_ range: Range<Int>) -> String {
        range.map { record($0) + "\n" }.joined()
    }

    /// A document with an array, a map, a lookup and a scalar beside them.
    private var document: String {
        let posts = (1...20).map(record).joined(separator: ", ")
        let areas = (1...12).map { #""\#($0)": "area \#($0)""# }.joined(separator: ", ")
        return #"{"total": 20, "posts": [\#(posts)], "users": [{"id": 1, "name": "a"}, "#
            + #"{"id": 2, "name": "b"}, {"id": 3, "name": "c"}], "areaNames": {\#(areas)}}"#
    }

    private func load(_ words: [String]) throws -> Counts {
        let run = try workshop.run(["import"] + words + ["--into", "a.sqlite", "--json"])
        #expect(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Counts.self, from: Data(run.output.utf8))
    }

    private func changes(_ counts: Counts) -> [Int] {
        ["inserted", "updated", "deleted", "connected"].map { name in
            counts.values.reduce(0) { $0 + ($1[name] ?? 0) }
        }
    }

    private func dump() throws -> [String] {
        try workshop.rows(
            "SELECT name, (SELECT count(*) FROM pragma_table_info(name)) FROM sqlite_schema "
                + "WHERE type = 'table' ORDER BY 1", in: "a.sqlite")
            + workshop.rows("SELECT * FROM Post ORDER BY 1", in: "a.sqlite")
    }

    @Test func `a document becomes connected rows, and nothing changes the second time`()
        throws
    {
        try workshop.write(document, to: "shop.json")
        let first = try load(["shop.json"])
        #expect(first.mapValues { $0["inserted"] } == ["Post": 20, "User": 3, "Area": 12])
        #expect(
            try workshop.rows(
                "SELECT u.name, count(*) FROM Post p JOIN User u ON p.user = u._id GROUP BY 1",
                in: "a.sqlite") == ["a|6", "b|7", "c|7"])
        let before = try dump()
        #expect(changes(try load(["shop.json"])) == [0, 0, 0, 0])
        #expect(changes(try load(["shop.json", "--start-over"])) == [0, 0, 0, 0])
        #expect(try dump() == before)
    }

    @Test func `files with versions of one object change nothing the second time`() throws {
        /// Twenty repositories, of which one has other stars, another owner and another topic.
        func version(_ stars: Int, _ owner: Int) -> String {
            let repositories = (1...20).map { id in
                let (stars, owner) = id == 7 ? (stars, owner) : (id, id % 9 + 1)
                return #"{"id": \#(id), "name": "r\#(id)", "stars": \#(stars), "#
                    + #""owner": {"id": \#(owner), "login": "u\#(owner)"}, "#
                    + #""topics": [{"id": 50, "name": "t"}, {"id": \#(50 + stars), "name": "n"}]}"#
            }
            return #"{"repositories": [\#(repositories.joined(separator: ", "))]}"#
        }
        try workshop.write(version(1, 4), to: "a.json")
        try workshop.write(version(2, 5), to: "b.json")
        try workshop.write(version(3, 6), to: "c.json")
        let files = ["a.json", "b.json", "c.json"]
        func stored() throws -> [String] {
            try workshop.rows("SELECT repositoryID, stars, owner FROM Repository", in: "a.sqlite")
        }
        #expect(try load(files)["Repository"]?["inserted"] == 20)
        let before = try stored()
        let again = try load(files + ["--start-over"])
        #expect(changes(again) == [0, 0, 0, 0], "\(again)")
        #expect((again["Repository"]?["unchanged"] ?? 0) > 0)
        #expect(try stored() == before)
        // What stays changed is still counted.
        let older = try load(["a.json", "b.json", "--start-over"])
        #expect((older["Repository"]?["updated"] ?? 0) > 0)
        #expect(try stored() != before)
    }

    @Test func `a payload that is in the store is not said to be read again`() throws {
        try workshop.write(lines(0..<5), to: "posts.ndjson")
        let words = ["import", "posts.ndjson", "--into", "a.sqlite"]
        #expect(try workshop.run(words).output.contains("Records: 5 in 1 batch\n"))
        let again = try workshop.run(words)
        #expect(
            again.output.contains("Records: none read; 5 were in the store before"),
            "\(again.output)")
    }

    @Test func `lines become rows, with plain lines of progress where no terminal is`() throws {
        try workshop.write(lines(0..<50), to: "posts.ndjson")
        let run = try workshop.run(
            "import", "posts.ndjson", "--into", "a.sqlite", "--batch", "10")
        #expect(run.status == 0)
        #expect(run.output.contains("Records: 50 in 5 batches"))
        #expect(run.output.contains("SQLite file: a.sqlite"))
        let line = /mercator: posts\.ndjson: \d+ %, \d+ records.*/
        #expect(run.errorLines.allSatisfy { $0.wholeMatch(of: line) != nil }, "\(run.errors)")
        #expect((1...6).contains(run.errorLines.count), "\(run.errors)")
        #expect(!run.errors.contains("\u{1B}"))
        #expect(try workshop.names == ["a.sqlite", "posts.ndjson"])
    }

    @Test func `a later page adds keys and widens types, and the rows stay`() throws {
        try workshop.write(
            #"[{"id": 1, "n": 5, "one": {"id": 9, "x": "p"}}, {"id": 2, "n": 6}]"#, to: "items.json"
        )
        _ = try load(["items.json"])
        try workshop.write(
            #"[{"id": 3, "n": 0.5, "more": "k", "one": [{"id": 9, "x": "p"}, {"id": 8, "x": "q"}]}]"#,
            to: "items-2.json")
        let counts = try load(["items-2.json"])
        #expect(counts["Item"]?["inserted"] == 1)
        #expect(
            try workshop.rows("SELECT itemID, n, more FROM Item ORDER BY 1", in: "a.sqlite")
                == ["1|5.0|", "2|6.0|", "3|0.5|k"])
        #expect(
            try workshop.rows("SELECT count(*) FROM Item_one", in: "a.sqlite") == ["3"])
        #expect(changes(try load(["items.json", "--start-over"])) == [0, 0, 0, 0])
    }

    @Test func `what is new is reported or refused on request`() throws {
        try workshop.write(lines(0..<5), to: "posts.json")
        _ = try load(["posts.json"])
        try workshop.write(
            #"{"id": 9, "title": "t", "userId": 1, "extra": 1}"# + "\n", to: "b.json")
        let refused = try workshop.run(
            "import", "b.json", "--into", "a.sqlite", "--on-new", "fail")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("extra"), "\(refused.errors)")
        #expect(try workshop.rows("SELECT count(*) FROM Post", in: "a.sqlite") == ["5"])
        let told = try workshop.run("import", "b.json", "--into", "a.sqlite", "--on-new", "report")
        #expect(told.status == 0)
        #expect(told.errors.contains("new, not added"), "\(told.errors)")
        #expect(try workshop.rows("SELECT count(*) FROM Post", in: "a.sqlite") == ["6"])
        let wrong = try workshop.run("import", "b.json", "--into", "a.sqlite", "--on-new", "ad")
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("did you mean 'add'?"), "\(wrong.errors)")
    }

    @Test func `pages of another kind get entities of their own`() throws {
        try workshop.write(#"[{"id": 1, "name": "Ada", "email": "a"}]"#, to: "users.json")
        try workshop.write(#"[{"id": 1, "total": 5, "paid": true}]"#, to: "orders.json")
        _ = try load(["users.json"])
        _ = try load(["orders.json"])
        #expect(try workshop.rows("SELECT name FROM User", in: "a.sqlite") == ["Ada"])
        #expect(try workshop.rows("SELECT total FROM \"Order\"", in: "a.sqlite") == ["5"])
        try workshop.write(#"[{"id": 2, "name": "Bea", "email": "b"}]"#, to: "users-2.json")
        #expect(try load(["users-2.json"])["User"]?["inserted"] == 1)
    }

    @Test func `a store of another mapping is refused, and a wider one migrates it`() throws {
        try workshop.write(lines(0..<5), to: "posts.json")
        try workshop.write(#"[{"id": 1, "name": "Ada"}]"#, to: "users.json")
        _ = try load(["posts.json"])
        #expect(try workshop.run("infer", "users.json", "--save", "u.json").status == 0)
        #expect(try workshop.run("infer", "posts.json", "--save", "p.json").status == 0)
        let run = try workshop.run(
            "import", "users.json", "--into", "a.sqlite", "--mapping", "u.json")
        #expect(run.status == 1)
        #expect(run.errors.contains("'u.json'") && run.errors.contains("'a.sqlite'"))
        try workshop.write(
            #"{"id": 9, "title": "t", "userId": 1, "extra": 1}"# + "\n", to: "posts-2.json")
        let wider = try workshop.run("infer", "posts.json", "posts-2.json", "--save", "w.json")
        #expect(wider.status == 0)
        _ = try load(["posts-2.json", "--mapping", "w.json"])
        #expect(try workshop.rows("SELECT count(extra) FROM Post", in: "a.sqlite") == ["1"])
    }

    @Test func `XML and the standard input are imported, too`() throws {
        try workshop.write(
            #"<shop><book id="1"><t>a</t></book><book id="2"><t>b</t></book></shop>"#, to: "b.xml")
        let counts = try load(["b.xml"])
        #expect(counts["Book"]?["inserted"] == 2)
        #expect(try importInput(document).contains(#""Post": {"inserted": 20"#))
    }

    @Test func `a list of the standard input has no digest in the name of its entity`() throws {
        for number in 1...8 {
            let list = "[{\"id\": \(number), \"text\": \"a\"}]"
            #expect(try importInput(list).contains(#""Input": {"inserted": 1"#))
        }
        #expect(try workshop.rows("SELECT count(*) FROM Input", in: "i.sqlite") == ["8"])
    }

    /// Imports the standard input into `i.sqlite`, and returns the counts.
    private func importInput(_ payload: String) throws -> String {
        let process = Tool.process(
            ["import", "-", "--into", "i.sqlite", "--json"], in: workshop.directory)
        let (input, output) = (Pipe(), try Capture(in: workshop.directory))
        process.standardInput = input
        process.standardOutput = output.handle
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(payload.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try output.text()
    }

    @Test func `a store in memory is refused`() throws {
        try workshop.write(document, to: "shop.json")
        let run = try workshop.run("import", "shop.json", "--into", ":memory:")
        #expect(run.status == 64)
        #expect(run.errors.contains("':memory:' would be gone with the command"))
        #expect(try workshop.names == ["shop.json"])
    }

    @Test func `a dry run counts, and writes nothing`() throws {
        try workshop.write(document, to: "shop.json")
        let run = try workshop.run("import", "shop.json", "--into", "a.sqlite", "--dry-run")
        #expect(run.status == 0)
        #expect(run.output.contains("Nothing was written"))
        #expect(try workshop.names == ["shop.json"])
        _ = try load(["shop.json"])
        try workshop.write(
            document.replacingOccurrences(of: #""name": "a""#, with: #""name": "z""#), to: "s.json")
        let second = try load(["s.json", "--dry-run"])
        #expect(second["User"]?["updated"] == 1)
        #expect(
            try workshop.rows("SELECT name FROM User ORDER BY userID LIMIT 1", in: "a.sqlite")
                == ["a"])
    }

    @Test func `a failure is reported with its location, and the import resumes after the repair`()
        throws
    {
        try workshop.write(lines(0..<20), to: "posts.json")
        #expect(try workshop.run("infer", "posts.json", "--save", "m.json").status == 0)
        try workshop.write(lines(0..<15) + "{\n" + lines(15..<20), to: "posts.json")
        let words = ["import", "posts.json", "--into", "a.sqlite", "--mapping", "m.json"]
        let first = try workshop.run(words + ["--batch", "10", "--strict"])
        #expect(first.status == 1)
        #expect(first.errorLines.last?.contains("at [15] (line 16, column 2)") == true)
        #expect(try workshop.rows("SELECT count(*) FROM Post", in: "a.sqlite") == ["15"])
        try workshop.write(lines(0..<20), to: "posts.json")
        let second = try workshop.run(words)
        #expect(second.status == 0)
        #expect(second.errors.contains("mercator: going on behind 15 records"), "\(second.errors)")
        #expect(second.output.contains("Records: 5 in 1 batch; 15 were in the store before"))
        #expect(try workshop.rows("SELECT count(*) FROM Post", in: "a.sqlite") == ["20"])
    }

    @Test func `lines that were appended are read, and what they add`() throws {
        try workshop.write(lines(0..<5), to: "posts.json")
        _ = try load(["posts.json"])
        try workshop.write(
            lines(0..<5) + #"{"id": 7, "title": "t", "userId": 2, "new": 1}"# + "\n",
            to: "posts.json")
        #expect(try load(["posts.json"])["Post"]?["inserted"] == 1)
        #expect(try workshop.rows("SELECT count(new) FROM Post", in: "a.sqlite") == ["1"])
    }

    @Test func `corrections and reports are those of infer`() throws {
        try workshop.write(document, to: "shop.json")
        let run = try workshop.run(
            "import", "shop.json", "--into", "a.sqlite", "--no-connect", "Post.userID",
            "--rename", "Post.title=heading", "--html", "r.html")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try workshop.rows("SELECT heading FROM Post ORDER BY postID LIMIT 1", in: "a.sqlite")
                == ["No. 1"])
        let page = try String(
            contentsOf: workshop.directory.appendingPathComponent("r.html"), encoding: .utf8)
        #expect(page.contains("<html") && page.contains("Post"))
        #expect(run.output.contains("Left out: total"), "\(run.output)")
    }

    @Test func `what is left out for one reason is one line`() throws {
        let nulls = "abcdef".map { "\"\($0)\": null" }.joined(separator: ", ")
        let posts = (1...3).map { #"{"id": \#($0), "title": "t\#($0)", \#(nulls), "tags": []}"# }
        try workshop.write(#"{"posts": [\#(posts.joined(separator: ", "))]}"#, to: "posts.json")
        for words in [["a.sqlite"], ["b.sqlite", "--json"]] {
            let run = try workshop.run(["import", "posts.json", "--into"] + words)
            let text = words.count == 1 ? run.output : run.errors
            let lines = text.split(separator: "\n").map {
                $0.replacing("mercator: ", with: "")
            }
            #expect(
                lines.filter { $0.hasPrefix("Left out") } == [
                    "Left out, always null: posts[].a, posts[].b, posts[].c and 3 more",
                    "Left out: posts[].tags, 3 times: always empty",
                ])
        }
    }

    @Test(
        arguments: [
            (["none.json"], "cannot read 'none.json': there is no such file", 1),
            (
                ["a.json", "--batch", "many"], "--batch expects a number of records, found 'many'",
                64
            ),
            (["a.json", "--mapping", "a.json"], "a.json", 1),
            (["a.json", "--id", "Nope=x"], "Nope", 64),
        ] as [([String], String, Int32)])
    func `what cannot work leaves no store`(
        words: [String], message: String, status: Int32
    ) throws {
        try workshop.write(#"[{"id": 1, "name": "a"}]"#, to: "a.json")
        let run = try Tool.run(["import"] + words + ["--into", "a.sqlite"], in: workshop.directory)
        #expect(run.status == status, "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try !workshop.names.contains("a.sqlite"))
    }
}
