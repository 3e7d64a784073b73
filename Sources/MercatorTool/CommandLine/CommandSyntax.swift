import Mercator

/// What a command is called and what may follow its name: the table that is both parsed by and
/// printed as help.
struct CommandSyntax {
    let name: String
    let summary: String
    var operands: [Operand] = []
    var options: [Option] = []

    /// A word that is not an option.
    struct Operand {
        let name: String
        /// Whether it stands for one word or more; only the last operand may.
        var isRepeated = false
        let help: String

        /// How the help spells it: `PAYLOAD…`.
        var spelling: String { isRepeated ? "\(name)…" : name }
    }

    /// A word that begins with `--`.
    struct Option {
        let name: String
        /// What its value is called in the help; `nil` for a flag.
        var valueName: String?
        var isRequired = false
        let help: String

        /// How the help spells it: `--into FILE`.
        var spelling: String { valueName.map { "\(name) \($0)" } ?? name }
    }

    static let help = Option(name: "--help", help: "Show this help.")

    /// The command as one types it: `mercator tour [--into FILE] [--keep]`.
    var synopsis: String {
        let options = options.map { $0.isRequired ? $0.spelling : "[\($0.spelling)]" }
        return (["mercator", name] + operands.map(\.spelling) + options).joined(separator: " ")
    }

    /// Everything about the command.
    var helpText: String {
        let rows =
            operands.map { [$0.name, $0.help] }
            + (options + [CommandSyntax.help]).map { [$0.spelling, $0.help] }
        return """
            \(summary)

            Usage: \(synopsis)

            \(TextTable(rows: rows).description)
            """
    }
}
