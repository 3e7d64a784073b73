import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("mercator infer", .endsInTime)
struct InferTests {
    private let workshop: Workshop

    /// Posts of two users, one of whom lives at an address.
    private static let blog = """
        {"posts": [{"id": 10, "userId": 1, "title": "Maps"}, {"id": 11, "userId": 2, "title": "A"}],
         "users": [{"id": 1, "name": "Anna", "address": {"city": "Bern", "zip": "3000"}},
                   {"id": 2, "name": "Ben", "address": {"city": "Lyon", "zip": "69001"}}],
         "page": 1}
        """

    init() throws {
        workshop = try Workshop()
        try workshop.write(Self.blog, to: "blog.json")
    }

    private func infer(_ arguments: String..., environment: [String: String] = [:]) throws
        -> Tool.Run
    {
        try Tool.run(
            ["infer", "blog.json"] + arguments, in: workshop.directory, environment: environment)
    }

    // MARK: The table

    @Test func `the table has entities, connections, hints, and what is left out`() throws {
        let run = try infer()
        #expect(run.status == 0)
        #expect(run.errors == "")
        let lines = run.output.split(separator: "\n")
        #expect(lines[0] == "1 document, 269 bytes, 4 records → 2 entities, 1 connection")
        #expect(run.output.contains("→ User  1.00 (the name; 2 of 2 values found)"))
        #expect(run.output.contains("all 2 are numbers; --type User.addressZip=integer64"))
        #expect(run.output.contains("  page  1  beside the records"))
        #expect(lines.last == "Import it:  mercator import blog.json --into blog.sqlite")
        #expect(try workshop.names == ["blog.json"])
    }

