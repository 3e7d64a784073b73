/// Parsing conditions: two sides and an operator.
extension PredicateParser {
    private enum Operator {
        case comparison(EntityPredicate.Comparison)
        case isIn, isBetween
        case text(TextMatch.Kind)
        case search
    }

    /// An operator with its options and its location.
    private struct Operation {
        var verb: Operator
        var options: TextOptions?
        var token: PredicateToken
    }

    /// Parses a constant, a quantified condition, or a comparison.
    mutating func condition() throws(PredicateFormatError) -> EntityPredicate {
        if try skip(word: "TRUEPREDICATE") { return .true }
        if try skip(word: "FALSEPREDICATE") { return .false }
        if try skip(word: "ANY") { return try quantified(.any) }
        if try skip(word: "SOME") { return try quantified(.any) }
        if try skip(word: "ALL") { return try quantified(.all) }
        if try skip(word: "NONE") { return !(try quantified(.any)) }
        if isNext(word: "SEARCH") { return try search() }
        let start = token
        return try comparison(try operand(), start)
    }

    private mutating func quantified(
        _ quantifier: EntityPredicate.Quantifier
    ) throws(PredicateFormatError) -> EntityPredicate {
        let start = token
        let node: EntityPredicate.Node
        if isNext(sign: "(") {
            node = .crossing(quantifier, try group())
        } else {
            let left = try operand()
            if case .path(let path) = left, try skip(word: "WHERE") {
                node = .quantified(quantifier, path, try group())
            } else {
                node = .crossing(quantifier, try comparison(left, start))
            }
        }
        return try requireFlat(EntityPredicate(node), start)
    }

    private mutating func comparison(
        _ left: Operand, _ start: PredicateToken
    ) throws(PredicateFormatError) -> EntityPredicate {
        let operation = try self.operation(after: left, start)
        let rightStart = token
        let right = try operand()
        if case .sign(let sign) = token.kind, ["+", "-", "*", "/", "**"].contains(sign) {
            throw fault(.unsupported, arithmetic)
        }
        switch operation.verb {
        case .comparison(let comparison):
            return try compare(left, comparison, right, operation)
        case .isIn:
            try refuseOptions(operation)
            return try membership(left, right, rightStart)
        case .isBetween:
            try refuseOptions(operation)
            return try range(left, right, rightStart)
        case .text(let kind): return try text(left, kind, right, operation, rightStart)
        case .search:
            try refuseOptions(operation)
            return try search(left, right, operation.token, rightStart)
        }
    }

    // MARK: Operators

