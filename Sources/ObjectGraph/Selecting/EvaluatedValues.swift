/// The rows of a selection that is evaluated in memory.
///
/// It defines the meaning that every store must implement; see ``PredicateEvaluator``. An aggregate
/// that no row, order or condition needs is not computed, so its overflow is no error.
package final class EvaluatedValues<Graph: GraphNavigator>: ValueCursor {
    private let values: ResolvedValues
    private let model: ManagedObjectModel
    private let graph: Graph
    private var candidates: ArraySlice<Candidate> = []

    /// An object, or a group with one of its objects.
    private struct Candidate {
        /// The object, or any object of the group; a row without values for no objects.
        var row: StoredRow
        /// The aggregates of the group so far.
        var reductions: [ResolvedExpression: Reduction] = [:]
        /// The values by which it is sorted.
        var keys: [Value] = []
    }

    /// Evaluates a request for the rows of the objects that satisfy its predicate.
    ///
    /// - Throws: ``StoreError`` with code `overflow` for a sum beyond the range of its type.
    /// - Complexity: O(*n* log *n*) in the number of rows.
    package init(
        _ request: ValueRequest, _ values: ResolvedValues, _ rows: [StoredRow], in graph: Graph,
        _ model: ManagedObjectModel
    ) throws(StoreError) {
        self.values = values
        self.graph = graph
        self.model = model
        guard request.rows.limit != 0 else { return }
        var all = values.isGrouped ? try groups(of: rows) : rows.map { Candidate(row: $0) }
        if !values.order.isEmpty {
            for index in all.indices { all[index].keys = try keys(of: all[index]) }
        }
        all.sort { order(of: $0, to: $1.keys, $1.row.number) == .before }
        if let position = request.position {
            let keys = Array(position.prefix(values.order.count))
            let number = position.count > keys.count ? position.last?.number : nil
            all = all.filter { order(of: $0, to: keys, number) == .after }
        }
        candidates = all.dropFirst(request.rows.offset)
        if let limit = request.rows.limit { candidates = candidates.prefix(limit) }
    }

    package func next(_ count: Int) throws(StoreError) -> RowBlock {
        var rows = RowBlockBuilder(width: values.width)
        for candidate in candidates.prefix(count) {
            for output in values.outputs { rows.appendValue(try value(of: output, candidate)) }
            if values.width > values.outputs.count { rows.append(.integer(candidate.row.number)) }
            rows.endRow()
        }
        candidates = candidates.dropFirst(count)
        return rows.block()
    }

    package func close() { candidates = [] }

    private func value(
        of expression: ResolvedExpression, _ candidate: Candidate
    ) throws(StoreError) -> Value {
        guard values.isGrouped else {
            return try expression.value(of: candidate.row, in: graph, model)
        }
        return try expression.value(of: candidate.row, in: navigator(candidate), model)
    }

    // MARK: Order

    private func keys(of candidate: Candidate) throws(StoreError) -> [Value] {
        var keys: [Value] = []
        for term in values.order {
            let value = try value(of: term.expression, candidate)
            if case .string(let text) = value {
                keys.append(.string(term.options.folded(text)))
            } else {
                keys.append(value)
            }
        }
        return keys
    }

    private func order(
        of candidate: Candidate, to keys: [Value], _ number: Int64?
    ) -> ValueOrder {
        for (index, term) in values.order.enumerated() {
            let order = candidate.keys[index].order(to: keys[index])
            if order != .same { return term.isAscending ? order : order.reversed }
        }
        guard !values.isGrouped, let number else { return .same }
        return Value.integer(candidate.row.number).order(to: .integer(number))
    }

    // MARK: Groups

    /// Returns the groups of the rows that satisfy the group condition.
    private func groups(of rows: [StoredRow]) throws(StoreError) -> [Candidate] {
        let columns = values.groupColumns
        var none: [ResolvedExpression: Reduction] = [:]
        for case .group(let function, let path) in values.aggregates {
            none[.group(function, path)] = Reduction(function)
        }
        var indices: [[Value]: Int] = [:]
        var groups: [Candidate] = []
        for row in rows {
            var key: [Value] = []
            for column in columns { key.append(try column.value(of: row, in: graph, model)) }
            let index = indices[key] ?? groups.count
            if index == groups.count {
                indices[key] = index
                groups.append(Candidate(row: row, reductions: none))
            }
            for case .group(let function, let path) in none.keys {
                if let path {
                    let value = try path.value(from: row, in: graph, model)
                    groups[index].reductions[.group(function, path)]?.add(value)
                } else {
                    groups[index].reductions[.group(function, nil)]?.addObject()
                }
            }
        }
        if columns.isEmpty, groups.isEmpty {
            let row = StoredRow(number: 0, entity: 0, version: 0, row: Row([]))
            groups.append(Candidate(row: row, reductions: none))
        }
        let evaluator = PredicateEvaluator(values.groupPredicate, model: model)
        var result: [Candidate] = []
        for group in groups where try evaluator.matches(group.row, in: navigator(group)) {
            result.append(group)
        }
        return result
    }

    private func navigator(_ group: Candidate) -> GroupNavigator<Graph> {
        GroupNavigator(
            graph: graph, model: model, columns: values.groupColumns, row: group.row,
            reductions: group.reductions)
    }
}

/// Access to related rows and to the aggregates of one group.
private struct GroupNavigator<Graph: GraphNavigator>: GraphNavigator {
    let graph: Graph
    let model: ManagedObjectModel
    /// The columns by which objects are grouped.
    let columns: [ResolvedExpression]
    let row: StoredRow
    let reductions: [ResolvedExpression: Reduction]

    func storedRow(root: Int, number: Int64) throws(StoreError) -> StoredRow? {
        try graph.storedRow(root: root, number: number)
    }

    func destinations(of relationship: Int, from number: Int64) throws(StoreError) -> [Int64] {
        try graph.destinations(of: relationship, from: number)
    }

    /// Returns the result of an aggregate, or throws an error that names the group.
    func aggregate(_ expression: ResolvedExpression) throws(StoreError) -> Value {
        do {
            return try reductions[expression]?.result(of: expression.paths.first?.type) ?? .null
        } catch {
            var names: [String] = []
            for column in columns {
                names.append("\(try column.value(of: row, in: graph, model))".shortened(to: 80))
            }
            throw expression.overflow(
                names.isEmpty ? "of all objects" : "of the group (\(names.joined(separator: ", ")))"
            )
        }
    }
}

extension Value {
    fileprivate var number: Int64? { if case .integer(let number) = self { number } else { nil } }
}
