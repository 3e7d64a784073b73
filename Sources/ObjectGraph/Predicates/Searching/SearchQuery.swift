/// A condition on the words of texts: words, prefixes and phrases, joined by and, or and not.
///
/// ```swift
/// SearchQuery("harbour storm")                  // both words, anywhere in the object
/// SearchQuery("\"big harbour\" OR marin*")      // a phrase, or words that begin with marin
/// SearchQuery("harbour -storm")                 // one word without the other
/// SearchQuery("harb", isPrefix: true)           // a word that is being typed
/// ```
///
/// Words are compared as ``SearchTokenizer`` describes. Every text is a query, so what people type
/// can be passed as it is:
///
/// | text | finds objects |
/// |---|---|
/// | `harbour storm`, `harbour AND storm` | with both words |
/// | `harbour OR storm`, `harbour \| storm` | with one of the words at least |
/// | `-storm`, `NOT storm` | without the word |
/// | `"big harbour"`, `big-harbour` | with the words one after another |
/// | `harb*`, `"big harb*"` | with a word that begins so |
/// | `(harbour OR port) storm` | by conditions in parentheses |
///
/// `AND`, `OR` and `NOT` are operators in uppercase only; an operator without a side, and a
/// parenthesis or quotation mark without its counterpart, are ignored. A query without words finds
/// nothing.
public struct SearchQuery: Sendable, Hashable, Codable {
    /// The kinds of conditions.
    package indirect enum Node: Sendable, Hashable, Codable {
        case term(SearchTerm)
        case not(Node)
        case and([Node])
        case or([Node])
    }

    /// The condition; `nil` for a query without words.
    package let root: Node?

    package init(root: Node?) {
        self.root = root
    }

    /// Reads a query from text.
    ///
    /// - Parameters:
    ///   - text: The text, as it was typed.
    ///   - isPrefix: Whether the last word can be the beginning of a longer one, as while it is
    ///     typed.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String, isPrefix: Bool = false) {
        var parser = SearchQueryParser(text, isPrefix: isPrefix)
        root = parser.query()
    }

    /// Creates a query from words without operators.
    ///
    /// ```swift
    /// SearchQuery(anyOf: ["Asia", "Roy"], arePrefixes: true)        // finds Royford, too
    /// ```
    public init(anyOf words: [String], arePrefixes: Bool = false) {
        let terms = words.compactMap { SearchTerm($0, isPrefix: arePrefixes) }
        root = Node.any(terms.map(Node.term))
    }

    /// Indicates whether the query has no words, and therefore finds nothing.
    public var isEmpty: Bool { root == nil }

    /// The terms that a matching text contains, for excerpts, without terms after a `not`.
    package var wantedTerms: [SearchTerm] { root?.wantedTerms ?? [] }
}

extension SearchQuery: ExpressibleByStringLiteral {
    /// Reads a query from text.
    public init(stringLiteral text: String) { self.init(text) }
}

extension SearchQuery: CustomStringConvertible {
    /// The query as text, which can be read again.
    public var description: String { root.map { $0.text(isPart: false) } ?? "" }
}

extension SearchQuery.Node {
    /// Returns the condition that all conditions hold; `nil` without any.
    static func all(_ nodes: [Self]) -> Self? {
        let parts = nodes.flatMap { node in if case .and(let parts) = node { parts } else { [node] }
        }
        return parts.count > 1 ? .and(parts) : parts.first
    }

    /// Returns the condition that one of the conditions holds; `nil` without any.
    static func any(_ nodes: [Self]) -> Self? {
        let parts = nodes.flatMap { node in if case .or(let parts) = node { parts } else { [node] }
        }
        return parts.count > 1 ? .or(parts) : parts.first
    }

    /// All terms.
    package var terms: [SearchTerm] {
        switch self {
        case .term(let term): [term]
        case .not(let inner): inner.terms
        case .and(let parts), .or(let parts): parts.flatMap(\.terms)
        }
    }

    fileprivate var wantedTerms: [SearchTerm] {
        switch self {
        case .term(let term): [term]
        case .not: []
        case .and(let parts), .or(let parts): parts.flatMap(\.wantedTerms)
        }
    }

    fileprivate func text(isPart: Bool) -> String {
        switch self {
        case .term(let term):
            let star = term.isPrefix ? "*" : ""
            return term.text.contains(" ") ? "\"\(term.text)\(star)\"" : term.text + star
        case .not(let inner): return "NOT " + inner.text(isPart: true)
        case .and(let parts): return joined(parts, " ", isPart)
        case .or(let parts): return joined(parts, " OR ", isPart)
        }
    }

    private func joined(_ parts: [Self], _ word: String, _ isPart: Bool) -> String {
        let text = parts.map { $0.text(isPart: true) }.joined(separator: word)
        return isPart ? "(\(text))" : text
    }
}
