import Mercator

/// Parses the command line into a command.
struct CommandLineReader {
    let words: [String]

    /// Returns the command with its arguments.
    ///
    /// - Throws: ``UsageError`` if there is no such command, or its arguments are invalid.
    func read() throws(UsageError) -> any Command {
        guard let name = words.first else { return Message(text: Self.introduction) }
        switch name {
        case "--version": return Message(text: "mercator \(Release.version)")
        case "--help", "-h": return Message(text: Self.overview)
        case "help": return try help(on: words.dropFirst().first)
        default: break
        }
        let command = try Self.command(named: name)
        let arguments = try Arguments(Array(words.dropFirst()), for: command.syntax)
        return arguments.wantsHelp
            ? Self.help(on: command.syntax) : command.init(arguments: arguments)
    }

    private func help(on topic: String?) throws(UsageError) -> Message {
        switch topic {
        case nil: Message(text: Self.overview)
        case CommandList.exitCodes?: Message(text: "\(ExitStatus.table)")
        case let name?: Self.help(on: try Self.command(named: name).syntax)
        }
    }

    private static func help(on syntax: CommandSyntax) -> Message {
        Message(text: syntax.helpText(width: Terminal.standardOutput.width))
    }

    private static func command(named name: String) throws(UsageError) -> any NamedCommand.Type {
        guard let command = CommandList.all.first(where: { $0.syntax.name == name }) else {
            let kind = name.hasPrefix("-") ? "option" : "command"
            let names = CommandList.syntaxes.map(\.name) + CommandList.others.map(\.0)
            let advice = Suggestion.text(for: name, among: names)
            throw UsageError(message: "unknown \(kind) '\(name)'\(advice)", usage: overview)
        }
        return command
    }

    /// The text without a command.
    private static let introduction = """
        \(CommandList.purpose)

        Import a payload, look into the file, and keep what was inferred as a Swift package:
          mercator import page.json --into page.sqlite
          mercator show page.sqlite
          mercator infer page.json --swift Page

        'mercator --help' lists all commands, 'mercator tour' shows in a minute what they do.
        """

    private static var overview: String {
        let uses =
            CommandList.syntaxes.map { ($0.synopsis, $0.summary) } + [
                ("mercator COMMAND --help", "Shows what a command takes."),
                ("mercator help \(CommandList.exitCodes)", "Shows the exit statuses."),
                ("mercator --version", "Shows the version."),
            ]
        return """
            \(CommandList.purpose)

            Usage:
            \(uses.map { "  \($0)\n      \($1)" }.joined(separator: "\n"))
            """
    }
}
