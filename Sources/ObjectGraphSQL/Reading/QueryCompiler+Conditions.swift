import ObjectGraph

/// Compiling conditions. In contrast to SQL, conditions of predicates are never unknown: a
/// comparison with a missing value is false, and its negation is true. Where SQL treats unknown as
/// false, a condition is written in a form that can use an index; inside a `NOT` it is exact, that
/// is, never unknown. The negation of a list is compiled as the list of the negated parts with the
/// opposite operator.
extension QueryCompiler {
    private var dialect: any SQLDialect { schema.dialect }

    /// Returns the condition in SQL, or its negation.
    mutating func condition(
        _ predicate: ResolvedPredicate, _ scope: inout Scope, isNegated: Bool = false
    ) throws(StoreError) -> SQLCondition {
        switch predicate {
        case .constant(let flag): return SQLCondition(dialect.constant(flag != isNegated))
        case .not(let inner): return try condition(inner, &scope, isNegated: !isNegated)
        case .and(let parts): return try join(parts, isNegated ? .or : .and, &scope, isNegated)
        case .or(let parts): return try join(parts, isNegated ? .and : .or, &scope, isNegated)
        case .quantified(let quantifier, let path, let inner):
            return try quantified(quantifier, path, inner, &scope, isNegated)
        case .search(let search):
            guard let found = try found(search, &scope) else {
                return try condition(search.condition, &scope, isNegated: isNegated)
            }
            return SQLCondition(isNegated ? "NOT \(found)" : found)
        default:
            let leaf = try leaf(predicate, &scope, isExact: isNegated)
            return SQLCondition(isNegated ? "NOT \(leaf)" : leaf)
        }
    }

    /// Returns a condition without parts; if `isExact`, it is true or false, but never `NULL`.
    private mutating func leaf(
        _ predicate: ResolvedPredicate, _ scope: inout Scope, isExact: Bool
    ) throws(StoreError) -> String {
        switch predicate {
        case .comparison(let path, let comparison, let value):
            return try compare(path, comparison, value, &scope, isExact)
        case .pathComparison(let path, let comparison, let other):
            let left = try expression(path, &scope)
            let right = try expression(other, &scope)
            let order = collation(of: path)
            return known("\(left) \(comparison.sql(dialect)) \(right)\(order)", isExact)
        case .membership(let path, let values):
            return try membership(path, values, &scope, isExact)
        case .range(let path, let lower, let upper):
            if lower.isNull || upper.isNull { return dialect.constant(false) }
            let column = try expression(path, &scope)
            let order = collation(of: path)
            let low = "\(column) >= \(bind(.value(lower)))\(order)"
            return known("(\(low) AND \(column) <= \(bind(.value(upper)))\(order))", isExact)
        case .text(let path, let matcher):
            return try text(path, matcher.match, &scope, isExact)
        case .count(let path, let comparison, let number):
            return try count(path, comparison, number, &scope)
        case .expression(let expression, let comparison, let value):
            return try compare(expression, comparison, value, &scope, isExact)
        case .identity(let numbers):
            return identity("\(scope.alias).\(SystemColumn.id.quotedName)", numbers, isExact)
        case .object(let path, let numbers):
            return try object(path, numbers, &scope, isExact)
        case .isNil(let path): return try isNil(path, &scope)
        case .constant, .quantified, .search, .not, .and, .or:
            throw StoreError(.invalidRequest, "expected a condition without parts")
        }
    }

    /// Returns a condition that is false instead of unknown.
    func known(_ condition: String, _ isExact: Bool) -> String {
        isExact ? dialect.known(condition) : condition
    }

    private mutating func join(
        _ parts: [ResolvedPredicate], _ word: SQLCondition.Word, _ scope: inout Scope,
        _ isNegated: Bool
    ) throws(StoreError) -> SQLCondition {
        var conditions: [SQLCondition] = []
        for part in parts { conditions.append(try condition(part, &scope, isNegated: isNegated)) }
        return SQLCondition(conditions, word, none: dialect.constant(word == .and))
    }

