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

    /// Holds if both do.
    public static func && (left: EntityPredicate, right: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.and([left, right]))
    }

    /// Holds if at least one of both does.
    public static func || (left: EntityPredicate, right: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.or([left, right]))
    }

    /// Holds if the other does not.
    public static prefix func ! (predicate: EntityPredicate) -> EntityPredicate {
        EntityPredicate(.not(predicate))
    }

    /// Holds if all do; with none, it holds for every object.
    public static func all(_ predicates: [EntityPredicate]) -> EntityPredicate {
        EntityPredicate(.and(predicates))
    }

    /// Holds if at least one does; with none, it holds for no object.
    public static func any(_ predicates: [EntityPredicate]) -> EntityPredicate {
        EntityPredicate(.or(predicates))
    }
}

/// A text, and how it must occur.
package struct TextMatch: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case equals, contains, begins, ends
        /// `*` stands for any characters, `?` for one; `\` takes the next character literally.
        case like
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
