/// Reads the text of a ``SearchQuery`` by recursive descent; every text has a meaning.
struct SearchQueryParser {
    private enum Token: Equatable {
        case term(SearchTerm)
        case and, or, not, open, close
    }

    private var tokens: [Token] = []
    private var position = 0
    private var depth = 0

    /// The greatest nesting of parentheses; deeper ones are ignored.
    private static let depthLimit = 20

    init(_ text: String, isPrefix: Bool) {
        read(text)
        if isPrefix, case .term(let last) = tokens.last {
            tokens[tokens.count - 1] = SearchTerm(last.text, isPrefix: true).map(Token.term) ?? .and
        }
    }

    /// Parses the whole text; a closing parenthesis without an opening one is ignored.
    mutating func query() -> SearchQuery.Node? {
        var parts: [SearchQuery.Node] = []
        while position < tokens.count {
            if let part = disjunction() { parts.append(part) }
            if position < tokens.count { position += 1 }
        }
        return .all(parts)
    }

    private mutating func disjunction() -> SearchQuery.Node? {
        var parts: [SearchQuery.Node] = []
        repeat {
            if let part = conjunction() { parts.append(part) }
        } while skip(.or)
        return .any(parts)
    }

    private mutating func conjunction() -> SearchQuery.Node? {
        var parts: [SearchQuery.Node] = []
        while position < tokens.count, tokens[position] != .or, tokens[position] != .close {
            if skip(.and) { continue }
            if let part = negation() { parts.append(part) }
        }
        return .all(parts)
    }

    private mutating func negation() -> SearchQuery.Node? {
        var isNegated = false
        while skip(.not) { isNegated.toggle() }
        guard let part = part() else { return nil }
        return isNegated ? .not(part) : part
    }

    private mutating func part() -> SearchQuery.Node? {
        guard position < tokens.count else { return nil }
        switch tokens[position] {
        case .term(let term):
            position += 1
            return .term(term)
        case .open:
            position += 1
            guard depth < Self.depthLimit else { return nil }
            depth += 1
            defer { depth -= 1 }
            let inner = disjunction()
            _ = skip(.close)
            return inner
        // The word before it has no side here.
        case .and, .or, .close, .not: return nil
        }
    }

    private mutating func skip(_ token: Token) -> Bool {
        guard position < tokens.count, tokens[position] == token else { return false }
        position += 1
        return true
    }
}

/// Dividing the text into tokens.
extension SearchQueryParser {
    private mutating func read(_ text: String) {
        var rest = text[...]
        while let first = rest.first {
            switch first {
            case "(":
                tokens.append(.open)
                rest.removeFirst()
            case ")":
                tokens.append(.close)
                rest.removeFirst()
            case _ where Self.isQuotation(first):
                rest.removeFirst()
                readPhrase(&rest)
            case _ where first.isWhitespace: rest.removeFirst()
            case "-" where rest.dropFirst().first.map { !$0.isWhitespace } ?? false:
                tokens.append(.not)
                rest.removeFirst()
            default:
                let end =
                    rest.firstIndex { $0.isWhitespace || "()".contains($0) || Self.isQuotation($0) }
                    ?? rest.endIndex
                readWord(rest[..<end])
                rest = rest[end...]
            }
        }
    }

    /// Reads the words up to the next quotation mark or the end.
    private mutating func readPhrase(_ rest: inout Substring) {
        let end = rest.firstIndex(where: Self.isQuotation) ?? rest.endIndex
        let phrase = rest[..<end]
        rest = rest[end...].dropFirst()
        var isPrefix = phrase.last == "*"
        if rest.first == "*" {
            isPrefix = true
            rest.removeFirst()
        }
        if let term = SearchTerm(phrase, isPrefix: isPrefix) { tokens.append(.term(term)) }
    }

    private mutating func readWord(_ word: Substring) {
        switch word {
        case "AND", "&", "&&": tokens.append(.and)
        case "OR", "|", "||": tokens.append(.or)
        case "NOT": tokens.append(.not)
        default:
            let term = SearchTerm(word, isPrefix: word.last == "*")
            if let term { tokens.append(.term(term)) }
        }
    }

    private static func isQuotation(_ character: Character) -> Bool {
        "\"“”„«»".contains(character)
    }
}
