/// Evaluates a predicate on rows in memory.
///
/// It defines the meaning that every store must implement. Conditions are true or false,
/// never unknown:
///
/// - A path through a relationship that is `nil` has no value, and references no objects.
/// - `==` and membership treat `nil` as a value; `!=` is the opposite of `==`.
/// - `<`, `<=`, `>`, `>=`, ranges and text conditions require values on both sides.
/// - For an empty relationship `all` holds, and `any` does not.
///
/// The evaluator builds sets for lists of values once; create one for each request.
package struct PredicateEvaluator: Sendable {
    private let condition: Condition
    private let model: ManagedObjectModel
    /// Prepares a predicate for evaluation.
    package init(_ predicate: ResolvedPredicate, model: ManagedObjectModel) {
        condition = Condition(predicate)
        self.model = model
    }

    /// Tests whether a row satisfies the predicate.
    ///
    /// - Throws: ``StoreError`` if related rows cannot be read.
    package func matches(
        _ row: StoredRow, in graph: some GraphNavigator
    ) throws(StoreError) -> Bool {
        try holds(condition, row, graph)
    }

    private func holds(
        _ condition: Condition, _ row: StoredRow, _ graph: some GraphNavigator
    ) throws(StoreError) -> Bool {
        switch condition {
        case .constant(let flag): return flag
        case .integers(let slot, let comparison, let number):
            // Nothing is copied, unlike a path and a value.
            guard let stored = row.row.integer(slot) else {
                return comparison.holds(row.row[slot], .integer(number))
            }
            return comparison.holds(stored, number)
        case .comparison(let path, let comparison, let value):
            // No string is created for a text that is compared.
            if let slot = path.ownSlot, comparison == .equal || comparison == .notEqual {
                return row.row.isSame(slot, as: value) == (comparison == .equal)
            }
            return comparison.holds(try self.value(path, row, graph), value)
        case .pathComparison(let path, let comparison, let other):
            return comparison.holds(
                try value(path, row, graph), try value(other, row, graph))
        case .membership(let path, let values):
            return values.contains(try value(path, row, graph))
        case .range(let path, let lower, let upper):
            let value = try self.value(path, row, graph)
            return EntityPredicate.Comparison.lessOrEqual.holds(lower, value)
                && EntityPredicate.Comparison.lessOrEqual.holds(value, upper)
        case .text(let path, let matcher):
            guard case .string(let text) = try value(path, row, graph) else { return false }
            return matcher.matches(text)
        case .count(let path, let comparison, let number):
            let count = try path.destinations(from: row, in: graph, model).count
            return comparison.holds(.integer(Int64(count)), .integer(number))
        case .expression(let expression, let comparison, let value):
            return comparison.holds(
                try expression.value(of: row, in: graph, model), value)
        case .identity(let numbers): return numbers.contains(row.number)
        case .object(let path, let numbers):
            return try path.destinations(from: row, in: graph, model).contains {
                numbers.contains($0)
            }
        case .isNil(let path):
            guard case .attribute = path.end else {
                return try path.destinations(from: row, in: graph, model).isEmpty
            }
            return try value(path, row, graph).isNull
        case .quantified(let quantifier, let path, let inner):
            return try holds(quantifier, path, inner, row, graph)
        case .not(let inner): return try !holds(inner, row, graph)
        case .and(let parts):
            for part in parts where try !holds(part, row, graph) { return false }
            return true
        case .or(let parts):
            for part in parts where try holds(part, row, graph) { return true }
            return false
        }
    }

    private func holds(
        _ quantifier: EntityPredicate.Quantifier, _ path: ResolvedPath, _ inner: Condition,
        _ row: StoredRow, _ graph: some GraphNavigator
    ) throws(StoreError) -> Bool {
        guard case .relationship(let relationship) = path.end else { return false }
        let root = model.root(ofDestination: relationship)
        for number in try path.destinations(from: row, in: graph, model) {
            guard let destination = try graph.storedRow(root: root, number: number) else {
                continue
            }
            let isMet = try holds(inner, destination, graph)
            if isMet == (quantifier == .any) { return isMet }
        }
        return quantifier == .all
    }

    private func value(
        _ path: ResolvedPath, _ row: StoredRow, _ graph: some GraphNavigator
    ) throws(StoreError) -> Value {
        try path.value(from: row, in: graph, model)
    }
}

