import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("The command line in a terminal, and in a pipe", .endsInTime)
struct TerminalTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// Runs the tool with a stream connected to a terminal of 60 columns.
    private func run(
        _ arguments: [String], _ stream: ReferenceWritableKeyPath<Process, Any?>,
        _ environment: [String: String]
    ) throws -> (text: String, status: Int32) {
        let terminal = try PseudoTerminal(columns: 60)
        let process = Tool.process(arguments, in: workshop.directory, environment)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process[keyPath: stream] = terminal.device
        try process.run()
        process.waitUntilExit()
        return (terminal.text(), process.terminationStatus)
    }

    @Test func `help and tables fit a terminal of 60 columns`() throws {
        try workshop.addTimeline()
        for arguments in [
            ["tour", "--help"], ["diff", "--help"],
            ["import", "timeline.json", "--into", "a.sqlite"],
        ] {
            let run = try run(arguments, \.standardOutput, ["TERM": "xterm", "COLUMNS": ""])
            let lines = run.text.split(whereSeparator: \.isNewline).map(String.init)
            #expect(run.status == 0)
            #expect(lines.count > 3)
            let table = lines.filter { $0.hasPrefix("  ") }
            #expect(!table.isEmpty)
            #expect(table.filter { $0.displayWidth > 60 } == [])
            #expect(!run.text.contains("\u{1B}"))
        }
    }

    @Test(
        arguments: [
            (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "dumb", "NO_COLOR": ""], false),
            (["TERM": "", "NO_COLOR": ""], false), (["TERM": "xterm", "NO_COLOR": "1"], false),
            (["TERM": "xterm", "NO_COLOR": "", "CLICOLOR": "0"], false),
        ] as [([String: String], Bool)])
    func `escapes are written only to a terminal that wants them`(
        environment: [String: String], hasEscapes: Bool
    ) throws {
        try workshop.write(#"{"id": 1, "title": "a"}"#, to: "a.ndjson")
        let run = try run(
            ["import", "a.ndjson", "--into", "a.sqlite"], \.standardError, environment)
        #expect(run.status == 0)
        #expect(run.text.contains("\u{1B}") == hasEscapes)
        #expect(run.text.contains("100 %"))
    }

    @Test func `pipes and files get no escapes`() throws {
        try workshop.addTimeline()
        for arguments in [
            ["import", "timeline.json", "--into", "a.sqlite"], ["show", "a.sqlite", "Status"],
            ["query", "a.sqlite", "Status group by lang: count"], ["infer", "timeline.json"],
            ["search", "a.sqlite", "the"], ["tour"], ["--help"], ["import", "--oops"],
        ] {
            let run = try Tool.run(
                arguments, in: workshop.directory,
                environment: ["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"])
            #expect(!(run.output + run.errors).isEmpty)
            #expect(!(run.output + run.errors).contains("\u{1B}"), "\(arguments)")
        }
    }

    @Test func `a reader that takes one line of much is no error`() throws {
        let tool = Tool.products.appendingPathComponent("mercator").path
        try workshop.write(
            (0..<20_000).map { #"{"id": \#($0), "text": "some text \#($0)"}"# }
                .joined(separator: "\n"), to: "p.ndjson")
        try #require(try workshop.run("import", "p.ndjson", "--into", "a.sqlite").status == 0)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "{ \"$0\" query a.sqlite P --lines; echo $? >status; } | head -n 1", tool,
        ]
        process.currentDirectoryURL = workshop.directory
        let (output, errors) = (
            try Capture(in: workshop.directory), try Capture(in: workshop.directory)
        )
        (process.standardOutput, process.standardError) = (output.handle, errors.handle)
        try process.run()
        process.waitUntilExit()
        #expect(try output.text().split(separator: "\n").count == 1)
        #expect(try errors.text() == "")
        #expect(try workshop.text(of: "status") == "0\n")
    }

    @Test func `a reader that has gone is no error, also if the signal is ignored`() throws {
        let tool = Tool.products.appendingPathComponent("mercator").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "trap '' PIPE; exec \"$0\" --help", tool]
        let (pipe, errors) = (Pipe(), try Capture(in: workshop.directory))
        process.standardOutput = pipe.fileHandleForWriting
        process.standardError = errors.handle
        try pipe.fileHandleForReading.close()
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(try errors.text() == "")
    }

    #if os(Linux)
        @Test func `a result that cannot be written is a failure`() throws {
            let process = Tool.process(["--help"], in: workshop.directory)
            let errors = try Capture(in: workshop.directory)
            process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
            process.standardError = errors.handle
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 1)
            #expect(try errors.text().hasPrefix("mercator: the result cannot be written: "))
        }
    #endif
}