    private mutating func compare(
        _ path: ResolvedPath, _ comparison: EntityPredicate.Comparison, _ value: Value,
        _ scope: inout Scope, _ isExact: Bool
    ) throws(StoreError) -> String {
        try compare(.attribute(path), comparison, value, &scope, isExact)
    }

    private mutating func compare(
        _ expression: ResolvedExpression, _ comparison: EntityPredicate.Comparison,
        _ value: Value, _ scope: inout Scope, _ isExact: Bool
    ) throws(StoreError) -> String {
        let column = try self.expression(expression, &scope)
        switch comparison {
        case .equal:
            return
                "\(column) \(value.isNull || isExact ? dialect.same : "=") \(bind(.value(value)))"
        case .notEqual: return "\(column) \(dialect.different) \(bind(.value(value)))"
        default:
            if value.isNull { return dialect.constant(false) }
            let order = order(of: expression.type)
            return known(
                "\(column) \(comparison.sql(dialect)) \(bind(.value(value)))\(order)", isExact)
        }
    }

    private mutating func membership(
        _ path: ResolvedPath, _ values: [Value], _ scope: inout Scope, _ isExact: Bool
    ) throws(StoreError) -> String {
        let column = try expression(path, &scope)
        let found = values.filter { !$0.isNull }
        var conditions: [String] = []
        if !found.isEmpty {
            let list = dialect.keys(found.map { [$0] }, at: self.values.count + 1)
            bind(list.value)
            conditions.append(known("\(column) \(list.membership)", isExact))
        }
        if found.count < values.count { conditions.append("\(column) IS NULL") }
        return conditions.isEmpty
            ? dialect.constant(false) : "(\(conditions.joined(separator: " OR ")))"
    }

    private mutating func text(
        _ path: ResolvedPath, _ match: TextMatch, _ scope: inout Scope, _ isExact: Bool
    ) throws(StoreError) -> String {
        if match.kind == .words, let found = try found(match, at: path, &scope) {
            return known(found, isExact)
        }
        let column = try expression(path, &scope)
        switch (match.kind, match.options.isEmpty) {
        case (.equals, true):
            return "\(column) \(isExact ? dialect.same : "=") \(bind(.string(match.pattern)))"
        case (.begins, true):
            // A range, which can use an index; UTF-8 bytes sort like scalars.
            let lower = "\(column) >= \(bind(.string(match.pattern)))"
            guard let end = match.pattern.endOfPrefixRange else { return known(lower, isExact) }
            return known("(\(lower) AND \(column) < \(bind(.string(end))))", isExact)
        case (.contains, true):
            let found = dialect.contains(
                try text(path, &scope), match.pattern, at: values.count + 1)
            bind(found.value)
            return known(found.condition, isExact)
        default:
            let found = dialect.matches(try text(path, &scope), match, at: values.count + 1)
            bind(found.value)
            return found.condition
        }
    }

    private mutating func object(
        _ path: ResolvedPath, _ numbers: [Int64], _ scope: inout Scope, _ isExact: Bool
    ) throws(StoreError) -> String {
        let relationship = try relationship(at: path)
        let alias = try alias(of: path.steps, &scope)
        return identity(try reference(relationship.index, alias), numbers, isExact)
    }

    private mutating func identity(
        _ column: String, _ numbers: [Int64], _ isExact: Bool
    ) -> String {
        if numbers.count == 1 {
            return "\(column) \(isExact ? dialect.same : "=") \(bind(.integer(numbers[0])))"
        }
        let list = dialect.numbers(numbers, at: values.count + 1)
        bind(list.value)
        return known("\(column) \(list.membership)", isExact)
    }

    /// Returns a comparison with a count, which is 0, and never unknown, if the path has no object.
    private mutating func count(
        _ path: ResolvedPath, _ comparison: EntityPredicate.Comparison, _ number: Int64,
        _ scope: inout Scope
    ) throws(StoreError) -> String {
        let relationship = try relationship(at: path)
        let members = try members(of: relationship, try alias(of: path.steps, &scope), newAlias())
        return
            "(SELECT count(*) FROM \(members)) \(comparison.sql(dialect)) \(bind(.integer(number)))"
    }

