/// A predicate whose names are slots and relationship numbers and whose values fit their types.
///
/// It is what evaluation in memory and translation to SQL both start from, so a name or a type that
/// does not fit is the same error in every store.
package indirect enum ResolvedPredicate: Sendable, Hashable {
    case constant(Bool)
    case comparison(ResolvedPath, EntityPredicate.Comparison, Value)
    case pathComparison(ResolvedPath, EntityPredicate.Comparison, ResolvedPath)
    case membership(ResolvedPath, [Value])
    case range(ResolvedPath, lower: Value, upper: Value)
    case text(ResolvedPath, TextMatcher)
    /// The to-one relationship at the end of the path leads to one of these numbers.
    case object(ResolvedPath, [Int64])
    case isNil(ResolvedPath)
    /// The inner predicate is about the destination of the to-many relationship at the path's end.
    case quantified(EntityPredicate.Quantifier, ResolvedPath, ResolvedPredicate)
    /// How many objects the to-many relationship at the end of the path leads to.
    case count(ResolvedPath, EntityPredicate.Comparison, Int64)
    /// The object has one of these numbers.
    case identity([Int64])
    case not(ResolvedPredicate)
    case and([ResolvedPredicate])
    case or([ResolvedPredicate])
}

/// The way from a row to a property: to-one relationships, then the property.
package struct ResolvedPath: Sendable, Hashable {
    /// Numbers of the to-one relationships to follow, in order.
    package var steps: [Int]
    /// The entity that has the property.
    package var entity: Int
    package var end: End

    package enum End: Sendable, Hashable {
        case attribute(slot: Int, AttributeType)
        /// By its number; to-many only where a predicate asks for `isNil`, counts or quantifies.
        case relationship(Int)
    }

    /// The relationships the path touches, the last one included.
    package var relationships: [Int] {
        if case .relationship(let last) = end { steps + [last] } else { steps }
    }
}

extension ResolvedPredicate {
    /// Every path, those of conditions about other objects included.
    package var paths: [ResolvedPath] {
        switch self {
        case .constant, .identity: []
        case .comparison(let path, _, _), .membership(let path, _), .range(let path, _, _),
            .text(let path, _), .object(let path, _), .isNil(let path), .count(let path, _, _):
            [path]
        case .pathComparison(let path, _, let other): [path, other]
        case .quantified(_, let path, let inner): [path] + inner.paths
        case .not(let inner): inner.paths
        case .and(let parts), .or(let parts): parts.flatMap(\.paths)
        }
    }

    /// The ways that lead away from the row, relationship by relationship, each from its beginning.
    package var chains: [[Int]] {
        switch self {
        case .quantified(_, let path, let inner):
            let way = path.relationships
            return [way] + inner.chains.map { way + $0 }
        case .not(let inner): return inner.chains
        case .and(let parts), .or(let parts): return parts.flatMap(\.chains)
        default: return paths.map(\.relationships).filter { !$0.isEmpty }
        }
    }

    /// The relationships that the answer depends on, beside the row itself.
    package var relationships: Set<Int> { Set(paths.flatMap(\.relationships)) }
}
