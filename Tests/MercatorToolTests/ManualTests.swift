import Foundation
import TestSupport
import Testing

@Suite("The manual page and the exit statuses", .endsInTime)
struct ManualTests {
    private static let checkers = [
        ["/usr/bin/groff", "-man", "-Tutf8", "-ww"],
        ["/usr/bin/mandoc", "-T", "lint", "-W", "warning"],
    ].filter { FileManager.default.isExecutableFile(atPath: $0[0]) }

    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test(
        .enabled(if: !checkers.isEmpty, "neither groff nor mandoc is installed"),
        arguments: checkers)
    func `the page is correct roff`(checker: [String]) throws {
        try workshop.write(try workshop.run("manual").output, to: "mercator.1")
        let process = Process()
        process.executableURL = URL(filePath: checker[0])
        process.arguments = checker.dropFirst() + ["mercator.1"]
        process.currentDirectoryURL = workshop.directory
        let (page, errors) = (
            try Capture(in: workshop.directory), try Capture(in: workshop.directory)
        )
        (process.standardOutput, process.standardError) = (page.handle, errors.handle)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try errors.text() == "")
        // mandoc prints what is wrong, groff the page.
        let text = try page.text()
        #expect(
            checker[0].hasSuffix("groff") ? text.contains("MERCATOR(1)") : text.isEmpty, "\(text)")
    }

    @Test func `the page has each command with its options, as help has them`() throws {
        let page = try workshop.run("manual").output.replacing("\\-", with: "-")
        let overview = try workshop.run("help").output
        let commands = overview.split(separator: "\n").compactMap { line in
            line.hasPrefix("  mercator ") ? line.split(separator: " ")[1] : nil
        }.filter { $0.allSatisfy(\.isLetter) && !["COMMAND", "help"].contains($0) }
        #expect(commands.count > 10)
        for command in commands {
            #expect(page.contains(".SS \"mercator \(command)\""))
            let help = try workshop.run("help", String(command)).output
            for word in help.split(whereSeparator: \.isNewline).compactMap({ line in
                line.split(separator: " ").first { $0.hasPrefix("--") }
            }) where line(help, begins: word) && word != "--help" {
                #expect(page.contains("\n.TP\n\\fB\(word)"), "\(command) \(word)")
            }
        }
    }

    /// Tests whether a line of a help begins with an option.
    private func line(_ help: String, begins word: Substring) -> Bool {
        help.contains("\n  \(word)")
    }

    @Test func `the statuses are the same in help, the manual and the guide`() throws {
        let guide = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../Guides/CommandLine.md")
                .standardized, encoding: .utf8)
        let page = try workshop.run("manual").output
        let lines = try workshop.run("help", "exit-codes").output.split(separator: "\n")
        let table = lines.map { line in
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            return (words[0], words[1].trimmingCharacters(in: .whitespaces))
        }
        #expect(table.map(\.0) == ["0", "1", "2", "3", "64"])
        let rows = guide.split(separator: "\n").drop { !$0.hasPrefix("| status |") }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }
        #expect(rows.map { $0.replacing("`", with: "'") } == table.map { "| \($0) | \($1) |" })
        for (status, meaning) in table {
            let escaped = meaning.replacing("-", with: "\\-").replacing("'", with: "\\(aq")
            #expect(page.contains("\n.TP\n\\fB\(status)\\fR\n\(escaped)\n"))
        }
    }
}
