/// A command that has been parsed and can be run.
protocol Command {
    func run(_ console: Console) async throws
}

/// A command that is selected by its name.
protocol NamedCommand: Command, SendableMetatype {
    static var syntax: CommandSyntax { get }
    init(_ arguments: Arguments)
}

/// Prints a text such as help.
struct Message: Command {
    let text: String

    func run(_ console: Console) { console.say(text) }
}
