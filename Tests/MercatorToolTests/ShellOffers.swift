import Foundation
import Testing

/// A shell that has the tool's script, and is asked what it offers for the end of a line.
enum ShellOffers: String, CaseIterable, CustomTestStringConvertible {
    case bash, zsh, fish

    var testDescription: String { rawValue }

    /// The path of the shell; `nil` where it is not installed.
    var path: String? {
        ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns the sorted words that the shell offers for the last of some words.
    func words(after line: [String], in workshop: Workshop) throws -> [String] {
        let script = try workshop.run("completions", rawValue)
        try #require(script.status == 0 && script.errors == "")
        try workshop.write(script.output, to: ".script")
        try workshop.write(program, to: ".program")
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        let options = [.bash: ["--norc"], .zsh: ["-f"], .fish: ["--no-config"]][self] ?? []
        let words = self == .bash ? line : [line.joined(separator: " ")]
        process.arguments = options + [".program"] + words
        process.currentDirectoryURL = workshop.directory
        let (output, errors) = (
            try Capture(in: workshop.directory), try Capture(in: workshop.directory)
        )
        (process.standardOutput, process.standardError) = (output.handle, errors.handle)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try errors.text() == "")
        // What follows a tab is a description of fish, which also repeats '--into='.
        return try output.text().split(separator: "\n").map { offer in
            String(offer.prefix { $0 != "\t" }.split(separator: "=").last ?? "")
        }.filter { !$0.hasPrefix(".") }.sorted()
    }

    private var program: String {
        switch self {
        case .bash:
            """
            source .script
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            $(complete -p mercator | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
            for word in "${COMPREPLY[@]}"; do echo "$word"; done
            """
        case .zsh:
            // A shell within the shell, whose function 'compadd' writes down what it is given.
            #"""
            zmodload zsh/zpty
            zpty inner zsh -f -i
            zpty -w inner 'PROMPT=; autoload -U compinit; compinit -u -D; source ./.script'
            zpty -w inner 'compadd() {
                if [[ " ${@[1,(i)(-|--)]} " != *" -"[OAD]" "* ]]; then
                    local -a hits
                    builtin compadd -A hits "$@"
                    print -rl -- $hits >>.offers
                fi
                builtin compadd "$@"
            }
            comppostfuncs=(exit); bindkey "^I" complete-word; : >.offers; : >.ready'
            while [[ ! -e .ready ]]; do sleep 0.01; done
            zpty -w -n inner "$1"$'\t'
            while zpty -r inner shown; do :; done
            sort -u .offers
            """#
        case .fish:
            """
            source .script
            complete -C "$argv[1]"
            """
        }
    }
}
