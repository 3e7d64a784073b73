/// A request to delete all objects that satisfy a condition.
///
/// ```swift
/// let count = try container.delete(DeleteRequest("Article", where: .attribute("rating") < 1))
/// ```
///
/// The delete rules of relationships apply, as for the deletion of each object by itself.
public struct DeleteRequest: Sendable, Hashable {
    /// The name of the entity.
    public var entityName: String
    /// The condition of the objects.
    public var predicate: EntityPredicate
    /// Indicates whether objects of sub-entities are included.
    public var includesSubentities: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - entityName: The name of the entity.
    ///   - predicate: The condition of the objects; by default all of them.
    ///   - includesSubentities: Whether objects of sub-entities are included.
    public init(
        _ entityName: String, where predicate: EntityPredicate = .true,
        includesSubentities: Bool = true
    ) {
        self.entityName = entityName
        self.predicate = predicate
        self.includesSubentities = includesSubentities
    }
}
