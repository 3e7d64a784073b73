/// An error in the command line.
struct UsageError: Error {
    let message: String
    /// The correct usage.
    let usage: String

    init(_ message: String, _ syntax: CommandSyntax) {
        self.message = message
        usage = """
            Usage: \(syntax.synopsis)
            See 'mercator \(syntax.name) --help'.
            """
    }

    init(_ message: String, usage: String) {
        self.message = message
        self.usage = usage
    }
}
