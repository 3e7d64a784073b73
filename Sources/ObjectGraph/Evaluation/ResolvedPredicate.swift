/// A predicate with slots and relationship indices instead of names.
///
/// Its values fit the types of the properties.
///
/// Both evaluation in memory and translation to SQL use this form, so an unknown name or a
/// mismatched type causes the same error in every store.
package indirect enum ResolvedPredicate: Sendable, Hashable {
    case constant(Bool)
    case comparison(ResolvedPath, EntityPredicate.Comparison, Value)
    case pathComparison(ResolvedPath, EntityPredicate.Comparison, ResolvedPath)
    case membership(ResolvedPath, [Value])
    case range(ResolvedPath, lower: Value, upper: Value)
    case text(ResolvedPath, TextMatcher)
    /// The to-one relationship at the end of the path references one of these numbers.
    case object(ResolvedPath, [Int64])
    case isNil(ResolvedPath)
    /// A predicate on the destinations of the to-many relationship at the end of the path.
    case quantified(EntityPredicate.Quantifier, ResolvedPath, ResolvedPredicate)
    /// A comparison of the destination count of the to-many relationship at the end of the path.
    case count(ResolvedPath, EntityPredicate.Comparison, Int64)
    /// A comparison of an aggregate.
    case expression(ResolvedExpression, EntityPredicate.Comparison, Value)
    /// A search in texts of the object itself, which an index can answer.
    case search(ResolvedSearch)
    /// The object has one of these numbers.
    case identity([Int64])
    case not(ResolvedPredicate)
    case and([ResolvedPredicate])
    case or([ResolvedPredicate])
}

extension ResolvedPredicate {
    /// All paths, including paths of conditions on other objects.
    package var paths: [ResolvedPath] {
        switch self {
        case .constant, .identity: []
        case .comparison(let path, _, _), .membership(let path, _), .range(let path, _, _),
            .text(let path, _), .object(let path, _), .isNil(let path), .count(let path, _, _):
            [path]
        case .pathComparison(let path, _, let other): [path, other]
        case .expression(let expression, _, _): expression.paths
        case .quantified(_, let path, let inner): [path] + inner.paths
        case .search(let search): search.paths
        case .not(let inner): inner.paths
        case .and(let parts), .or(let parts): parts.flatMap(\.paths)
        }
    }

    /// The relationship sequences that the predicate follows from the row, each from its start.
    package var chains: [[Int]] {
        switch self {
        case .quantified(_, let path, let inner):
            let way = path.relationships
            return [way] + inner.chains.map { way + $0 }
        case .expression(let expression, _, _): return expression.chains
        case .not(let inner): return inner.chains
        case .and(let parts), .or(let parts): return parts.flatMap(\.chains)
        default: return paths.map(\.relationships).filter { !$0.isEmpty }
        }
    }

    /// The relationships that affect the result in addition to the row itself.
    package var relationships: Set<Int> { Set(paths.flatMap(\.relationships)) }
}
