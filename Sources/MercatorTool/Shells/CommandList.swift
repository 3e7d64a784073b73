/// The commands of the tool, in the order of help.
enum CommandList {
    static let all: [any NamedCommand.Type] = [
        Tour.self, Infer.self, Import.self, Fetch.self, Schema.self, Show.self, Query.self,
        Search.self, Report.self, Seed.self, Diff.self, Explain.self, Model.self,
        Completions.self, Manual.self,
    ]

    static var syntaxes: [CommandSyntax] { all.map { $0.syntax } }

    /// The words other than commands that may come first, with their effects.
    static let others = [
        ("help", "Shows all commands, the options of one, or with exit-codes the exit statuses."),
        ("--help", "Shows all commands."),
        ("--version", "Shows the version."),
    ]

    /// The words that may follow `help`.
    static var topics: [String] { syntaxes.map(\.name) + [exitCodes] }
    static let exitCodes = "exit-codes"

    /// The purpose of the tool, in a sentence.
    static let purpose =
        "Maps payloads to a graph of objects and keeps it in an SQLite file or a PostgreSQL database."
}
