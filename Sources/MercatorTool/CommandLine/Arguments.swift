/// The parsed arguments of a command.
struct Arguments {
    let wantsHelp: Bool
    private let operands: [String: [String]]
    private let options: [String: [String]]

    /// Returns the value of a required operand.
    func operand(_ name: String) -> String { operands[name]?.first ?? "" }

    /// Returns the value of an optional operand, or `nil` if it is absent.
    func optionalOperand(_ name: String) -> String? { operands[name]?.first }

    /// Returns the values of a repeated operand.
    func operands(_ name: String) -> [String] { operands[name, default: []] }

    /// Returns the value of an option, or `nil` if it is absent or has none.
    func value(of option: String) -> String? { options[option]?.first }

    /// Returns the values of a repeated option, in order.
    func values(of option: String) -> [String] { options[option, default: []] }

    /// Indicates whether an option was given, with or without a value.
    func has(_ option: String) -> Bool { options[option] != nil }

    /// Returns the number of what an option counts, or `nil` if it is absent.
    ///
    /// - Throws: ``CommandError`` if it is no number above 0.
    func count(of option: String, _ noun: String) throws(CommandError) -> Int? {
        guard let text = value(of: option) else { return nil }
        guard let count = Int(text), count > 0 else {
            throw CommandError(
                "\(option) expects a number of \(noun), found '\(text)'", status: .usage)
        }
        return count
    }

    /// Returns the one of several options that was given, or `nil`.
    ///
    /// - Throws: ``CommandError`` if several were given.
    func form(of options: [String]) throws(CommandError) -> String? {
        let given = options.filter(has)
        guard given.count <= 1 else {
            throw CommandError(
                "\(given.joined(separator: " and ")) are different results; ask for one",
                status: .usage)
        }
        return given.first
    }

    /// Parses words according to the syntax of a command.
    ///
    /// - Throws: ``UsageError`` for the first invalid word, or for a missing argument.
    init(_ words: [String], for syntax: CommandSyntax) throws(UsageError) {
        var parser = ArgumentParser(words, for: syntax)
        try parser.parse()
        wantsHelp = parser.wantsHelp
        operands = parser.operands
        options = parser.options
    }
}
