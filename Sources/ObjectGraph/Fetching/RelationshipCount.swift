/// How many objects a to-many relationship leads to, as one side of a comparison.
///
/// A path through a to-one relationship that is `nil` leads to none.
///
/// ```swift
/// let busy: EntityPredicate = .relationship("author.articles").count >= 10
/// ```
public struct RelationshipCount: Sendable, Hashable {
    let path: PropertyPath

    /// The way to a relationship, where a count is expected: `.relationship("tags").count > 2`.
    public static func relationship(_ path: String) -> PropertyPath { PropertyPath(path) }

    /// Holds if there are exactly as many.
    public static func == (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.equal, number)
    }
    /// Holds if there are more or fewer.
    public static func != (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.notEqual, number)
    }
    /// Holds if there are fewer.
    public static func < (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.less, number)
    }
    /// Holds if there are not more.
    public static func <= (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.lessOrEqual, number)
    }
    /// Holds if there are more.
    public static func > (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.greater, number)
    }
    /// Holds if there are not fewer.
    public static func >= (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.greaterOrEqual, number)
    }

    private func compared(
        _ comparison: EntityPredicate.Comparison, _ number: Int
    ) -> EntityPredicate {
        EntityPredicate(.count(path, comparison, Int64(number)))
    }
}
