/// Parsing searches.
extension PredicateParser {
    /// Parses `search('harbour storm')` and `search('harbour', title, author.name)`.
    mutating func search() throws(PredicateFormatError) -> EntityPredicate {
        try advance()
        try expect(sign: "(")
        let start = token
        let query = try searchQuery(try operand(), at: start)
        var paths: [PropertyPath] = []
        while try skip(sign: ",") {
            let start = token
            guard case .path(let path) = try operand() else {
                throw fault(.operand, "expected the path of a text to search", at: start)
            }
            paths.append(path)
        }
        try expect(sign: ")")
        return EntityPredicate(.search(query, paths))
    }

    /// Builds `title SEARCH 'harbour'` and `SELF SEARCH 'harbour'`.
    func search(
        _ left: Operand, _ right: Operand, _ verb: PredicateToken, _ rightStart: PredicateToken
    ) throws(PredicateFormatError) -> EntityPredicate {
        let query = try searchQuery(right, at: rightStart)
        switch left {
        case .path(let path): return EntityPredicate(.search(query, [path]))
        case .itself: return EntityPredicate(.search(query, []))
        default: throw fault(.operand, "expected a property or SELF before SEARCH", at: verb)
        }
    }

    private func searchQuery(
        _ operand: Operand, at start: PredicateToken
    ) throws(PredicateFormatError) -> SearchQuery {
        guard case .value(.string(let text)) = operand else {
            throw fault(.operand, "expected a text with the words to search", at: start)
        }
        return SearchQuery(text)
    }
}
