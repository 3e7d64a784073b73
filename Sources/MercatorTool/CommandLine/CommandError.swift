/// An error that prevents a command from completing.
struct CommandError: Error {
    let message: String
    let status: ExitStatus
    /// The invalid line, and a marker line below it; empty without a position.
    let excerpt: String

    init(_ message: String, status: ExitStatus = .failure, excerpt: String = "") {
        self.message = message
        self.status = status
        self.excerpt = excerpt
    }
}
