/// An error in the command line.
struct UsageError: Error {
    let message: String
    /// The correct usage.
    let usage: String
}

extension UsageError {
    init(_ message: String, _ syntax: CommandSyntax) {
        self.init(
            message: message,
            usage: "Usage: \(syntax.synopsis)\nSee 'mercator \(syntax.name) --help'.")
    }
}
