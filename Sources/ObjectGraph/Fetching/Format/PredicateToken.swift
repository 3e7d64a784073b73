/// One word, sign or literal of a predicate's text.
struct PredicateToken: Sendable, Equatable {
    var kind: Kind
    /// The bytes of the text it was read from.
    var range: Range<Int>

    enum Kind: Sendable, Equatable {
        /// A keyword or a name.
        case word(String)
        /// A name that is no keyword: `#any`, `#"two words"`.
        case name(String)
        /// What a text literal says.
        case text(String)
        /// The digits of a number, without a sign.
        case number(String)
        /// An operator or a bracket.
        case sign(String)
        /// A place for an argument: `@`, `K`, `ld`.
        case placeholder(String)
        /// A place for a named argument.
        case variable(String)
        /// A collection operator: `count`.
        case collection(String)
        case end
    }
}

/// The words that mean something, in capitals.
///
/// Source: "Predicate Format String Syntax" of Apple's Predicate Programming Guide.
enum PredicateWords {
    static let operators = [
        "IN", "BETWEEN", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH",
    ]
    static let quantifiers = ["ANY", "SOME", "ALL", "NONE"]
    static let constants = ["TRUEPREDICATE", "FALSEPREDICATE"]
    static let literals = ["TRUE", "YES", "FALSE", "NO", "NIL", "NULL"]
    static let connectives = ["AND", "OR", "NOT"]

    /// Words that cannot be names unless `#` is in front of them.
    static let reserved = Set(
        operators + quantifiers + constants + literals + connectives + ["SELF", "CAST"])

    /// What else the language of Cocoa has before a parenthesis, and what to do instead.
    static let unsupportedFunctions = [
        "SUBQUERY": "write ANY path WHERE (condition)",
        "FUNCTION": "compute the value and pass it as an argument",
        "TERNARY": "write (condition AND …) OR (NOT condition AND …)",
        "FETCH": "fetch first and pass the objects as an argument",
        "BLOCKPREDICATE": "filter the fetched objects",
    ]
}

extension String {
    /// Whether the text can stand in a predicate as a name, keywords apart.
    var isPredicateName: Bool {
        guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
        return utf8.allSatisfy(PredicateLexer.isNameByte)
    }
}