    private mutating func operation(
        after left: Operand, _ start: PredicateToken
    ) throws(PredicateFormatError) -> Operation {
        let verbToken = token
        guard let verb = try self.verb() else { throw missingOperator(after: left, start) }
        try advance()
        var operation = Operation(verb: verb, token: verbToken)
        guard try skip(sign: "[") else { return operation }
        let letters = token
        guard case .word(let word) = try advance().kind else {
            throw fault(.syntax, "expected [c], [d] or [cd]", at: letters)
        }
        var options: TextOptions = []
        for letter in word.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n" where word.utf8.count == 1: break
            case "l":
                throw fault(
                    .unsupported, "no comparison here depends on a language; leave out the 'l'",
                    at: letters)
            default: throw fault(.syntax, "expected [c], [d], [cd] or [n]", at: letters)
            }
        }
        try expect(sign: "]")
        operation.options = options
        return operation
    }

    private func verb() throws(PredicateFormatError) -> Operator? {
        switch token.kind {
        case .sign(let sign):
            switch sign {
            case "=", "==": return .comparison(.equal)
            case "!=", "<>": return .comparison(.notEqual)
            case "<": return .comparison(.less)
            case "<=", "=<": return .comparison(.lessOrEqual)
            case ">": return .comparison(.greater)
            case ">=", "=>": return .comparison(.greaterOrEqual)
            case "+", "-", "*", "/", "**", "%%": throw fault(.unsupported, arithmetic)
            case ":=": throw fault(.unsupported, "assignments are not supported")
            default: return nil
            }
        case .word(let word):
            switch word.uppercased() {
            case "IN": return .isIn
            case "BETWEEN": return .isBetween
            case "LIKE": return .text(.like)
            case "MATCHES": return .text(.matches)
            case "CONTAINS": return .text(.contains)
            case "BEGINSWITH": return .text(.begins)
            case "ENDSWITH": return .text(.ends)
            case "SEARCH": return .search
            default: return nil
            }
        default: return nil
        }
    }

    private func missingOperator(
        after left: Operand, _ start: PredicateToken
    ) -> PredicateFormatError {
        let message = "expected an operator such as == or IN, found \(found)"
        let advice = suggestion(among: PredicateWords.operators)
        if !advice.isEmpty { return fault(.syntax, message + advice) }
        guard case .path = left, case .word(let word) = start.kind else {
            return fault(.syntax, message)
        }
        let words = PredicateWords.quantifiers + PredicateWords.constants + ["NOT"]
        if let near = Suggestion.nearest(to: word, among: words) {
            return fault(
                .syntax, "'\(word)' has no meaning here; did you mean '\(near)'?", at: start)
        }
        return fault(.syntax, message + "; for a boolean attribute write \(word) == TRUE")
    }

    private func refuseOptions(_ operation: Operation) throws(PredicateFormatError) {
        guard operation.options != nil else { return }
        throw fault(
            .operand, "options in brackets go with ==, != and operators for texts",
            at: operation.token)
    }

    // MARK: Semantics

    private func compare(
        _ left: Operand, _ comparison: EntityPredicate.Comparison, _ right: Operand,
        _ operation: Operation
    ) throws(PredicateFormatError) -> EntityPredicate {
        if let options = operation.options {
            return try compare(left, comparison, right, options, operation)
        }
        let isEquality = comparison == .equal || comparison == .notEqual
        switch (left, right) {
        case (.path(let path), .value(let value)): return path.compared(comparison, value)
        case (.value(let value), .path(let path)):
            return path.compared(comparison.mirrored, value)
        case (.path(let path), .outlier(let outlier)):
            return path.compared(comparison, to: outlier)
        case (.outlier(let outlier), .path(let path)):
            return path.compared(comparison.mirrored, to: outlier)
        case (.path(let path), .path(let other)):
            return EntityPredicate(.pathComparison(path, comparison, other))
        case (.count(let path), .value(.integer(let number))):
            return EntityPredicate(.count(path, comparison, number))
        case (.value(.integer(let number)), .count(let path)):
            return EntityPredicate(.count(path, comparison.mirrored, number))
        case (.aggregate(let expression), .value(let value)):
            return expression.compared(comparison, value)
        case (.value(let value), .aggregate(let expression)):
            return expression.compared(comparison.mirrored, value)
        case (.path(let path), .object(let object)) where isEquality,
            (.object(let object), .path(let path)) where isEquality:
            return comparison == .equal ? path == object : path != object
        case (.itself, .object(let object)) where isEquality,
            (.object(let object), .itself) where isEquality:
            return comparison == .equal ? .isObject(object) : !.isObject(object)
        default: break
        }
        throw fault(.operand, advice(left, right, isEquality), at: operation.token)
    }

    /// Returns the message for two sides that cannot be compared.
    private func advice(_ left: Operand, _ right: Operand, _ isEquality: Bool) -> String {
        switch (left, right) {
        case (.value, .value):
            "expected a property on one side, found two values; write TRUEPREDICATE or "
                + "FALSEPREDICATE for a constant"
        case (.aggregate, _), (_, .aggregate): "an aggregate is compared with a value"
        case (.count, _), (_, .count): "@count is compared with whole numbers only"
        case (.itself, _), (_, .itself): "SELF is compared with objects, by ==, != and IN"
        case (.objects, _), (_, .objects): "write IN for a list of objects"
        default:
            isEquality
                ? "these two sides cannot be compared" : "objects have no order; use == or !="
        }
    }

    /// Builds the comparisons `==[c]` and `!=[c]`.
    private func compare(
        _ left: Operand, _ comparison: EntityPredicate.Comparison, _ right: Operand,
        _ options: TextOptions, _ operation: Operation
    ) throws(PredicateFormatError) -> EntityPredicate {
        guard comparison == .equal || comparison == .notEqual else {
            throw fault(
                .operand, "options in brackets go with ==, != and operators for texts",
                at: operation.token)
        }
        switch (left, right) {
        case (.path(let path), .value(.string(let text))),
            (.value(.string(let text)), .path(let path)):
            let equals = path.equals(text, options)
            return comparison == .equal ? equals : !equals
        default:
            throw fault(
                .operand, "expected a property and a text for a comparison with options",
                at: operation.token)
        }
    }

    private func membership(
        _ left: Operand, _ right: Operand, _ rightStart: PredicateToken
    ) throws(PredicateFormatError) -> EntityPredicate {
        switch (left, right) {
        case (.path(let path), .value(.array(let values))):
            return EntityPredicate(.membership(path, values))
        case (.path(let path), .objects(let objects)): return path.isIn(objects)
        case (.itself, .objects(let objects)): return .isObject(in: objects)
        case (.itself, .value(.array(let values))) where values.isEmpty:
            return .isObject(in: [])
        case (.value(let value), .path(let path)): return .any(path.compared(.equal, value))
        case (.object(let object), .path(let path)): return .any(path == object)
        default:
            throw fault(.operand, "expected a list after IN, such as {1, 2} or %@", at: rightStart)
        }
    }

    private func range(
        _ left: Operand, _ right: Operand, _ rightStart: PredicateToken
    ) throws(PredicateFormatError) -> EntityPredicate {
        guard case .value(.array(let bounds)) = right, bounds.count == 2 else {
            throw fault(.operand, "expected a list of two values after BETWEEN", at: rightStart)
        }
        switch (left, bounds[0], bounds[1]) {
        case (.path(let path), let lower, let upper):
            return EntityPredicate(.range(path, lower: lower, upper: upper))
        case (.aggregate(let expression), let lower, let upper):
            return expression.compared(.greaterOrEqual, lower)
                && expression.compared(.lessOrEqual, upper)
        case (.count(let path), .integer(let lower), .integer(let upper)):
            return EntityPredicate(.count(path, .greaterOrEqual, lower))
                && EntityPredicate(.count(path, .lessOrEqual, upper))
        case (.count, _, _):
            throw fault(.operand, "@count is compared with whole numbers only", at: rightStart)
        default: throw fault(.operand, "expected a property before BETWEEN", at: rightStart)
        }
    }

    private func text(
        _ left: Operand, _ kind: TextMatch.Kind, _ right: Operand, _ operation: Operation,
        _ rightStart: PredicateToken
    ) throws(PredicateFormatError) -> EntityPredicate {
        switch (left, right) {
        case (.path(let path), .object(let object)) where kind == .contains:
            return .any(path == object)
        case (.path(let path), .value(.string(let pattern))):
            let match = TextMatch(kind, pattern, operation.options ?? [])
            do {
                _ = try TextMatcher(match)
            } catch {
                throw fault(.pattern, error.description, at: rightStart)
            }
            return EntityPredicate(.text(path, match))
        case (.path, _):
            throw fault(.operand, "expected a text after this operator", at: rightStart)
        default:
            throw fault(
                .operand, "expected a property before this operator", at: operation.token)
        }
    }
}

extension EntityPredicate.Comparison {
    /// The equivalent operator with the operands exchanged.
    fileprivate var mirrored: EntityPredicate.Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}
