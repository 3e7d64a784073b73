import Mercator

/// The parsed arguments of a command.
struct Arguments {
    private(set) var wantsHelp = false
    private var operands: [String: [String]] = [:]
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// Returns the value of a required operand.
    func operand(_ name: String) -> String { operands[name]?.first ?? "" }

    /// Returns the values of a repeated operand.
    func operands(_ name: String) -> [String] { operands[name, default: []] }

    /// Returns the value of an option, or `nil` if it is absent.
    func value(of option: String) -> String? { values[option] }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// Parses words according to the syntax of a command.
    ///
    /// - Throws: ``UsageError`` for the first invalid word, or for a missing argument.
    init(_ words: [String], for syntax: CommandSyntax) throws(UsageError) {
        var rest = words[...]
        var plain: [String] = []
        while let word = rest.popFirst() {
            if word == "--" {
                plain += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                plain.append(word)
                continue
            }
            if word == "--help" || word == "-h" {
                wantsHelp = true
                return
            }
            try read(option: word, &rest, syntax)
        }
        try assign(plain, syntax)
        for option in syntax.options where option.isRequired && values[option.name] == nil {
            throw UsageError("\(option.spelling) is missing", syntax)
        }
    }

    /// Parses `--name`, `--name value` or `--name=value`.
    private mutating func read(
        option word: String, _ rest: inout ArraySlice<String>, _ syntax: CommandSyntax
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let given = parts.count > 1 ? String(parts[1]) : nil
        guard let option = syntax.options.first(where: { $0.name == name }) else {
            let names = (syntax.options + [CommandSyntax.help]).map(\.name)
            let advice = Suggestion.text(for: name, among: names)
            throw UsageError("unknown option '\(name)'\(advice)", syntax)
        }
        guard let valueName = option.valueName else {
            guard given == nil else { throw UsageError("\(name) takes no value", syntax) }
            flags.insert(name)
            return
        }
        // A word that begins with `--` is never a value: in `--into --keep`, the file is missing.
        let next = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        guard let value = given ?? next, !value.isEmpty else {
            throw UsageError("\(name) needs a value: \(name) \(valueName)", syntax)
        }
        if given == nil { rest.removeFirst() }
        guard values.updateValue(value, forKey: name) == nil else {
            throw UsageError("\(name) is given twice", syntax)
        }
    }

    private mutating func assign(
        _ words: [String], _ syntax: CommandSyntax
    ) throws(UsageError) {
        let isOpen = syntax.operands.last?.isRepeated == true
        if words.count > syntax.operands.count, !isOpen {
            throw UsageError("unexpected argument '\(words[syntax.operands.count])'", syntax)
        }
        if words.count < syntax.operands.count {
            throw UsageError("\(syntax.operands[words.count].name) is missing", syntax)
        }
        for (operand, word) in zip(syntax.operands, words) { operands[operand.name] = [word] }
        if isOpen, let last = syntax.operands.last {
            operands[last.name] = Array(words.dropFirst(syntax.operands.count - 1))
        }
    }
}

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
