import Mercator

/// What was typed after the name of a command, sorted by the command's syntax.
struct Arguments {
    private(set) var wantsHelp = false
    private var operands: [String: [String]] = [:]
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// The value of an operand; reading has made sure that it is there.
    func operand(_ name: String) -> String { operands[name]?.first ?? "" }

    /// The values of an operand that may be repeated.
    func operands(_ name: String) -> [String] { operands[name, default: []] }

    /// The value of an option, if it was given.
    func value(of option: String) -> String? { values[option] }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// Sorts words.
    ///
    /// - Throws: ``UsageError`` for the first word that does not fit, or for what is missing.
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

    /// Reads `--name`, `--name value` or `--name=value`.
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
        // A word that looks like an option is one: `--into --keep` has forgotten the file.
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

/// The command line was not understood.
struct UsageError: Error {
    let message: String
    /// How it should have been written.
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
