/// Arguments shared by the commands for timelines.
enum TimelineSyntax {
    /// The payload to read.
    static let payload = CommandSyntax.Operand(
        name: "PAYLOAD", help: "The response: a JSON file with 'statuses'.")

    /// The store.
    static func file(_ help: String) -> CommandSyntax.Option {
        .init(name: "--into", valueName: "FILE", isRequired: true, help: help)
    }

    /// The flag for JSON output.
    static func json(_ what: String) -> CommandSyntax.Option {
        .init(name: "--json", help: "Print the \(what) as one JSON object.")
    }
}
