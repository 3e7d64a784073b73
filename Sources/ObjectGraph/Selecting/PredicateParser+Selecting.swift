/// Parsing selections.
extension PredicateParser {
    private static let clauses = [":", "GROUP BY", "WHERE", "HAVING", "SORT", "LIMIT", "OFFSET"]

    /// Parses the whole text as a selection.
    mutating func selection() throws(PredicateFormatError) -> SelectRequest {
        guard let entityName = try name() else {
            throw fault(.syntax, "expected the name of an entity, found \(found)")
        }
        var request = SelectRequest(entityName, [])
        var groups: [ValueExpression] = []
        var seen: Set<String> = []
        while let (clause, start) = try clause() {
            guard seen.insert(clause).inserted else {
                throw fault(.syntax, "there are two clauses of this kind", at: start)
            }
            switch clause {
            case ":":
                if try skip(word: "DISTINCT") { request.isDistinct = true }
                request.columns = try columns()
            case "GROUP BY": groups = try columns()
            case "WHERE": request.predicate = try requireFlat(try disjunction(), start)
            case "HAVING": request.groupPredicate = try requireFlat(try disjunction(), start)
            case "SORT": request.sortKeys = try sortKeys()
            case "LIMIT": request.limit = try wholeNumber()
            default: request.offset = try wholeNumber()
            }
        }
        try expectEnd(among: Self.clauses.filter { !seen.contains($0) })
        if !groups.isEmpty, !request.columns.contains(where: \.isAggregate) {
            request.isDistinct = true
        }
        request.columns = groups + request.columns
        request.resolveNames()
        return request
    }

    /// Consumes the beginning of a clause.
    private mutating func clause() throws(PredicateFormatError) -> (String, PredicateToken)? {
        let start = token
        if try skip(sign: ":") { return (":", start) }
        guard case .word(let word) = start.kind else { return nil }
        switch word.uppercased() {
        case "GROUP":
            try advance()
            guard try skip(word: "BY") else {
                throw fault(.syntax, "expected BY after GROUP, found \(found)")
            }
            return ("GROUP BY", start)
        case "SORT", "SORTED", "ORDER":
            try advance()
            _ = try skip(word: "BY")
            return ("SORT", start)
        case "WHERE", "HAVING", "LIMIT", "OFFSET":
            try advance()
            return (word.uppercased(), start)
        default: return nil
        }
    }

    /// Consumes a name.
    private mutating func name() throws(PredicateFormatError) -> String? {
        switch token.kind {
        case .word(let name), .name(let name):
            try advance()
            return name
        default: return nil
        }
    }

    private mutating func columns() throws(PredicateFormatError) -> [ValueExpression] {
        var columns: [ValueExpression] = []
        repeat {
            let column = try column()
            guard try skip(word: "AS") else {
                columns.append(column)
                continue
            }
            guard let name = try name() else {
                throw fault(.syntax, "expected a name after AS, found \(found)")
            }
            columns.append(column.named(name))
        } while try skip(sign: ",")
        return columns
    }

    private mutating func column() throws(PredicateFormatError) -> ValueExpression {
        let start = token
        let isWord = isNext(word: "COUNT")
        switch try operand() {
        case .path(let path) where isWord && path.components.count == 1: return .count
        case .path(let path): return ValueExpression(.attribute(path))
        case .aggregate(let expression): return expression
        case .count(let path): return ValueExpression(.aggregate(.count, path))
        default:
            throw fault(
                .operand, "expected a column: an attribute, or an aggregate such as count",
                at: start)
        }
    }

    private mutating func sortKeys() throws(PredicateFormatError) -> [SortKey] {
        var keys: [SortKey] = []
        repeat {
            let isDescending = try skip(sign: "-")
            let column = try column()
            keys.append(isDescending ? .descending(column) : .ascending(column))
        } while try skip(sign: ",")
        return keys
    }

    private mutating func wholeNumber() throws(PredicateFormatError) -> Int {
        guard case .number(let digits) = token.kind, let number = Int(digits) else {
            throw fault(.syntax, "expected a whole number, found \(found)")
        }
        try advance()
        return number
    }
}

extension ValueExpression {
    /// Indicates whether the value is an aggregate.
    fileprivate var isAggregate: Bool {
        if case .aggregate = content { true } else { false }
    }
}

extension SelectRequest {
    /// Replaces names of columns in the order and in the group condition with the columns.
    fileprivate mutating func resolveNames() {
        var named = Dictionary(
            columns.filter(\.isNamed).map { ($0.name, $0.unnamed) },
            uniquingKeysWith: { first, _ in first })
        for index in sortKeys.indices {
            if case .attribute(let path) = sortKeys[index].expression.content,
                let column = named[path.description]
            {
                sortKeys[index].expression = column
            }
        }
        // In a sort key, the word itself is the number of objects.
        if named["count"] == nil, !columns.contains("count") { named["count"] = .count }
        groupPredicate = groupPredicate.replacing(named)
    }
}

extension EntityPredicate {
    /// Returns the condition with comparisons of values instead of their names.
    fileprivate func replacing(_ named: [String: ValueExpression]) -> EntityPredicate {
        switch node {
        case .comparison(let path, let comparison, let value):
            named[path.description]?.compared(comparison, value) ?? self
        case .not(let inner): !inner.replacing(named)
        case .and(let parts): .all(parts.map { $0.replacing(named) })
        case .or(let parts): .any(parts.map { $0.replacing(named) })
        default: self
        }
    }
}
