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
public struct EntityPredicate: Sendable, Hashable, Codable {
    package let node: Node

    package init(_ node: Node) {
        self.node = node
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
        case and([EntityPredicate])
        case or([EntityPredicate])
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
    public static func && (left: EntityPredicate, right: EntityPredicate) -> EntityPredicate {
        all([left, right])
    }

    /// Holds if at least one of both does.
    public static func || (left: EntityPredicate, right: EntityPredicate) -> EntityPredicate {
        any([left, right])
    }

    /// Holds if the other does not.
    public static prefix func ! (predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.not(predicate))
    }

    /// Holds if all do; with none, it holds for every object.
    ///
    /// Parts that are such lists themselves are taken apart, so long chains do not nest.
    public static func all(_ predicates: [EntityPredicate]) -> EntityPredicate {
        let parts = predicates.flatMap { part in
            if case .and(let parts) = part.node { parts } else { [part] }
        }
        return parts.isEmpty ? .true : parts.count == 1 ? parts[0] : EntityPredicate(.and(parts))
    }

    /// Holds if at least one does; with none, it holds for no object.
    ///
    /// Parts that are such lists themselves are taken apart, so long chains do not nest.
    public static func any(_ predicates: [EntityPredicate]) -> EntityPredicate {
        let parts = predicates.flatMap { part in
            if case .or(let parts) = part.node { parts } else { [part] }
        }
        return parts.isEmpty ? .false : parts.count == 1 ? parts[0] : EntityPredicate(.or(parts))
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
