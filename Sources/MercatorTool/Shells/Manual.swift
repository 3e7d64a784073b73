/// `mercator manual`: prints the manual page.
struct Manual: NamedCommand {
    static let syntax = CommandSyntax(
        name: "manual", summary: "Prints the manual page: mercator manual > mercator.1.")

    init(arguments: Arguments) {}

    func run(_ console: Console) { console.say(ManualPage.text) }
}
