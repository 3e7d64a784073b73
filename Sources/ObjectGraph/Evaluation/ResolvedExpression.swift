/// A ``ValueExpression`` with slots and relationship indices instead of names.
package indirect enum ResolvedExpression: Sendable, Hashable {
    case attribute(ResolvedPath)
    /// A constant, in the form of a type.
    case literal(Value, AttributeType)
    /// An operator on two values of a type, which the result has, too.
    case operation(ValueOperator, ResolvedExpression, ResolvedExpression, AttributeType)
    /// An aggregate over the objects of the to-many relationship at the end of the path.
    ///
    /// The inner path starts at these objects; without one, they are counted.
    case related(AggregateFunction, ResolvedPath, ResolvedPath?)
    /// An aggregate over the objects of a group; without a path, they are counted.
    case group(AggregateFunction, ResolvedPath?)

    /// Indicates whether this is an aggregate over the objects of a group.
    package var isGroupAggregate: Bool {
        if case .group = self { true } else { false }
    }

    /// Indicates whether this is a sum or a mean, which can be beyond the range of its type.
    package var sumsUp: Bool {
        switch self {
        case .attribute, .literal: false
        case .operation: true
        case .related(let function, _, _), .group(let function, _):
            function == .sum || function == .average
        }
    }

    /// Indicates whether this contains a sum or a difference of two values.
    package var addsUp: Bool {
        guard case .operation(let operation, let left, let right, _) = self else { return false }
        return [.sum, .difference].contains(operation) || left.addsUp || right.addsUp
    }

    /// The type of the values.
    package var type: AttributeType {
        switch self {
        case .attribute(let path): path.type ?? .integer64
        case .literal(_, let type), .operation(_, _, _, let type): type
        case .related(let function, _, let path), .group(let function, let path):
            path?.type.flatMap(function.resultType) ?? .integer64
        }
    }

    /// All paths, including the path at the other end of a to-many relationship.
    package var paths: [ResolvedPath] {
        switch self {
        case .attribute(let path): [path]
        case .literal: []
        case .operation(_, let left, let right, _): left.paths + right.paths
        case .related(_, let path, let inner): [path] + (inner.map { [$0] } ?? [])
        case .group(_, let path): path.map { [$0] } ?? []
        }
    }

    /// The relationship sequences that the value follows from the row, each from its start.
    var chains: [[Int]] {
        guard case .related(_, let path, let inner) = self else {
            return paths.map(\.relationships).filter { !$0.isEmpty }
        }
        let way = path.relationships
        return [way] + (inner.map { [way + $0.relationships] } ?? [])
    }

    /// The relationships that affect the value in addition to the row itself.
    var relationships: Set<Int> { Set(paths.flatMap(\.relationships)) }

    /// The sequences of to-one relationships that are followed from the row.
    var steps: [[Int]] {
        if case .operation = self { return paths.map(\.steps) }
        return paths.first.map { [$0.steps] } ?? []
    }
}

/// The values of rows in memory.
extension ResolvedExpression {
    /// Returns the value of a row.
    ///
    /// - Throws: ``StoreError`` with code `overflow` for a sum beyond the range of its type.
    func value(
        of row: StoredRow, in graph: some GraphNavigator, _ model: ManagedObjectModel
    ) throws(StoreError) -> Value {
        switch self {
        case .attribute(let path): return try path.value(from: row, in: graph, model)
        case .literal(let value, _): return value
        case .operation(let operation, let left, let right, _):
            let first = try left.value(of: row, in: graph, model)
            // Like a store, this does not compute a value that is not needed.
            if operation == .coalesced, !first.isNull { return first }
            let second = try right.value(of: row, in: graph, model)
            do {
                return try operation.result(first, second)
            } catch {
                throw overflow("of \(model.layouts[row.entity].name) \(row.number)")
            }
        case .group: return try graph.aggregate(self)
        case .related(let function, let path, let inner):
            var reduction = Reduction(function)
            for number in try path.destinations(from: row, in: graph, model) {
                guard let inner else {
                    reduction.addObject()
                    continue
                }
                guard case .relationship(let index) = path.end,
                    let destination = try graph.storedRow(
                        root: model.root(ofDestination: index), number: number)
                else { continue }
                reduction.add(try inner.value(from: destination, in: graph, model))
            }
            do {
                return try reduction.result(of: inner?.type)
            } catch {
                throw overflow("of \(model.layouts[row.entity].name) \(row.number)")
            }
        }
    }

    /// Creates the error for a sum beyond the range of its type.
    func overflow(_ place: String) -> StoreError {
        StoreError(
            .overflow,
            "a sum \(place) is beyond the range of a \(type.word); sum fewer objects, or read the "
                + "values and sum them as another type")
    }
}

extension ResolvedPath {
    /// Returns the destinations of the relationship at the end of the path.
    func destinations(
        from row: StoredRow, in graph: some GraphNavigator, _ model: ManagedObjectModel
    ) throws(StoreError) -> [Int64] {
        guard case .relationship(let relationship) = end,
            let last = try follow(from: row, in: graph, model)
        else { return [] }
        return try graph.destinations(of: relationship, from: last.number)
    }
}
