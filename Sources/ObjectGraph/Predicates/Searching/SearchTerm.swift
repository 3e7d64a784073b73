/// Words that a text contains one after another: a word, a prefix, or a phrase.
package struct SearchTerm: Sendable, Hashable, Codable {
    /// The words, separated by spaces.
    package let text: String
    /// Indicates whether the last word can be the beginning of a longer one.
    package let isPrefix: Bool

    /// Creates a term from the words of a text; `nil` if it has none.
    package init?(_ text: some StringProtocol, isPrefix: Bool = false) {
        let words = SearchTokenizer.normalized(String(text))
        guard !words.isEmpty else { return nil }
        self.text = String(decoding: words, as: UTF8.self)
        self.isPrefix = isPrefix
    }

    /// The words.
    package var words: [Substring] { text.split(separator: " ") }

    /// The match of a text that contains the term.
    package var match: TextMatch { TextMatch(.words, text + (isPrefix ? "*" : ""), []) }
}

/// Finds a term in texts.
package struct SearchTermMatcher: Sendable {
    /// The term between spaces.
    private let needle: [UInt8]

    /// Compiles the pattern of a match with words: a text, with `*` after a prefix.
    ///
    /// A pattern without words matches nothing.
    init(_ pattern: String) {
        let words = SearchTokenizer.normalized(pattern)
        let space = UInt8(ascii: " ")
        needle = words.isEmpty ? [] : [space] + words + (pattern.hasSuffix("*") ? [] : [space])
    }

    /// Tests whether a text contains the words.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of text and term.
    func matches(_ text: String) -> Bool {
        guard !needle.isEmpty else { return false }
        let space = UInt8(ascii: " ")
        return TextMatcher.occurs(needle, in: [space] + SearchTokenizer.normalized(text) + [space])
    }
}
