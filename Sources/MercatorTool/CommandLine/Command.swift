/// A command that has been parsed and can be run.
protocol Command {
    func run(_ console: Console) async throws
}

/// Prints a text such as help.
struct Message: Command {
    let text: String

    func run(_ console: Console) { console.say(text) }
}
