/// A condition on the objects of an entity.
///
/// A predicate refers to properties by name; the names are checked when the predicate is used in a
/// request. It has the same meaning in every store: comparisons are two-valued, so `!=` holds for
/// an attribute without a value, and `<` does not. Text is compared by its bytes, unless
/// ``TextOptions`` are given.
///
/// ```swift
/// let open: EntityPredicate = .attribute("isArchived") == false && .attribute("rating") > 3.5
/// let byAnna: EntityPredicate = .attribute("author.name").begins(with: "anna", .caseInsensitive)
/// let tagged: EntityPredicate = .any("tags", .attribute("name").isIn(["swift", "linux"]))
/// let same = try EntityPredicate(format: "ANY tags.name IN {'swift', 'linux'}")
/// ```
///
/// Conditions can be nested up to 50 levels deep; a condition on a to-many relationship takes eight
/// levels. A predicate with deeper nesting loses its content: requests with it are rejected with
/// code `invalidRequest` in every store, and it equals all other such predicates. Chains of `&&`
/// and `||` are not nested.
public struct EntityPredicate: Sendable, Hashable {
    package let node: Node
    /// The number of levels of nested conditions, including this one.
    let levels: Int

    /// Creates a predicate, without the parts of a node that exceeds the nesting limit.
    ///
    /// Recursive code therefore cannot overflow the stack.
    package init(_ node: Node) {
        let levels = node.levels
        let isTooDeep = levels > EntityPredicate.depthLimit
        self.node = isTooDeep ? .tooDeep : node
        self.levels = isTooDeep ? EntityPredicate.depthLimit + 1 : levels
    }

    /// The kinds of conditions.
    package indirect enum Node: Sendable, Hashable, Codable {
        case constant(Bool)
        case comparison(PropertyPath, Comparison, Value)
        case pathComparison(PropertyPath, Comparison, PropertyPath)
        case membership(PropertyPath, [Value])
        case range(PropertyPath, lower: Value, upper: Value)
        case text(PropertyPath, TextMatch)
        /// The to-one relationship references one of the objects.
        case object(PropertyPath, [ManagedObjectID])
        /// The attribute or to-one relationship is null, or the to-many relationship is empty.
        case isNil(PropertyPath)
        case quantified(Quantifier, PropertyPath, EntityPredicate)
        /// A condition on one path, which reaches several values through to-many relationships.
        case crossing(Quantifier, EntityPredicate)
        /// A comparison of the number of objects in a to-many relationship.
        case count(PropertyPath, Comparison, Int64)
        /// A comparison of an aggregate.
        case expression(ValueExpression, Comparison, Value)
        /// The texts at the paths contain what the query looks for; without paths, the searchable
        /// attributes of the entity.
        case search(SearchQuery, [PropertyPath])
        /// The object itself is one of the given ones.
        case identity([ManagedObjectID])
        case not(EntityPredicate)
        case and(PredicateParts)
        case or(PredicateParts)
        /// Conditions that are nested more deeply than ``EntityPredicate/depthLimit``.
        case tooDeep
    }

    package enum Comparison: String, Sendable, Hashable, Codable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    }

    package enum Quantifier: String, Sendable, Hashable, Codable {
        case any, all
    }

    /// A predicate that holds for every object.
    public static let `true` = EntityPredicate(.constant(true))
    /// A predicate that holds for no object.
    public static let `false` = EntityPredicate(.constant(false))

    /// Returns a predicate that holds if at least one related object satisfies a condition.
    ///
    /// The relationship is to-many.
    public static func any(_ path: String, _ predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.quantified(.any, PropertyPath(path), predicate))
    }

    /// Returns a predicate that holds if every related object satisfies a condition.
    ///
    /// It also holds if there are no related objects. The relationship is to-many.
    public static func all(_ path: String, _ predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.quantified(.all, PropertyPath(path), predicate))
    }

    /// Returns a predicate that holds if at least one value at its path satisfies the condition.
    ///
    /// The path crosses to-many relationships, so `.any(.attribute("tags.name") == "swift")` is
    /// equivalent to `.any("tags", .attribute("name") == "swift")`. In a compound condition, all
    /// parts must have the same path.
    public static func any(_ predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.crossing(.any, predicate))
    }

    /// Returns a predicate that holds if all values at its path satisfy the condition.
    ///
    /// It also holds if there are no values.
    ///
    /// The path crosses to-many relationships, so `.all(.attribute("tags.name") != "swift")` is
    /// equivalent to `.all("tags", .attribute("name") != "swift")`. In a compound condition, all
    /// parts must have the same path.
    public static func all(_ predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.crossing(.all, predicate))
    }

    /// Returns a predicate that holds for one object.
    public static func isObject(_ object: ManagedObjectID) -> EntityPredicate {
        EntityPredicate(.identity([object]))
    }

    /// Returns a predicate that holds for the given objects.
    public static func isObject(in objects: [ManagedObjectID]) -> EntityPredicate {
        EntityPredicate(.identity(objects))
    }

    /// Returns a predicate that holds if both predicates hold.
    ///
    /// - Complexity: O(1) on average if conditions are added to a chain one by one.
    public static func && (left: EntityPredicate, right: EntityPredicate) -> EntityPredicate {
        all(left.conjuncts.joined(with: right.conjuncts))
    }

    /// Returns a predicate that holds if at least one of the predicates holds.
    ///
    /// - Complexity: O(1) on average if conditions are added to a chain one by one.
    public static func || (left: EntityPredicate, right: EntityPredicate) -> EntityPredicate {
        any(left.disjuncts.joined(with: right.disjuncts))
    }

    /// Returns a predicate that holds if the given one does not.
    public static prefix func ! (predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.not(predicate))
    }

    /// Returns a predicate that holds if all given predicates hold.
    ///
    /// For an empty array, it holds for every object.
    ///
    /// Conjunctions among the parts are flattened, so that long chains are not nested.
    public static func all(_ predicates: [EntityPredicate]) -> EntityPredicate {
        all(PredicateParts(predicates.flatMap(\.conjuncts)))
    }

    private static func all(_ parts: PredicateParts) -> EntityPredicate {
        parts.count > 1 ? EntityPredicate(.and(parts)) : parts.elements.first ?? .true
    }

    /// Returns a predicate that holds if at least one of the given predicates holds.
    ///
    /// For an empty array, it holds for no object.
    ///
    /// Disjunctions among the parts are flattened, so that long chains are not nested.
    public static func any(_ predicates: [EntityPredicate]) -> EntityPredicate {
        any(PredicateParts(predicates.flatMap(\.disjuncts)))
    }

    private static func any(_ parts: PredicateParts) -> EntityPredicate {
        parts.count > 1 ? EntityPredicate(.or(parts)) : parts.elements.first ?? .false
    }

    private var conjuncts: PredicateParts {
        if case .and(let parts) = node { parts } else { PredicateParts([self]) }
    }

    private var disjuncts: PredicateParts {
        if case .or(let parts) = node { parts } else { PredicateParts([self]) }
    }
}
