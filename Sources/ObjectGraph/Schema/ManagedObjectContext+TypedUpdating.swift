extension ManagedObjectContext {
    /// Gives attributes of all objects of a schema struct that satisfy a condition a new value,
    /// without saving.
    ///
    /// ```swift
    /// let count = try context.update(Article.self, where: { $0.rating > 3 }) {
    ///     [$0.rating.set(to: $0.rating + 1)]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - condition: The condition of the objects.
    ///   - assignments: The new values.
    /// - Returns: The number of objects with a value that changes.
    /// - Throws: ``StoreError``, as ``update(_:)``.
    @discardableResult
    public func update<E: Entity>(
        _ type: E.Type, where condition: (E) -> EntityPredicate = { _ in .true },
        setting assignments: (E) -> [AttributeAssignment]
    ) throws(StoreError) -> Int {
        try update(UpdateRequest(type, model, condition, assignments))
    }

    /// Deletes all objects of a schema struct that satisfy a condition, without saving.
    ///
    /// ```swift
    /// let count = try context.delete(Article.self) { $0.rating < 1 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - condition: The condition of the objects.
    /// - Returns: The number of deleted objects, including objects that a delete rule reaches.
    /// - Throws: ``StoreError``, as ``delete(_:)-(DeleteRequest)``.
    @discardableResult
    public func delete<E: Entity>(
        _ type: E.Type, where condition: (E) -> EntityPredicate
    ) throws(StoreError) -> Int {
        try delete(DeleteRequest(type, model, condition))
    }
}

extension UpdateRequest {
    /// Creates the request for the objects of a schema struct.
    init<E: Entity>(
        _ type: E.Type, _ model: ManagedObjectModel, _ condition: (E) -> EntityPredicate,
        _ assignments: (E) -> [AttributeAssignment]
    ) throws(StoreError) {
        if let problem = model.problem(ofReading: type) {
            throw StoreError(.invalidRequest, problem)
        }
        self.init(
            E.entityName, where: condition(E.schema), setting: assignments(E.schema))
    }
}

extension DeleteRequest {
    /// Creates the request for the objects of a schema struct.
    init<E: Entity>(
        _ type: E.Type, _ model: ManagedObjectModel, _ condition: (E) -> EntityPredicate
    ) throws(StoreError) {
        if let problem = model.problem(ofReading: type) {
            throw StoreError(.invalidRequest, problem)
        }
        self.init(E.entityName, where: condition(E.schema))
    }
}