    private mutating func isNil(
        _ path: ResolvedPath, _ scope: inout Scope
    ) throws(StoreError) -> String {
        if case .attribute = path.end { return "\(try expression(path, &scope)) IS NULL" }
        let relationship = try relationship(at: path)
        let alias = try alias(of: path.steps, &scope)
        guard relationship.isToMany else {
            return "\(try reference(relationship.index, alias)) IS NULL"
        }
        let member = newAlias()
        return "NOT EXISTS (SELECT 1 FROM \(try members(of: relationship, alias, member)))"
    }

    /// Returns the condition that an object satisfies the inner one; for `all`, that no
    /// object violates it.
    private mutating func quantified(
        _ quantifier: EntityPredicate.Quantifier, _ path: ResolvedPath,
        _ inner: ResolvedPredicate, _ scope: inout Scope, _ isNegated: Bool
    ) throws(StoreError) -> SQLCondition {
        let relationship = try relationship(at: path)
        let alias = try alias(of: path.steps, &scope)
        var innerScope = Scope(alias: newAlias())
        let isAny = quantifier == .any
        let condition = try condition(inner, &innerScope, isNegated: !isAny)
        let id = SystemColumn.id.quotedName
        let members = try members(of: relationship, alias, newAlias())
        // The members are a subquery of numbers, which keeps the joins of the inner
        // condition separate.
        let table = try schema.table(of: relationship.destination).sql
        let selection =
            "EXISTS (SELECT 1 FROM \(table) AS \(innerScope.alias)\(innerScope.joins) "
            + "WHERE \(condition.operand(of: .and)) AND "
            + "\(innerScope.alias).\(id) IN (SELECT member FROM \(members)))"
        return SQLCondition(
            isAny == isNegated ? "NOT \(selection)" : selection,
            depth: condition.operandDepth(of: .and) + EntityPredicate.toManyLevels)
    }

    func relationship(at path: ResolvedPath) throws(StoreError) -> RelationshipLayout {
        guard case .relationship(let index) = path.end else {
            throw StoreError(.invalidRequest, "expected a relationship, found an attribute")
        }
        return schema.model.relationships[index]
    }

    /// Returns a table expression whose column `member` contains the numbers of the destinations of
    /// a to-many relationship of `owner`.
    func members(
        of relationship: RelationshipLayout, _ owner: String, _ alias: String
    ) throws(StoreError) -> String {
        let id = SystemColumn.id.quotedName
        func links(_ table: JoinTableSchema, _ near: String, _ far: String) -> String {
            "SELECT \(far) AS member FROM \(table.sql) WHERE \(near) = \(owner).\(id)"
        }
        switch relationship.storage {
        case .reference: throw StoreError(.invalidRequest, "expected a to-many relationship")
        case .inverseReference(let inverse):
            let (table, column) = try schema.reference(inverse)
            return "(SELECT \(id) AS member FROM \(table.sql) WHERE \(column.sql) = "
                + "\(owner).\(id)) AS \(alias)"
        case .inverseLinks(let inverse):
            return "(\(links(try schema.links(inverse), "destination", "source"))) AS \(alias)"
        case .links:
            let table = try schema.links(relationship.index)
            return "(\(links(table, "source", "destination"))) AS \(alias)"
        }
    }
}

extension EntityPredicate.Comparison {
    /// Returns the operator in SQL; equality is null-safe.
    fileprivate func sql(_ dialect: any SQLDialect) -> String {
        switch self {
        case .equal: dialect.same
        case .notEqual: dialect.different
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension String {
    /// The least text greater than all texts with this prefix, or `nil`.
    fileprivate var endOfPrefixRange: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // The code points in between are surrogates, which cannot occur in a text.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            scalars.append(scalar)
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            return text
        }
        return nil
    }
}
