import Mercator

/// The manual page in the `man` macros of roff, made from the syntax of the commands.
///
/// Source: man(7) and groff_char(7).
enum ManualPage {
    static var text: String {
        let corrections = Set(CorrectionOptions.all.map(\.name))
        let commands = CommandList.syntaxes.map { command($0, without: corrections) }
        let statuses = ExitStatus.allCases.map { item(bold("\($0.rawValue)"), $0.meaning) }
        return """
            .TH MERCATOR 1 "\(Release.date)" "mercator \(Release.version)"
            .SH NAME
            mercator \\- map payloads to a graph of objects
            .SH SYNOPSIS
            .B mercator
            .I COMMAND
            .RI [ ARGUMENT " .\\|.\\|.]"
            .SH DESCRIPTION
            \(escaped(CommandList.purpose))
            .P
            A
            .I STORE
            is the path of an SQLite file, or the URL of a PostgreSQL database.
            A payload
            .B \\-
            is read from standard input.
            .SH COMMANDS
            \(commands.joined(separator: "\n"))
            .SH CORRECTIONS
            Options that override decisions of an inference:
            \(CorrectionOptions.all.map(option).joined(separator: "\n"))
            .SH EXIT STATUS
            \(statuses.joined(separator: "\n"))
            .SH ENVIRONMENT
            \(environment.map { item(bold($0), $1) }.joined(separator: "\n"))
            .SH EXAMPLES
            .EX
            mercator import page.json \\-\\-into page.sqlite
            mercator show page.sqlite
            mercator infer page.json \\-\\-swift Page
            .EE
            """
    }

    private static let environment = [
        ("NO_COLOR", "If it is not empty, no escape sequences are written to a terminal."),
        ("CLICOLOR", "If it is 0, no escape sequences are written to a terminal."),
        ("TERM", "If it is empty or dumb, no escape sequences are written to a terminal."),
        ("COLUMNS", "The width to which tables are cut, instead of that of the terminal."),
        ("PGPASSWORD", "A password for PostgreSQL, as all variables of libpq."),
    ]

    private static func command(_ syntax: CommandSyntax, without others: Set<String>) -> String {
        let options = syntax.options.filter { !others.contains($0.name) }
        let note = options.count == syntax.options.count ? [] : [".P", "Takes CORRECTIONS, too."]
        let heading = [".SS \"\(escaped("mercator " + syntax.name))\"", escaped(syntax.summary)]
        let usage = [".P", ".RS", bold(syntax.synopsis), ".RE"]
        let operands = syntax.operands.map { item(italic($0.spelling), $0.help) }
        return (heading + usage + operands + options.map(option) + note)
            .joined(separator: "\n")
    }

    private static func option(_ option: CommandSyntax.Option) -> String {
        item(bold(option.spelling), option.help)
    }

    private static func item(_ heading: String, _ help: String) -> String {
        ".TP\n\(heading)\n\(escaped(help))"
    }

    private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    private static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// Returns a text that roff prints as it is, also at the beginning of a line.
    private static func escaped(_ text: String) -> String {
        let prefix = text.first == "." || text.first == "'" ? "\\&" : ""
        return text.unicodeScalars.reduce(into: prefix) { result, scalar in
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case _ where !scalar.isASCII:
                let code = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)]"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
