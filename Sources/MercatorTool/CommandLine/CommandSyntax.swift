import Mercator

/// The syntax of a command: the table that determines both parsing and help.
struct CommandSyntax {
    let name: String
    let summary: String
    var operands: [Operand] = []
    var options: [Option] = []

    /// A positional argument.
    struct Operand {
        let name: String
        /// Indicates whether the operand accepts one or more words; only the last one may.
        var isRepeated = false
        let help: String

        /// The spelling in help: `PAYLOAD…`.
        var spelling: String { isRepeated ? "\(name)…" : name }
    }

    /// An argument that begins with `--`.
    struct Option {
        let name: String
        /// The placeholder for the value in help, or `nil` for a flag.
        var valueName: String?
        var isRequired = false
        let help: String

        /// The spelling in help: `--into FILE`.
        var spelling: String { valueName.map { "\(name) \($0)" } ?? name }
    }

    static let help = Option(name: "--help", help: "Show this help.")

    /// The usage line: `mercator tour [--into FILE] [--keep]`.
    var synopsis: String {
        let options = options.map { $0.isRequired ? $0.spelling : "[\($0.spelling)]" }
        return (["mercator", name] + operands.map(\.spelling) + options).joined(separator: " ")
    }

    /// The complete help.
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
