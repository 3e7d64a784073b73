/// A ``ValueRequest`` with slots and relationship indices instead of names.
///
/// Both evaluation in memory and translation to SQL use this form, so an invalid request causes the
/// same error in every store.
package struct ResolvedValues: Sendable {
    /// The values of each row.
    package let columns: [ResolvedExpression]
    /// Indicates whether each row is a group of objects.
    package let isGrouped: Bool
    /// The condition of the objects.
    package let predicate: ResolvedPredicate
    /// The condition of the groups.
    package let groupPredicate: ResolvedPredicate
    /// The complete order of groups; of objects, the order before their numbers.
    package private(set) var order: [Term]
    /// Indicates whether rows end with their position: the values of ``order``, and the number of
    /// an object.
    package let includesPosition: Bool

    /// A term of the order.
    package struct Term: Sendable, Hashable {
        package let expression: ResolvedExpression
        package let isAscending: Bool
        package let options: TextOptions
    }

    /// The greatest number of columns.
    private static let columnLimit = 100

    /// Resolves the names in a request.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest`.
    package init(_ request: ValueRequest, _ model: ManagedObjectModel) throws(StoreError) {
        let entity = request.rows.entity
        let resolver = PredicateResolver(model: model, entity: entity)
        let name = model.entities[entity].name
        guard !request.columns.isEmpty, request.columns.count <= ResolvedValues.columnLimit else {
            throw StoreError(
                .invalidRequest,
                "\(name): expected 1 to \(ResolvedValues.columnLimit) columns, found "
                    + "\(request.columns.count)")
        }
        var columns: [ResolvedExpression] = []
        for column in request.columns { columns.append(try resolver.expression(column)) }
        try resolver.requireFewSteps(columns)
        self.columns = columns
        isGrouped = request.isDistinct || columns.contains(where: \.isGroupAggregate)
        includesPosition = request.includesPosition
        predicate = try resolver.resolve(request.rows.predicate)
        let groups = PredicateResolver(model: model, entity: entity, ofGroups: isGrouped)
        groupPredicate = try groups.resolve(request.groupPredicate)
        let keys = request.rows.sortKeys
        order = zip(keys, try groups.sortExpressions(keys)).map { key, expression in
            Term(expression: expression, isAscending: key.isAscending, options: key.options)
        }
        if isGrouped {
            try requireGroups(request, resolver)
            for column in groupColumns where !order.contains(where: { $0.expression == column }) {
                order.append(Term(expression: column, isAscending: true, options: []))
            }
        } else if groupPredicate != .constant(true) {
            throw StoreError(
                .invalidRequest,
                "\(name): a group condition needs groups; select an aggregate such as count()")
        }
        if includesPosition, order.contains(where: { !$0.options.isEmpty }) {
            throw StoreError(
                .invalidRequest, "\(name): pages cannot be sorted with options for texts")
        }
        if let position = request.position, position.count != order.count + (isGrouped ? 0 : 1) {
            throw StoreError(.invalidRequest, "\(name): the position is of another request")
        }
    }

    /// The columns by which objects are grouped.
    package var groupColumns: [ResolvedExpression] { columns.filter { !$0.isGroupAggregate } }

    /// The values of a result row: the columns, and the position if it is included.
    ///
    /// The number of an object, the end of its position, is not one of them.
    package var outputs: [ResolvedExpression] {
        includesPosition ? columns + order.map(\.expression) : columns
    }

    /// The number of values of a result row.
    package var width: Int { outputs.count + (includesPosition && !isGrouped ? 1 : 0) }

    /// Indicates whether the result depends on sums, which can exceed the range of their type.
    package var hasSums: Bool {
        (columns + order.map(\.expression) + groupPredicate.expressions + predicate.expressions)
            .contains(where: \.sumsUp)
    }

    /// The aggregates of groups that the result depends on.
    var aggregates: Set<ResolvedExpression> {
        Set(columns + order.map(\.expression) + groupPredicate.expressions)
            .filter(\.isGroupAggregate)
    }

    /// The relationships that affect the result in addition to the rows themselves.
    var relationships: Set<Int> {
        (columns + order.map(\.expression)).reduce(
            predicate.relationships.union(groupPredicate.relationships)
        ) { $0.union($1.relationships) }
    }

    /// Throws if the order or the group condition depends on something that groups do not have.
    private func requireGroups(
        _ request: ValueRequest, _ resolver: PredicateResolver
    ) throws(StoreError) {
        let columns = groupColumns
        for column in request.columns { try resolver.requireNoArithmetic(column) }
        for (column, resolved) in zip(request.columns, self.columns)
        where !resolved.type.isOrdered && !resolved.isGroupAggregate {
            throw resolver.problem(
                PropertyPath(components: ["\(column)"]),
                "objects cannot be grouped by values of type \(resolved.type.word)")
        }
        for (key, term) in zip(request.rows.sortKeys, order) {
            guard term.expression.isGroupAggregate || columns.contains(term.expression) else {
                throw resolver.problem(
                    key.path, "groups are sorted by their columns and by aggregates")
            }
            guard term.options.isEmpty else {
                throw resolver.problem(key.path, "groups cannot be sorted with options for texts")
            }
        }
        guard groupPredicate.isAbout(columns) else {
            throw StoreError(
                .invalidRequest,
                "\(resolver.model.entities[resolver.entity].name): the group condition "
                    + "'\("\(request.groupPredicate)".shortened(to: 200))' is about more than the "
                    + "columns and aggregates of groups; move the rest to the condition of objects")
        }
    }
}

extension ResolvedPredicate {
    /// The aggregates that are compared.
    fileprivate var expressions: [ResolvedExpression] {
        switch self {
        case .expression(let expression, _, _): [expression]
        case .not(let inner), .quantified(_, _, let inner): inner.expressions
        case .and(let parts), .or(let parts): parts.flatMap(\.expressions)
        default: []
        }
    }

    /// Tests whether the condition depends on these values and on aggregates of groups only.
    fileprivate func isAbout(_ columns: [ResolvedExpression]) -> Bool {
        switch self {
        case .constant: true
        case .expression(let expression, _, _):
            expression.isGroupAggregate || columns.contains(expression)
        case .not(let inner): inner.isAbout(columns)
        case .search(let search): search.condition.isAbout(columns)
        case .and(let parts), .or(let parts): parts.allSatisfy { $0.isAbout(columns) }
        case .quantified, .count, .object, .identity: false
        case .comparison, .pathComparison, .membership, .range, .text, .isNil:
            paths.allSatisfy { columns.contains(.attribute($0)) }
        }
    }
}
