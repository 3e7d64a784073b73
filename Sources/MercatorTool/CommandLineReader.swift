import Mercator

/// Parses the command line into a command.
struct CommandLineReader {
    private static let commands: [any NamedCommand.Type] = [
        Tour.self, Infer.self, Import.self, Fetch.self, Schema.self, Show.self, Query.self,
        Search.self,
        Report.self, Seed.self, Diff.self, Explain.self, Model.self,
    ]
    let words: [String]

    /// Returns the command with its arguments.
    ///
    /// - Throws: ``UsageError`` if there is no such command, or its arguments are invalid.
    func read() throws(UsageError) -> any Command {
        guard let name = words.first else {
            throw UsageError(message: "no command is given", usage: Self.overview)
        }
        switch name {
        case "--version": return Message(text: "mercator \(Release.version)")
        case "--help", "-h", "help": return Message(text: Self.overview)
        default: break
        }
        guard let command = Self.commands.first(where: { $0.syntax.name == name }) else {
            let kind = name.hasPrefix("-") ? "option" : "command"
            let names = Self.commands.map { $0.syntax.name } + ["--help", "--version"]
            let advice = Suggestion.text(for: name, among: names)
            throw UsageError(
                message: "unknown \(kind) '\(name)'\(advice)", usage: Self.overview)
        }
        let arguments = try Arguments(Array(words.dropFirst()), for: command.syntax)
        if arguments.wantsHelp {
            return Message(text: command.syntax.helpText(width: Terminal.standardOutput.width))
        }
        return command.init(arguments: arguments)
    }

    private static var overview: String {
        let uses = commands.map { "  \($0.syntax.synopsis)\n      \($0.syntax.summary)" }
        return """
            Maps payloads to a graph of objects and keeps it in an SQLite file or a PostgreSQL database.

            Usage:
            \(uses.joined(separator: "\n"))
              mercator COMMAND --help
                  Shows what a command takes.
              mercator --version
                  Shows the version.
            """
    }
}
