/// The number of objects in a to-many relationship, as one side of a comparison.
///
/// The count is 0 for a path through a to-one relationship that is `nil`.
///
/// ```swift
/// let busy: EntityPredicate = .relationship("author.articles").count >= 10
/// ```
public struct RelationshipCount: Sendable, Hashable {
    let path: PropertyPath

    /// Returns the path of a relationship in a context that expects a count.
    ///
    /// An example is `.relationship("tags").count > 2`.
    public static func relationship(_ path: String) -> PropertyPath { PropertyPath(path) }

    /// Returns a predicate that holds if the count equals the number.
    public static func == (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.equal, number)
    }
    /// Returns a predicate that holds if the count differs from the number.
    public static func != (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.notEqual, number)
    }
    /// Returns a predicate that holds if the count is less than the number.
    public static func < (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.less, number)
    }
    /// Returns a predicate that holds if the count is less than or equal to the number.
    public static func <= (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.lessOrEqual, number)
    }
    /// Returns a predicate that holds if the count is greater than the number.
    public static func > (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.greater, number)
    }
    /// Returns a predicate that holds if the count is greater than or equal to the number.
    public static func >= (count: RelationshipCount, number: Int) -> EntityPredicate {
        count.compared(.greaterOrEqual, number)
    }

    private func compared(
        _ comparison: EntityPredicate.Comparison, _ number: Int
    ) -> EntityPredicate {
        EntityPredicate(.count(path, comparison, Int64(number)))
    }
}
