/// A command that is selected by its name.
protocol NamedCommand: Command, SendableMetatype {
    static var syntax: CommandSyntax { get }
    init(arguments: Arguments)
}