    @Test(arguments: [60, 80, 120])
    func `the table fits the terminal, and loses no name`(columns: Int) throws {
        let long = "averyLongNameOfAMemberThatNeedsAlmostAllOfTheRoomInAnyTerminalOfAKind"
        try workshop.write(#"[{"id": 1, "\#(long)": {"\#(long)": "x"}}]"#, to: "long.json")
        for options in [[], ["--why"]] {
            for name in ["blog.json", "long.json"] {
                let run = try Tool.run(
                    ["infer", name] + options, in: workshop.directory,
                    environment: ["COLUMNS": "\(columns)"])
                let lines = run.output.split(separator: "\n").map(String.init)
                #expect(run.status == 0)
                #expect(lines.filter { $0.displayWidth > columns } == [])
                // An ellipsis stands for letters, never for the space between columns.
                #expect(!run.output.contains(" …"))
            }
        }
        let narrow = try infer(environment: ["COLUMNS": "\(columns)"])
        #expect(narrow.output.contains("address.city"))
        #expect(narrow.output.contains("4 records"))
    }

    @Test func `records without a name of their own say so in words`() throws {
        try workshop.write(#"{"a": 1}"#, to: "one.json")
        let run = try workshop.run("infer", "one.json")
        #expect(run.output.contains("at the top  identified by the name of the source"))
    }

    @Test(
        arguments: [
            ("[]", "nothing to map: an empty array"), ("3", "a number, no record"),
            ("[[1, 2], [3, 4]]", "nothing to map: an array of arrays, no records"),
            ("{}", "nothing to map: an empty object"), ("\"a\"", "a text, no record"),
        ])
    func `without records, what was seen is said, and what can be tried`(
        text: String, reason: String
    ) throws {
        try workshop.write(text, to: "none.json")
        let run = try workshop.run("infer", "none.json")
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(run.errorLines.first == "mercator: none.json: \(reason)")
        #expect(run.errorLines.last?.hasPrefix("  Try a payload with objects in it") == true)
    }

    // MARK: Reasons

    @Test(
        arguments: [
            (
                ["--why", "Post.userID"],
                ["connects to User.userID", "undo it: --no-connect Post."]
            ),
            (["--why", "Post"], ["Post is identified by id", "Post.userID connects to"]),
            (["--why=User.name"], ["User.name is of type string", "rule T1", "2 of 2 records"]),
            (["--why", "users"], ["User is identified by id"]),
            (["--why", "users[]"], ["User is identified by id"]),
            (["--why"], ["Post is identified by id", "User is identified by id"]),
        ] as [([String], [String])])
    func `the reasons of all decisions, or of those about a name`(
        words: [String], expected: [String]
    ) throws {
        for arguments in [["infer", "blog.json"] + words, ["infer"] + words + ["blog.json"]] {
            let run = try Tool.run(arguments, in: workshop.directory)
            #expect(run.status == 0)
            for text in expected { #expect(run.output.contains(text), "\(run.output)") }
        }
    }

    @Test(
        arguments: [
            ("Pots", "; did you mean 'Post'?"), ("Post.userId", "; did you mean 'Post.userID'?"),
            ("User.nam", "; did you mean 'User.name'?"), ("zzzzzzzzzzzz", ""),
        ])
    func `a name about which nothing was decided is an error`(
        name: String, advice: String
    ) throws {
        let run = try infer("--why", name)
        #expect(run.status != 0)
        #expect(run.output == "")
        #expect(run.errorLines == ["mercator: nothing was decided about '\(name)'\(advice)"])
    }

    // MARK: Mapping files

    @Test func `a check finds no difference, or says it with status 2`() throws {
        #expect(try infer("--save", "m.json").status == 0)
        let same = try infer("--check", "m.json")
        #expect(same.status == 0)
        #expect(same.output == "")
        let saved = try String(
            contentsOf: workshop.directory.appendingPathComponent("m.json"), encoding: .utf8)
        try workshop.write(
            Self.blog.replacing("\"title\": \"A\"", with: "\"title\": \"A\", \"words\": 3"),
            to: "blog.json")
        let other = try infer("--check", "m.json")
        #expect(other.status == 2)
        #expect(other.output.contains("Post.words"))
        #expect(other.output.split(separator: "\n").count == 1)
        #expect(other.errorLines == ["mercator: the mapping would change"])
        let kept = try String(
            contentsOf: workshop.directory.appendingPathComponent("m.json"), encoding: .utf8)
        #expect(kept == saved)
        #expect(try infer("--update", "m.json").status == 0)
        #expect(try infer("--check", "m.json").status == 0)
    }

    @Test func `a file to check that is not there, or that is none, is an error`() throws {
        let missing = try infer("--check", "m.json")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("m.json"))
        let other = try infer("--check", "blog.json")
        #expect(other.status != 0 && other.status != 2)
        #expect(other.output == "")
    }

    @Test func `the advice on a mapping file with a trailing comma is for a file`() throws {
        try workshop.write("{\"mercator\": {\"mapping\": 1},\n}", to: "m.json")
        let run = try infer("--check", "m.json")
        #expect(run.status == 1)
        #expect(run.errors.contains("line 2, column 1"))
        #expect(run.errors.hasSuffix("remove the comma\n"), "\(run.errors)")
    }

    @Test func `only one result is printed`() throws {
        let run = try infer("--json", "--mermaid")
        #expect(run.status == 64)
        #expect(run.errors.contains("--json and --mermaid are different results"))
    }

    // MARK: Folders

    @Test func `files of a folder that are no payloads are passed over with a note`() throws {
        let folder = workshop.directory.appendingPathComponent("pages")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try workshop.write("# Notes", to: "pages/README.md")
        try workshop.write("", to: "pages/empty.json")
        let none = try workshop.run("infer", "pages")
        #expect(none.status == 1)
        #expect(none.errorLines.count == 1)
        try workshop.write(Self.blog, to: "pages/blog.json")
        let run = try workshop.run("infer", "pages")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("1 document, 269 bytes, 4 records"))
        #expect(
            run.errorLines == [
                "mercator: passed over: README.md: expected JSON, lines of JSON, XML, a property list "
                    + "or a form, found other text",
                "mercator: passed over: empty.json: the file is empty",
            ])
        try workshop.write(#"{"a":"#, to: "pages/broken.json")
        #expect(try workshop.run("infer", "pages").status == 1)
    }

    // MARK: Other results

    @Test func `the JSON is one object, the same every time`() throws {
        let run = try infer("--json")
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "mercator", "sources", "entities", "decisions", "leftovers", "routes", "limits",
            ])
        #expect(try infer("--json").output == run.output)
    }

    @Test func `the model is drawn as text and as a picture, and a page is written`() throws {
        let diagram = try infer("--mermaid", "--svg", "a.svg", "--html", "a.html", "--no-values")
        #expect(diagram.status == 0)
        #expect(diagram.output.hasPrefix("classDiagram\n"))
        #expect(try workshop.names == ["a.html", "a.svg", "blog.json"])
        let page = try String(
            contentsOf: workshop.directory.appendingPathComponent("a.html"), encoding: .utf8)
        #expect(page.contains("<svg"))
        #expect(!page.contains("Bern"))
        let shown = try infer("--html", "b.html")
        #expect(shown.status == 0)
        let values = try String(
            contentsOf: workshop.directory.appendingPathComponent("b.html"), encoding: .utf8)
        #expect(values.contains("Bern"))
    }

    @Test(arguments: [
        ["--html", "none/a.html"], ["--svg", "none/a.svg"], ["--save", "none/m"],
    ])
    func `a file that cannot be written is an error`(words: [String]) throws {
        let run = try Tool.run(["infer", "blog.json"] + words, in: workshop.directory)
        #expect(run.status == 1)
        #expect(run.errors.contains("none/"))
    }

    // MARK: Corrections

    @Test func `corrections can be repeated`() throws {
        let run = try infer(
            "--type", "User.addressZip=integer64", "--type", "Post.title=string:trimmed",
            "--rename", "User.name=fullName", "--rename", "Post.title=headline")
        #expect(run.status == 0)
        for name in ["addressZip   integer64", "fullName", "headline"] {
            #expect(run.output.contains(name), "\(run.output)")
        }
    }

    @Test func `the command that is advised has the corrections`() throws {
        let renamed = try infer("--keep-rest", "--rename", "User.name=fullName")
        #expect(
            renamed.output.hasSuffix(
                """
                Import it:  mercator import blog.json --rename User.name=fullName --keep-rest \
                --into blog.sqlite

                """), "\(renamed.output)")
        let many = try infer(
            "--rename", "User.name=theFullNameOfTheUser", "--rename", "Post.title=x")
        #expect(
            many.output.hasSuffix(
                """
                Import it:
                  mercator import blog.json \\
                    --rename User.name=theFullNameOfTheUser \\
                    --rename Post.title=x \\
                    --into blog.sqlite

                """), "\(many.output)")
    }

    @Test(
        arguments: [
            (["--type", "Nope.x=date"], "no entity 'Nope'"),
            (["--id", "Pst=id"], "no entity 'Pst'; did you mean 'Post'?"),
            (["--id", "Post=idd"], "Post has no 'idd'; did you mean 'id'?"),
            (["--map", "usrs"], "no such place in the payloads; did you mean 'users'?"),
            (["--same", "posts[]=users[].address"], "no identity that both have"),
            (["--type", "User.name"], "--type"), (["--confidence", "x"], "--confidence"),
        ] as [([String], String)])
    func `a correction that fits nothing is an error with the nearest spelling`(
        words: [String], message: String
    ) throws {
        let run = try Tool.run(["infer", "blog.json"] + words, in: workshop.directory)
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    // MARK: Pipes

    @Test func `infer into a reader that has gone is silent`() throws {
        let keys = (0..<400).map { "\"key\($0)\": {\"id\": \($0), \"a\": 1}" }
        try workshop.write("[{\"id\": 1, \(keys.joined(separator: ", "))}]", to: "wide.json")
        for words in [["infer", "wide.json"], ["infer", "wide.json", "--json"]] {
            let (pipe, errors) = (Pipe(), try Capture(in: workshop.directory))
            let process = Tool.process(words, in: workshop.directory)
            process.standardOutput = pipe.fileHandleForWriting
            process.standardError = errors.handle
            try pipe.fileHandleForReading.close()
            try process.run()
            process.waitUntilExit()
            let isQuiet =
                process.terminationReason == .uncaughtSignal
                ? process.terminationStatus == SIGPIPE : process.terminationStatus == 0
            #expect(isQuiet)
            #expect(try errors.text() == "")
        }
    }
}
