/// One token of a predicate's text.
struct PredicateToken: Sendable, Equatable {
    var kind: Kind
    /// The range of the token's bytes in the text.
    var range: Range<Int>

    enum Kind: Sendable, Equatable {
        /// A keyword or a name.
        case word(String)
        /// A quoted name, which is never a keyword: `#any`, `#"two words"`.
        case name(String)
        /// A text literal, with its escapes resolved.
        case text(String)
        /// The digits of an unsigned number.
        case number(String)
        /// An operator or a bracket.
        case sign(String)
        /// A placeholder for an argument: `@`, `K`, `ld`.
        case placeholder(String)
        /// A placeholder for a named argument.
        case variable(String)
        /// A collection operator: `count`.
        case collection(String)
        case end
    }
}

extension String {
    /// Indicates whether the text has the form of a name in a predicate; it may still be a keyword.
    package var isPredicateName: Bool {
        guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
        return utf8.allSatisfy(PredicateLexer.isNameByte)
    }
}
