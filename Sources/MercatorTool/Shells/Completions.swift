/// `mercator completions`: prints a script with which a shell completes the words of the tool.
struct Completions: NamedCommand {
    static let syntax = CommandSyntax(
        name: "completions", summary: "Prints the script with which a shell completes commands.",
        operands: [
            .init(
                name: Shell.names,
                help: "The shell; source the script, or keep it where the shell looks for it.")
        ])

    let arguments: Arguments

    func run(_ console: Console) throws {
        let name = arguments.operand(Shell.names)
        guard let shell = Shell(rawValue: name) else {
            throw CommandError(
                "expected \(Shell.names), found '\(name)'", status: .usage)
        }
        console.say(shell.script)
    }
}
