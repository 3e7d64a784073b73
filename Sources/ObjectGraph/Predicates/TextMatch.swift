/// A text with its match kind.
package struct TextMatch: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case equals, contains, begins, ends
        /// A pattern with wildcards.
        ///
        /// `*` matches any characters and `?` one character; `\` escapes the next character.
        case like
        /// A regular expression that matches the whole text; see ``TextPatternParser``.
        case matches
        /// Words one after another; see ``SearchTerm``.
        case words
    }

    package var kind: Kind
    package var pattern: String
    package var options: TextOptions

    package init(_ kind: Kind, _ pattern: String, _ options: TextOptions) {
        self.kind = kind
        self.pattern = pattern
        self.options = options
    }
}
