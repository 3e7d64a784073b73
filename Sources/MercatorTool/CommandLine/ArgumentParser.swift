import Mercator

/// The division of the words of a command line into options and operands.
struct ArgumentParser {
    private let syntax: CommandSyntax
    private var rest: ArraySlice<String>
    private var plain: [String] = []
    /// The words taken as values of options that need none, and the operands before each.
    private var borrowed: [(option: String, position: Int)] = []

    private(set) var wantsHelp = false
    private(set) var operands: [String: [String]] = [:]
    private(set) var options: [String: [String]] = [:]

    init(_ words: [String], for syntax: CommandSyntax) {
        self.syntax = syntax
        rest = words[...]
    }

    /// Parses all words, or the words before a help option.
    ///
    /// - Throws: ``UsageError`` for the first invalid word, or for a missing argument.
    mutating func parse() throws(UsageError) {
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
            try parse(option: word)
        }
        giveBack()
        try assign()
        for option in syntax.options where option.isRequired && options[option.name] == nil {
            throw UsageError("\(option.spelling) is missing", syntax)
        }
    }

    /// Parses `--name`, `--name value` or `--name=value`.
    private mutating func parse(option word: String) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let given = parts.count > 1 ? String(parts[1]) : nil
        let known = syntax.options.filter { $0.isNamed(name, with: given ?? rest.first ?? "") }
        guard let option = known.first(where: { $0.name != name }) ?? known.first else {
            let names = (syntax.options + [CommandSyntax.help]).map(\.name)
            let advice = Suggestion.text(for: name, among: names)
            throw UsageError("unknown option '\(name)'\(advice)", syntax)
        }
        let value = try value(of: option, given: given)
        guard option.valueName == nil || option.isRepeated || options[option.name] == nil
        else {
            throw UsageError("\(option.name) is given twice", syntax)
        }
        options[option.name, default: []] += value.map { [$0] } ?? []
    }

    /// Returns the value in the option's own word, or in the next one.
    private mutating func value(
        of option: CommandSyntax.Option, given: String?
    ) throws(UsageError) -> String? {
        guard let valueName = option.valueName else {
            guard given == nil else { throw UsageError("\(option.name) takes no value", syntax) }
            return nil
        }
        // A word that begins with `--` is never a value: in `--into --keep`, the file is missing.
        let next = rest.first.flatMap { $0.hasPrefix("--") || $0.isEmpty ? nil : $0 }
        guard let value = given ?? next, !value.isEmpty else {
            if option.isValueOptional, given == nil { return nil }
            throw UsageError("\(option.name) needs a value: \(option.name) \(valueName)", syntax)
        }
        if given == nil {
            rest.removeFirst()
            if option.isValueOptional { borrowed.append((option.name, plain.count)) }
        }
        return value
    }

    /// Turns values that are not needed into operands that are: in `infer --why page.json`, the
    /// word is the payload.
    private mutating func giveBack() {
        while plain.count < required, let (option, position) = borrowed.popLast(),
            let word = options[option]?.popLast()
        {
            plain.insert(word, at: position)
        }
    }

    /// The number of operands that have to be given with the options.
    private var required: Int {
        syntax.operands.prefix(syntax.requiredOperands).prefix { operand in
            operand.replacement.map { options[$0] == nil } ?? true
        }.count
    }

    private mutating func assign() throws(UsageError) {
        let isOpen = syntax.operands.last?.isRepeated == true
        if plain.count > syntax.operands.count, !isOpen {
            throw UsageError("unexpected argument '\(plain[syntax.operands.count])'", syntax)
        }
        if plain.count < required {
            let missing = syntax.operands[plain.count]
            let other = missing.replacement.map { ", or \($0)" } ?? ""
            throw UsageError("\(missing.name) is missing\(other)", syntax)
        }
        for (operand, word) in zip(syntax.operands, plain) { operands[operand.name] = [word] }
        if isOpen, let last = syntax.operands.last, plain.count >= syntax.operands.count {
            operands[last.name] = Array(plain.dropFirst(syntax.operands.count - 1))
        }
    }
}
