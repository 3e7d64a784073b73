/// A condition that objects of an entity meet or do not.
///
/// A predicate names properties; it is checked when a request is made with it. It has the same
/// meaning in every store: comparisons are two-valued, so `!=` holds for an attribute without a
/// value, and `<` does not. Text is compared by its bytes unless ``TextOptions`` say otherwise.
///
/// ```swift
/// let open: EntityPredicate = .attribute("isArchived") == false && .attribute("rating") > 3.5
/// let byAnna: EntityPredicate = .attribute("author.name").begins(with: "anna", .caseInsensitive)
/// let tagged: EntityPredicate = .any("tags", .attribute("name").isIn(["swift", "linux"]))
/// let same = try EntityPredicate(format: "ANY tags.name IN {'swift', 'linux'}")
/// ```
///
/// Conditions nest up to 50 levels, of which one on a to-many relationship takes eight. A predicate
/// that nests deeper says only that: requests with it are refused with code `invalidRequest` in
/// every store, and it equals all others of its kind. Chains of `&&` and `||` do not nest.
public struct EntityPredicate: Sendable, Hashable {
    package let node: Node
    /// How many levels of conditions are inside this one.
    let levels: Int

    /// Makes a predicate; one that nests too deeply forgets its parts, so that nothing that walks
    /// through predicates can run out of stack.
    package init(_ node: Node) {
        let levels = node.levels
        let isTooDeep = levels > EntityPredicate.depthLimit
        self.node = isTooDeep ? .tooDeep : node
        self.levels = isTooDeep ? EntityPredicate.depthLimit + 1 : levels
    }

    /// What a predicate can say.
    package indirect enum Node: Sendable, Hashable, Codable {
        case constant(Bool)
        case comparison(PropertyPath, Comparison, Value)
        case pathComparison(PropertyPath, Comparison, PropertyPath)
        case membership(PropertyPath, [Value])
        case range(PropertyPath, lower: Value, upper: Value)
        case text(PropertyPath, TextMatch)
        /// The to-one relationship leads to one of the objects.
        case object(PropertyPath, [ManagedObjectID])
        /// The attribute or to-one relationship is `nil`, or the to-many relationship is empty.
        case isNil(PropertyPath)
        case quantified(Quantifier, PropertyPath, EntityPredicate)
        /// A condition on one path, which leads through to-many relationships to several values.
        case crossing(Quantifier, EntityPredicate)
        /// How many objects the to-many relationship leads to.
        case count(PropertyPath, Comparison, Int64)
        /// The object itself is one of these.
        case identity([ManagedObjectID])
        case not(EntityPredicate)
        case and(PredicateParts)
        case or(PredicateParts)
        /// Conditions that nest deeper than ``EntityPredicate/depthLimit``.
        case tooDeep
    }

    package enum Comparison: String, Sendable, Hashable, Codable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    }

    package enum Quantifier: String, Sendable, Hashable, Codable {
        case any, all
    }

    /// Holds for every object.
    public static let `true` = EntityPredicate(.constant(true))
    /// Holds for no object.
    public static let `false` = EntityPredicate(.constant(false))

    /// Holds if at least one object of a to-many relationship meets the condition.
    public static func any(_ path: String, _ predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.quantified(.any, PropertyPath(path), predicate))
    }

    /// Holds if every object of a to-many relationship meets the condition, also if there is none.
    public static func all(_ path: String, _ predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.quantified(.all, PropertyPath(path), predicate))
    }

    /// Holds if the condition does for at least one of the values that its path leads to.
    ///
    /// The path goes through to-many relationships; so `.any(.attribute("tags.name") == "swift")`
    /// asks the same as `.any("tags", .attribute("name") == "swift")`. In a condition with several
    /// parts, all must be about one path.
    public static func any(_ predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.crossing(.any, predicate))
    }

    /// Holds if the condition does for all values that its path leads to, also if there are none.
    ///
    /// The path goes through to-many relationships; so `.all(.attribute("tags.name") != "swift")`
    /// asks the same as `.all("tags", .attribute("name") != "swift")`. In a condition with several
    /// parts, all must be about one path.
    public static func all(_ predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.crossing(.all, predicate))
    }

    /// Holds for one object.
    public static func isObject(_ object: ManagedObjectID) -> EntityPredicate {
        EntityPredicate(.identity([object]))
    }

    /// Holds for these objects.
    public static func isObject(in objects: [ManagedObjectID]) -> EntityPredicate {
        EntityPredicate(.identity(objects))
    }

    /// Holds if both do.
    ///
    /// - Complexity: O(1) on average where conditions are added to a chain one by one.
    public static func && (left: EntityPredicate, right: EntityPredicate) -> EntityPredicate {
        all(left.conjuncts.joined(with: right.conjuncts))
    }

    /// Holds if at least one of both does.
    ///
    /// - Complexity: O(1) on average where conditions are added to a chain one by one.
    public static func || (left: EntityPredicate, right: EntityPredicate) -> EntityPredicate {
        any(left.disjuncts.joined(with: right.disjuncts))
    }

    /// Holds if the other does not.
    public static prefix func ! (predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.not(predicate))
    }

    /// Holds if all do; with none, it holds for every object.
    ///
    /// Parts that are such lists themselves are taken apart, so long chains do not nest.
    public static func all(_ predicates: [EntityPredicate]) -> EntityPredicate {
        all(PredicateParts(predicates.flatMap(\.conjuncts)))
    }

    private static func all(_ parts: PredicateParts) -> EntityPredicate {
        parts.count > 1 ? EntityPredicate(.and(parts)) : parts.elements.first ?? .true
    }

    /// Holds if at least one does; with none, it holds for no object.
    ///
    /// Parts that are such lists themselves are taken apart, so long chains do not nest.
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

/// A text, and how it must occur.
package struct TextMatch: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case equals, contains, begins, ends
        /// `*` stands for any characters, `?` for one; `\` takes the next character literally.
        case like
        /// The whole text matches a regular expression; see ``TextPatternParser``.
        case matches
    }

    package var kind: Kind
    package var pattern: String
    package var options: TextOptions

    package init(_ kind: Kind, _ pattern: String, _ options: TextOptions) {
        self.kind = kind
        self.pattern = pattern
        self.options = options
    }
}
