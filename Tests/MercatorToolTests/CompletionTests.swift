import Foundation
import TestSupport
import Testing

@Suite("Completion by shells", .endsInTime)
struct CompletionTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        try workshop.write("[]", to: "a.json")
        try workshop.write("[]", to: "two words.json")
        try workshop.write("", to: "a.sqlite")
        try FileManager.default.createDirectory(
            at: workshop.directory.appendingPathComponent("app"), withIntermediateDirectories: true)
    }

    /// The ends of lines, with the words that are offered.
    private static let lines: [(line: [String], words: [String])] = [
        (["im"], ["import"]),
        (["se"], ["search", "seed"]),
        (["--ver"], ["--version"]),
        (["help", "exit"], ["exit-codes"]),
        (["completions", ""], ["bash", "fish", "zsh"]),
        (["import", "a.js"], ["a.json"]),
        (["import", "a.json", "a.s"], ["a.sqlite"]),
        (["import", "--in"], ["--into"]),
        (["import", "a.json", "--into", "a.s"], ["a.sqlite"]),
        (["import", "--on-new", ""], ["add", "fail", "report"]),
        (["import", "--into", "b", "--on-type", "w"], ["widen"]),
        (["import", "--batch", "a"], []),
        (["import", "--dry-run", "a.js"], ["a.json"]),
        (["infer", "--swift", "a"], ["app"]),
        (["infer", "--why", "a.js"], ["a.json"]),
        (["show", "a.s"], ["a.sqlite"]),
        (["show", "a.sqlite", "a"], []),
        (["show", "a.sqlite", "--li"], ["--limit", "--lines"]),
        (["query", "a.sqlite", "--sort", "a"], []),
        (["fetch", "a"], []),
        (["manual", "--"], ["--help"]),
    ]

    /// Requires the words of each line of a shell, with a folder's slash left out.
    private func check(_ shell: ShellOffers) throws {
        for (line, words) in Self.lines {
            let offers = try shell.words(after: ["mercator"] + line, in: workshop)
            #expect(offers.map { $0.trimmingSuffix("/") } == words, "\(line)")
        }
    }

    @Test(.enabled(if: ShellOffers.bash.path != nil, "bash is not installed"))
    func `bash completes commands, options, values and files`() throws {
        try check(.bash)
        for (line, words) in [
            (["import", "--into", "="], ["a.json", "a.sqlite", "app", "two words.json"]),
            (["import", "--into", "=", "a.s"], ["a.sqlite"]),
            (["import", "--into", "=", "b", "tw"], ["two words.json"]),
        ] {
            let offers = try ShellOffers.bash.words(after: ["mercator"] + line, in: workshop)
            #expect(offers == words, "\(line)")
        }
    }

    @Test(.enabled(if: ShellOffers.zsh.path != nil, "zsh is not installed"))
    func `zsh completes commands, options, values and files`() throws {
        try check(.zsh)
        let offers = try ShellOffers.zsh.words(
            after: ["mercator", "import", "--on-new=r"], in: workshop)
        #expect(offers == ["report"])
    }

    @Test(.enabled(if: ShellOffers.fish.path != nil, "fish is not installed"))
    func `fish completes commands, options, values and files`() throws {
        try check(.fish)
        let offers = try ShellOffers.fish.words(
            after: ["mercator", "import", "--into=a.s"], in: workshop)
        #expect(offers == ["a.sqlite"])
    }

    @Test func `a shell that is not known is a mistake`() throws {
        let run = try workshop.run("completions", "ksh")
        #expect(run.status == 64)
        #expect(run.errorLines == ["mercator: expected bash|zsh|fish, found 'ksh'"])
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
    }
}
