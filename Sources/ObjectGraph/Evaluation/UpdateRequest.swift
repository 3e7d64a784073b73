/// A request to give attributes of all objects that satisfy a condition a new value.
///
/// ```swift
/// let request = UpdateRequest(
///     "Article", where: .attribute("rating") > 3,
///     setting: ["rating": "rating" + 1, "title": "title" + .value("!")])
/// let count = try container.update(request)
/// ```
///
/// All values are computed from the objects as they are before the update, so two attributes can
/// exchange their values. An object whose values stay the same is not written.
public struct UpdateRequest: Sendable, Hashable {
    /// The name of the entity.
    public var entityName: String
    /// The condition of the objects.
    public var predicate: EntityPredicate
    /// The new values, each of another attribute.
    public var assignments: [AttributeAssignment]
    /// Indicates whether objects of sub-entities are included.
    public var includesSubentities: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - entityName: The name of the entity.
    ///   - predicate: The condition of the objects; by default all of them.
    ///   - assignments: The new values.
    ///   - includesSubentities: Whether objects of sub-entities are included.
    public init(
        _ entityName: String, where predicate: EntityPredicate = .true,
        setting assignments: [AttributeAssignment], includesSubentities: Bool = true
    ) {
        self.entityName = entityName
        self.predicate = predicate
        self.assignments = assignments
        self.includesSubentities = includesSubentities
    }

    /// Creates a request with new values by the names of attributes.
    ///
    /// - Parameters:
    ///   - entityName: The name of the entity.
    ///   - predicate: The condition of the objects; by default all of them.
    ///   - values: The new values, by the names of the attributes.
    ///   - includesSubentities: Whether objects of sub-entities are included.
    public init(
        _ entityName: String, where predicate: EntityPredicate = .true,
        setting values: [String: ValueExpression], includesSubentities: Bool = true
    ) {
        let assignments = values.sorted { $0.key < $1.key }
            .map { AttributeAssignment($0.key, $0.value) }
        self.init(
            entityName, where: predicate, setting: assignments,
            includesSubentities: includesSubentities)
    }
}
