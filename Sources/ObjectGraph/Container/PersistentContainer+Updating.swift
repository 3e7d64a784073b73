/// Changes of all objects that satisfy a condition.
extension PersistentContainer {
    /// Gives attributes of all objects that satisfy a condition a new value, and saves.
    ///
    /// ```swift
    /// let request = UpdateRequest(
    ///     "Article", where: .attribute("rating") > 3, setting: ["rating": "rating" + 1])
    /// let count = try container.update(request)
    /// ```
    ///
    /// The result equals a unit of work that fetches the objects, sets their attributes and
    /// saves; like it, it makes no connections: if an attribute is a foreign key, a
    /// `ConnectionOperation` does. A store in a file or a database executes one statement, and
    /// reads no objects. A context does the work instead, with the same result,
    ///
    /// - if the entity has rules for values, or limits for the number of related objects,
    /// - if an attribute is a `Float`, an array or a dictionary, or of a Swift type that does not
    ///   accept every value, and for decimal arithmetic in PostgreSQL,
    /// - if the store keeps substitutes of values, or
    /// - if an object would be invalid or not unique afterwards, which it reports in detail.
    ///
    /// The versions of the objects increase: a unit of work that has read one of them before fails
    /// with `conflict` when it saves a change of it. Observers are notified.
    ///
    /// - Parameter request: The condition and the new values.
    /// - Returns: The number of objects with a value that has changed.
    /// - Throws: ``StoreError`` with code `invalidRequest` if the request does not fit the model,
    ///   `overflow`, with the object, for a value beyond the range of its attribute, `uniqueness`
    ///   if two objects would share a unique value; ``ValidationError`` for invalid objects. The
    ///   store is unchanged then.
    /// - Complexity: One statement; in a context, one commit, and O(*n*) memory in the number of
    ///   objects.
    @discardableResult
    public func update(_ request: UpdateRequest) throws -> Int {
        try change(SetChange(RowRequest(request, model), .update(request.assignments))) {
            (context) throws(StoreError) in try context.update(request)
        }
    }

    /// Deletes all objects that satisfy a condition, and saves.
    ///
    /// ```swift
    /// let count = try container.delete(DeleteRequest("Article", where: .attribute("rating") < 1))
    /// ```
    ///
    /// The result equals a unit of work that fetches the objects, deletes them and saves. A
    /// store in a file or a database executes one statement, and reads no objects. A context does
    /// the work instead, with the same result, if the deletion affects other objects: if a delete
    /// rule cascades or denies, if references of other objects have to be cleared, or if another
    /// object must not lose a related object; also if the store keeps substitutes of values.
    ///
    /// - Parameter request: The condition.
    /// - Returns: The number of deleted objects, including objects that a delete rule reaches.
    /// - Throws: ``StoreError`` with code `invalidRequest` if the request does not fit the model;
    ///   ``ValidationError`` if a delete rule denies the deletion, or for objects that lack what is
    ///   mandatory. The store is unchanged then.
    /// - Complexity: One statement; in a context, one commit, and O(*n*) memory in the number of
    ///   objects.
    @discardableResult
    public func delete(_ request: DeleteRequest) throws -> Int {
        try change(SetChange(RowRequest(request, model), .deletion)) {
            (context) throws(StoreError) in try context.delete(request)
        }
    }

    /// The greatest number of repetitions after a conflict with another save.
    private static let retryLimit = 5

    /// Changes objects inside the store, or else in a context that is saved.
    private func change(
        _ change: SetChange,
        _ work: @Sendable (ManagedObjectContext) throws(StoreError) -> Int
    ) throws -> Int {
        _ = try PredicateResolver(model: model, entity: change.rows.entity)
            .resolve(change.rows.predicate)
        if try change.isSetBased(in: model) {
            // The context has the backend of a unit of work that excludes others.
            let count = try perform { context in
                try backend.commits.gate.admit { try context.backend.change(change) }
            }
            if let count { return count }
        }
        return try perform(retryLimit: Self.retryLimit) { context in
            let count = try work(context)
            try context.save()
            return count
        }
    }
}