extension ResolvedPath {
    /// Returns the attribute's value at the end; `null` if a relationship on the path is `nil`.
    func value(
        from row: StoredRow, in graph: some GraphNavigator, _ model: ManagedObjectModel
    ) throws(StoreError) -> Value {
        if let ownSlot { return row.row[ownSlot] }
        guard case .attribute(let slot, _) = end,
            let last = try follow(from: row, in: graph, model)
        else { return .null }
        return last.row[slot]
    }

    /// Returns the row with the property at the end; `nil` if a relationship on the path is `nil`.
    func follow(
        from row: StoredRow, in graph: some GraphNavigator, _ model: ManagedObjectModel
    ) throws(StoreError) -> StoredRow? {
        var current = row
        for step in steps {
            guard let number = try graph.destinations(of: step, from: current.number).first,
                let next = try graph.storedRow(
                    root: model.root(ofDestination: step), number: number)
            else { return nil }
            current = next
        }
        return current
    }
}

extension ManagedObjectModel {
    /// Returns the root entity of the table that contains the destinations of a relationship.
    func root(ofDestination relationship: Int) -> Int {
        layouts[relationships[relationship].destination].root
    }
}

extension EntityPredicate.Comparison {
    /// Tests whether two integers satisfy the comparison.
    fileprivate func holds(_ left: Int64, _ right: Int64) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }

    /// Tests whether two values satisfy the comparison; see ``PredicateEvaluator``.
    func holds(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: return left == right
        case .notEqual: return left != right
        case .less, .lessOrEqual, .greater, .greaterOrEqual: break
        }
        guard !left.isNull, !right.isNull else { return false }
        let order = left.order(to: right)
        switch self {
        case .less: return order == .before
        case .lessOrEqual: return order != .after
        case .greater: return order == .after
        case .greaterOrEqual: return order != .before
        case .equal, .notEqual: return false
        }
    }
}

/// A ``ResolvedPredicate`` with sets instead of lists.
private indirect enum Condition: Sendable {
    case constant(Bool)
    /// A comparison of an attribute of the row itself with an integer.
    case integers(slot: Int, EntityPredicate.Comparison, Int64)
    case comparison(ResolvedPath, EntityPredicate.Comparison, Value)
    case pathComparison(ResolvedPath, EntityPredicate.Comparison, ResolvedPath)
    case membership(ResolvedPath, Set<Value>)
    case range(ResolvedPath, lower: Value, upper: Value)
    case text(ResolvedPath, TextMatcher)
    case object(ResolvedPath, Set<Int64>)
    case isNil(ResolvedPath)
    case count(ResolvedPath, EntityPredicate.Comparison, Int64)
    case expression(ResolvedExpression, EntityPredicate.Comparison, Value)
    case identity(Set<Int64>)
    case quantified(EntityPredicate.Quantifier, ResolvedPath, Condition)
    case not(Condition)
    case and([Condition])
    case or([Condition])

    init(_ predicate: ResolvedPredicate) {
        switch predicate {
        case .constant(let flag): self = .constant(flag)
        case .comparison(let path, let comparison, let value):
            if let slot = path.ownSlot, case .integer(let number) = value {
                self = .integers(slot: slot, comparison, number)
            } else {
                self = .comparison(path, comparison, value)
            }
        case .pathComparison(let path, let comparison, let other):
            self = .pathComparison(path, comparison, other)
        case .membership(let path, let values): self = .membership(path, Set(values))
        case .range(let path, let lower, let upper):
            self = .range(path, lower: lower, upper: upper)
        case .text(let path, let matcher): self = .text(path, matcher)
        case .object(let path, let numbers): self = .object(path, Set(numbers))
        case .isNil(let path): self = .isNil(path)
        case .count(let path, let comparison, let number):
            self = .count(path, comparison, number)
        case .expression(let expression, let comparison, let value):
            self = .expression(expression, comparison, value)
        case .identity(let numbers): self = .identity(Set(numbers))
        case .quantified(let quantifier, let path, let inner):
            self = .quantified(quantifier, path, Condition(inner))
        case .search(let search): self.init(search.condition)
        case .not(let inner): self = .not(Condition(inner))
        case .and(let parts): self = .and(parts.map(Condition.init))
        case .or(let parts): self = .or(parts.map(Condition.init))
        }
    }
}
