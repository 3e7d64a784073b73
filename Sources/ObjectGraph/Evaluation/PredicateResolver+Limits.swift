/// Checks of the limits of predicates, which are made before any store executes a request.
extension PredicateResolver {
    /// Throws if the resolved predicate exceeds the limits of SQL.
    func requireAnswerable(_ predicate: ResolvedPredicate) throws(StoreError) {
        let size = PredicateSize(predicate)
        let name = model.entities[entity].name
        guard size.levels <= EntityPredicate.depthLimit else {
            throw StoreError(.invalidRequest, "\(name): \(EntityPredicate.tooDeepMessage)")
        }
        guard size.conditions <= EntityPredicate.conditionLimit else {
            throw StoreError(
                .invalidRequest,
                "\(name): the predicate has \(size.conditions) conditions, at most "
                    + "\(EntityPredicate.conditionLimit) are answered; write isIn, or IN, for the "
                    + "values of a list")
        }
        guard size.steps <= EntityPredicate.stepLimit else { throw tooManySteps(size.steps) }
    }

    /// Throws if values follow too many relationships for one statement.
    func requireFewSteps(_ expressions: [ResolvedExpression]) throws(StoreError) {
        var steps = StepSet()
        for way in expressions.flatMap(\.steps) { steps.insert(way) }
        guard steps.count <= EntityPredicate.stepLimit else { throw tooManySteps(steps.count) }
    }

    func tooManySteps(_ count: Int) -> StoreError {
        StoreError(
            .invalidRequest,
            "\(model.entities[entity].name): paths follow \(count) relationships, at most "
                + "\(EntityPredicate.stepLimit) can be followed in one condition or order")
    }
}

/// The size of a resolved predicate.
private struct PredicateSize {
    private(set) var levels = 0
    private(set) var conditions = 0
    /// The greatest number of relationships followed by the conditions on one object.
    private(set) var steps = 0

    init(_ predicate: ResolvedPredicate) {
        var followed = StepSet()
        levels = add(predicate, &followed)
        steps = max(steps, followed.count)
    }

    /// Adds the size of a predicate, and returns the number of its levels.
    private mutating func add(_ predicate: ResolvedPredicate, _ followed: inout StepSet) -> Int {
        switch predicate {
        case .not(let inner): return 1 + add(inner, &followed)
        case .and(let parts), .or(let parts):
            var levels = 0
            for part in parts { levels = max(levels, add(part, &followed)) }
            return 1 + levels
        case .quantified(_, let path, let inner):
            followed.insert(path.steps)
            var inside = StepSet()
            let levels = add(inner, &inside)
            steps = max(steps, inside.count)
            return EntityPredicate.toManyLevels + levels
        case .search(let search): return add(search.condition, &followed)
        case .expression(let expression, _, _):
            for way in expression.steps { followed.insert(way) }
            conditions += 1
            // The values of related objects are a subquery.
            return EntityPredicate.toManyLevels
        default:
            for path in predicate.paths { followed.insert(path.steps) }
            conditions += 1
            return 0
        }
    }
}

/// The relationships that paths follow, with common prefixes counted once.
private struct StepSet {
    private struct Edge: Hashable {
        let start: Int
        let step: Int
    }

    private var ends: [Edge: Int] = [:]

    /// The number of relationships.
    var count: Int { ends.count }

    mutating func insert(_ steps: [Int]) {
        var node = 0
        for step in steps {
            let edge = Edge(start: node, step: step)
            node = ends[edge] ?? ends.count + 1
            ends[edge] = node
        }
    }
}
