/// Parsing aggregates.
extension PredicateParser {
    /// Parses the parentheses after the name of a function: `(comments.likes)`, `(DISTINCT name)`.
    mutating func aggregate(
        _ function: AggregateFunction
    ) throws(PredicateFormatError) -> ValueExpression {
        try expect(sign: "(")
        var function = function
        if function == .count {
            if try skip(sign: ")") { return .count }
            if try skip(word: "DISTINCT") { function = .countDistinct }
        }
        let start = token
        guard case .path(let path) = try operand() else {
            throw fault(.operand, "expected the path of an attribute or relationship", at: start)
        }
        try expect(sign: ")")
        return ValueExpression(.aggregate(function, path))
    }
}
