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

/// The keywords, in uppercase.
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

    /// The words that are names only after `#`.
    static let reserved = Set(
        operators + quantifiers + constants + literals + connectives + ["SELF", "CAST"])

    /// The functions of Cocoa's language that are not supported, with alternatives.
    static let unsupportedFunctions = [
        "SUBQUERY": "write ANY path WHERE (condition)",
        "FUNCTION": "compute the value and pass it as an argument",
        "TERNARY": "write (condition AND …) OR (NOT condition AND …)",
        "FETCH": "fetch first and pass the objects as an argument",
        "BLOCKPREDICATE": "filter the fetched objects",
    ]
}

extension String {
    /// Indicates whether the text has the form of a name in a predicate; it may still be a keyword.
    var isPredicateName: Bool {
        guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
        return utf8.allSatisfy(PredicateLexer.isNameByte)
    }
}
