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
        /// Indicates whether the operand, and all operands after it, may be absent.
        var isOptional = false
        /// Indicates whether the operand accepts any number of words; only the last one may.
        var isRepeated = false
        /// The name of an option that replaces the operand, and all operands after it.
        var replacement: String?
        let help: String

        /// The spelling in help: `PAYLOAD…`.
        var spelling: String { isRepeated ? "\(name)…" : name }
    }

    /// An argument that begins with `--`.
    struct Option {
        let name: String
        /// The placeholder for the value in help, or `nil` for a flag.
        var valueName: String?
        /// Indicates whether the option may be given without its value: `--why`, `--why NAME`.
        var isValueOptional = false
        /// Indicates whether the option may be given more than once.
        var isRepeated = false
        var isRequired = false
        /// The name in earlier versions, which is still accepted with some values.
        var earlierName: String?
        var isEarlierValue: @Sendable (String) -> Bool = { _ in true }
        let help: String

        /// Tests for the name, or the earlier name with a value that fits.
        func isNamed(_ name: String, with value: String) -> Bool {
            self.name == name || earlierName == name && isEarlierValue(value)
        }

        /// The spelling in help: `--into FILE`, `--why [NAME]`, `--id NAME=ATTRIBUTE …`.
        var spelling: String {
            guard let valueName else { return name }
            return "\(name) \(isValueOptional ? "[\(valueName)]" : valueName)"
                + (isRepeated ? " …" : "")
        }
    }

    static let help = Option(name: "--help", help: "Show this help.")

    /// The names of the options that need a value.
    var valuedOptions: [String] {
        options.filter { $0.valueName != nil && !$0.isValueOptional }.map(\.name)
    }

    /// The number of operands that have to be given.
    var requiredOperands: Int { operands.prefix { !$0.isOptional }.count }

    /// The maximum number of optional options shown in a usage line.
    private static let shownOptions = 8

    /// The usage line: `mercator show FILE [ENTITY [KEY]] [--limit N]`, or with `[OPTION …]` if
    /// there are many.
    var synopsis: String {
        let required = operands.prefix(requiredOperands).map(\.spelling)
        let optional = operands.dropFirst(requiredOperands).reversed().reduce("") {
            $0.isEmpty ? "[\($1.spelling)]" : "[\($1.spelling) \($0)]"
        }
        let optionals = self.options.filter { !$0.isRequired }.map { "[\($0.spelling)]" }
        let options =
            self.options.filter(\.isRequired).map(\.spelling)
            + (optionals.count > Self.shownOptions ? ["[OPTION …]"] : optionals)
        return (["mercator", name] + required + (optional.isEmpty ? [] : [optional]) + options)
            .joined(separator: " ")
    }

    /// Returns the complete help for a terminal of a width.
    func helpText(width: Int?) -> String {
        // All lines but the first are indented.
        let usageWidth = width.map { $0 - 4 } ?? .max
        let rows =
            operands.map { [$0.name, $0.help] }
            + (options + [CommandSyntax.help]).map { [$0.spelling, $0.help] }
        return """
            \(summary.wrapped(to: width ?? .max).joined(separator: "\n"))

            \("Usage: \(synopsis)".wrapped(to: usageWidth).joined(separator: "\n    "))

            \(TextTable(rows: CommandSyntax.wrapped(rows, to: width)))
            """
    }

    /// Wraps the second column onto continuation rows at the terminal's width.
    private static func wrapped(_ rows: [[String]], to width: Int?) -> [[String]] {
        guard let width else { return rows }
        let first = rows.map { $0[0].displayWidth }.max() ?? 0
        let room = max(24, width - first - 4)
        return rows.flatMap { row in
            row[1].wrapped(to: room).enumerated().map { [$0 == 0 ? row[0] : "", $1] }
        }
    }
}
