/// The keywords, in uppercase.
///
/// Source: "Predicate Format String Syntax" of Apple's Predicate Programming Guide.
enum PredicateWords {
    static let operators = [
        "IN", "BETWEEN", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "SEARCH",
    ]
    static let quantifiers = ["ANY", "SOME", "ALL", "NONE"]
    static let constants = ["TRUEPREDICATE", "FALSEPREDICATE"]
    static let literals = ["TRUE", "YES", "FALSE", "NO", "NIL", "NULL"]
    static let connectives = ["AND", "OR", "NOT"]

    /// The words that are names only after `#`.
    static let reserved = Set(
        operators + quantifiers + constants + literals + connectives + ["SELF", "CAST"])

    /// The words that are written with `#` as names, because some place reads them as keywords.
    static let quoted = reserved.union(["DISTINCT"])

    /// The aggregates that are written like functions, in lowercase.
    static let functions: [String: AggregateFunction] = [
        "count": .count, "sum": .sum, "avg": .average, "average": .average, "min": .minimum,
        "max": .maximum,
    ]

    /// The aggregates that are written as a part of a path.
    static let collectionFunctions: [String: AggregateFunction] = [
        "@sum": .sum, "@avg": .average, "@min": .minimum, "@max": .maximum,
    ]

    /// The functions of Cocoa's language that are not supported, with alternatives.
    static let unsupportedFunctions = [
        "SUBQUERY": "write ANY path WHERE (condition)",
        "FUNCTION": "compute the value and pass it as an argument",
        "TERNARY": "write (condition AND …) OR (NOT condition AND …)",
        "FETCH": "fetch first and pass the objects as an argument",
        "BLOCKPREDICATE": "filter the fetched objects",
    ]
}
