/// What the commands about timelines have in common on the command line.
enum TimelineSyntax {
    /// The response to read.
    static let payload = CommandSyntax.Operand(
        name: "PAYLOAD", help: "The response: a JSON file with 'statuses'.")

    /// The file to keep it in.
    static func file(_ help: String) -> CommandSyntax.Option {
        .init(name: "--into", valueName: "FILE", isRequired: true, help: help)
    }

    /// How to print what came of it.
    static func json(_ what: String) -> CommandSyntax.Option {
        .init(name: "--json", help: "Print the \(what) as one JSON object.")
    }
}
