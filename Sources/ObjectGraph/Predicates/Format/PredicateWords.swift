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
