import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("The command line", .endsInTime)
struct UsageTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test(arguments: ["--help", "-h", "help"])
    func `help lists the commands`(word: String) throws {
        let run = try workshop.run(word)
        #expect(run.status == 0)
        #expect(run.output.contains("mercator tour [--into STORE] [--keep]"))
        #expect(run.output.contains("mercator diff PAYLOAD --into STORE [--json]"))
        #expect(
            run.output.contains(
                "mercator seed PAYLOAD_OR_FOLDER… --into STORE [--replace] [--json]"))
        #expect(run.output.contains("mercator import PAYLOAD_OR_FOLDER… --into STORE [OPTION …]"))
        #expect(run.output.contains("mercator explain PAYLOAD [--into STORE] [--json]"))
        #expect(
            run.output.contains("mercator model PATH [--mermaid] [--swift] [--of-version NAME]"))
        #expect(run.errors.isEmpty)
    }

    @Test func `without a command, three things to do are shown`() throws {
        let run = try Tool.run([], in: workshop.directory)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        let commands = run.output.split(separator: "\n").filter { $0.hasPrefix("  mercator ") }
            .map { $0.split(separator: " ").dropFirst().map(String.init) }
        #expect(commands.map(\.first) == ["import", "show", "infer"])
        // They do what they say.
        try workshop.addTimeline()
        let names = (from: workshop.directory.appendingPathComponent("timeline.json"), "page.json")
        try FileManager.default.moveItem(
            at: names.from, to: workshop.directory.appendingPathComponent(names.1))
        for command in commands { #expect(try workshop.run(command).status == 0) }
        #expect(try Set(workshop.names).isSuperset(of: ["Page", "page.json", "page.sqlite"]))
    }

    @Test func `help on a command is its help`() throws {
        let run = try workshop.run("help", "tour")
        #expect(run.status == 0)
        #expect(try run.output == workshop.run("tour", "--help").output)
    }

    @Test func `the usage of a command with many options is short`() throws {
        let run = try workshop.run("infer", "--wy")
        #expect(
            run.errorLines == [
                "mercator: unknown option '--wy'; did you mean '--why'?",
                "Usage: mercator infer PAYLOAD_OR_FOLDER… [OPTION …]",
                "See 'mercator infer --help'.",
            ])
    }

    @Test(arguments: ["tour", "seed", "import", "fetch", "diff", "explain"])
    func `each command explains its options`(command: String) throws {
        let run = try workshop.run(command, "--help")
        #expect(run.status == 0)
        #expect(run.output.contains("Usage: mercator \(command)"))
        #expect(run.output.contains("--into STORE  "))
    }

    @Test(arguments: [
        "infer", "import", "fetch", "schema", "show", "query", "search", "report", "diff",
    ])
    func `the guide names each option that is not a correction`(command: String) throws {
        let help = try workshop.run(command, "--help").output
        let options = help.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first.map(String.init)
        }.filter { $0.hasPrefix("--") && $0 != "--help" }
        let guides = try ["CommandLine", "HowInferenceDecides", "AMinuteWithYourData"].map {
            try String(
                contentsOf: URL(filePath: #filePath).appending(path: "../../../Guides/\($0).md")
                    .standardized, encoding: .utf8)
        }.joined()
        #expect(!options.isEmpty)
        #expect(options.filter { !guides.contains($0) } == [])
    }

    @Test
    func `the version is one line`() throws {
        let run = try workshop.run("--version")
        #expect(run.status == 0)
        #expect(run.output.split(separator: " ").first == "mercator")
        #expect(run.output.count(where: \.isNewline) == 1)
        let changelog = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../Guides/Changelog.md")
                .standardized, encoding: .utf8)
        let version = run.output.dropFirst("mercator ".count).dropLast()
        #expect(changelog.contains("\n## [\(version)] - \(Release.date)\n"))
    }

    @Test(
        arguments: [
            (["help", "imprt"], "unknown command 'imprt'; did you mean 'import'?"),
            (["imprt"], "unknown command 'imprt'; did you mean 'import'?"),
            (["frobnicate"], "unknown command 'frobnicate'"),
            (["--versoin"], "unknown option '--versoin'; did you mean '--version'?"),
            (["tour", "--keeep"], "unknown option '--keeep'; did you mean '--keep'?"),
            (["tour", "--keep=yes"], "--keep takes no value"),
            (["tour", "--into"], "--into needs a value: --into STORE"),
            (["tour", "--into", "--keep"], "--into needs a value: --into STORE"),
            (["tour", "--into="], "--into needs a value: --into STORE"),
            (["tour", "--into", "a", "--into", "b"], "--into is given twice"),
            (["tour", "somewhere"], "unexpected argument 'somewhere'"),
            (["diff"], "PAYLOAD is missing"),
            (["import", "--", "--json"], "--into STORE is missing"),
            (["diff", "a.json"], "--into STORE is missing"),
            (["seed", "--into", "s"], "PAYLOAD_OR_FOLDER is missing"),
            (["seed", "a.json", "b.json"], "--into STORE is missing"),
            (["import", "a.ndjson"], "--into STORE is missing"),
            (["import", "--into", "s"], "PAYLOAD_OR_FOLDER is missing"),
            (["explain"], "PAYLOAD is missing"),
            (["model"], "PATH is missing"),
            (["explain", "a.json", "--replace"], "unknown option '--replace'"),
        ] as [([String], String)])
    func `what is not understood is said, with the usage`(
        words: [String], message: String
    ) throws {
        let run = try Tool.run(words, in: workshop.directory)
        #expect(run.status == 64)
        #expect(run.errorLines.first == "mercator: \(message)")
        #expect(run.errors.contains("Usage:"))
        #expect(run.output.isEmpty)
        #expect(try workshop.names.isEmpty)
    }
}
