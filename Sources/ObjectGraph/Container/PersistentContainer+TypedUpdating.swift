extension PersistentContainer {
    /// Gives attributes of all objects of a schema struct that satisfy a condition a new value, and
    /// saves.
    ///
    /// ```swift
    /// let count = try container.update(Article.self, where: { $0.rating > 3 }) {
    ///     [$0.rating.set(to: $0.rating + 1), $0.title.set(to: $0.title + "!")]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - condition: The condition of the objects.
    ///   - assignments: The new values.
    /// - Returns: The number of objects with a value that has changed.
    /// - Throws: The errors of ``update(_:)``.
    @discardableResult
    public func update<E: Entity>(
        _ type: E.Type, where condition: (E) -> EntityPredicate = { _ in .true },
        setting assignments: (E) -> [AttributeAssignment]
    ) throws -> Int {
        try update(UpdateRequest(type, model, condition, assignments))
    }

    /// Deletes all objects of a schema struct that satisfy a condition, and saves.
    ///
    /// ```swift
    /// let count = try container.delete(Article.self) { $0.rating < 1 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - condition: The condition of the objects.
    /// - Returns: The number of deleted objects, including objects that a delete rule reaches.
    /// - Throws: The errors of ``delete(_:)``.
    @discardableResult
    public func delete<E: Entity>(
        _ type: E.Type, where condition: (E) -> EntityPredicate
    ) throws -> Int {
        try delete(DeleteRequest(type, model, condition))
    }
}
