/// Parses the text of a predicate by recursive descent, with one token of lookahead.
struct PredicateParser {
    private var lexer: PredicateLexer
    /// The next token.
    private(set) var token: PredicateToken
    private let arguments: [PredicateOperand]
    private var usedArguments = 0
    private let variables: [String: PredicateOperand]
    private var depth = 0

    init(
        _ format: String, _ arguments: [PredicateOperand], _ variables: [String: PredicateOperand]
    ) throws(PredicateFormatError) {
        lexer = PredicateLexer(Array(format.utf8))
        token = try lexer.next()
        self.arguments = arguments
        self.variables = variables
    }

    /// Parses the whole text.
    mutating func predicate() throws(PredicateFormatError) -> EntityPredicate {
        let start = token
        let predicate = try disjunction()
        try expectEnd(among: ["AND", "OR"])
        return try requireFlat(predicate, start)
    }

    /// Throws unless the text ends here and all arguments are used.
    ///
    /// - Parameter words: The words that could follow, for messages.
    /// - Throws: ``PredicateFormatError`` at the next token.
    func expectEnd(among words: [String]) throws(PredicateFormatError) {
        guard token.kind == .end else {
            let advice = suggestion(among: words)
            throw fault(
                .syntax,
                "expected \(words.joined(separator: ", ")) or the end, found \(found)\(advice)")
        }
        guard usedArguments == arguments.count else {
            throw fault(
                .argument, "expected \(usedArguments) arguments, found \(arguments.count)")
        }
    }

    /// Throws if conditions are nested too deeply for any request.
    func requireFlat(
        _ predicate: EntityPredicate, _ start: PredicateToken
    ) throws(PredicateFormatError) -> EntityPredicate {
        guard predicate.levels <= EntityPredicate.depthLimit else {
            throw fault(.nesting, EntityPredicate.tooDeepMessage, at: start)
        }
        return predicate
    }

    mutating func disjunction() throws(PredicateFormatError) -> EntityPredicate {
        var parts = [try conjunction()]
        while try skip("OR", or: "||") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(PredicateFormatError) -> EntityPredicate {
        var parts = [try negation()]
        while try skip("AND", or: "&&") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(PredicateFormatError) -> EntityPredicate {
        var count = 0
        while try skip("NOT", or: "!") {
            count += 1
            try descend()
        }
        var predicate = isNext(sign: "(") ? try group() : try condition()
        for _ in 0..<count {
            predicate = !predicate
            depth -= 1
        }
        return predicate
    }

    /// Parses a predicate in parentheses.
    mutating func group() throws(PredicateFormatError) -> EntityPredicate {
        let start = token
        try expect(sign: "(")
        try descend()
        let predicate = try disjunction()
        guard try skip(sign: ")") else {
            guard token.kind != .end else {
                throw fault(.syntax, "the parenthesis that begins here is not closed", at: start)
            }
            let advice = suggestion(among: ["AND", "OR"])
            throw fault(.syntax, "expected AND, OR or ')', found \(found)\(advice)")
        }
        depth -= 1
        return predicate
    }
}

/// Reading tokens.
extension PredicateParser {
    /// Consumes the next token and returns it.
    @discardableResult
    mutating func advance() throws(PredicateFormatError) -> PredicateToken {
        let taken = token
        token = try lexer.next()
        return taken
    }

    func isNext(sign: String) -> Bool { token.kind == .sign(sign) }

    /// Tests whether the next token is a keyword, in any case.
    func isNext(word: String) -> Bool {
        guard case .word(let found) = token.kind else { return false }
        return found.uppercased() == word
    }

    mutating func skip(sign: String) throws(PredicateFormatError) -> Bool {
        guard isNext(sign: sign) else { return false }
        try advance()
        return true
    }

    mutating func skip(word: String) throws(PredicateFormatError) -> Bool {
        guard isNext(word: word) else { return false }
        try advance()
        return true
    }

    private mutating func skip(
        _ word: String, or sign: String
    ) throws(PredicateFormatError) -> Bool {
        if try skip(word: word) { return true }
        return try skip(sign: sign)
    }

    mutating func expect(sign: String) throws(PredicateFormatError) {
        guard try skip(sign: sign) else {
            throw fault(.syntax, "expected '\(sign)', found \(found)")
        }
    }

    /// Counts one more level of nesting, which the caller must undo afterwards.
    mutating func descend() throws(PredicateFormatError) {
        depth += 1
        guard depth <= EntityPredicate.depthLimit else {
            throw fault(
                .nesting,
                "nested deeper than \(EntityPredicate.depthLimit) levels; join conditions "
                    + "without parentheses, or pass lists as arguments")
        }
    }

    mutating func ascend() { depth -= 1 }

    /// Returns the argument for a `%` placeholder.
    mutating func argument(
        for placeholder: PredicateToken
    ) throws(PredicateFormatError) -> PredicateOperand {
        guard usedArguments < arguments.count else {
            throw fault(
                .argument, "there is no argument for this place; \(arguments.count) were given",
                at: placeholder)
        }
        usedArguments += 1
        return arguments[usedArguments - 1]
    }

    /// Returns the value of a variable.
    func variable(
        _ name: String, at start: PredicateToken
    ) throws(PredicateFormatError) -> PredicateOperand {
        guard let operand = variables[name] else {
            let advice = Suggestion.text(for: name, among: variables.keys)
            throw fault(.argument, "no variable '\(name)' was given\(advice)", at: start)
        }
        return operand
    }

    /// The next token, for messages.
    var found: String {
        switch token.kind {
        case .end: "the end"
        case .text: "a text"
        default: "'\(source(of: token))'"
        }
    }

    /// Returns the text of a token, truncated if it is long.
    func source(of token: PredicateToken) -> String {
        let text = String(decoding: lexer.bytes[token.range], as: UTF8.self)
        return text.count > 40 ? text.prefix(40) + "…" : text
    }

    /// Returns `"; did you mean 'AND'?"` if the next token is similar to one of the words.
    func suggestion(among words: [String]) -> String {
        guard case .word(let word) = token.kind else { return "" }
        return Suggestion.text(for: word, among: words)
    }

    /// Creates an error at a token, by default the next one.
    func fault(
        _ code: PredicateFormatError.Code, _ message: String, at start: PredicateToken? = nil
    ) -> PredicateFormatError {
        let offset = (start ?? token).range.lowerBound
        return PredicateFormatError(code, message, at: offset, in: lexer.bytes)
    }
}
