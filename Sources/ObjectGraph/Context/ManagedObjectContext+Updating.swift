/// Changes of all objects that satisfy a condition.
extension ManagedObjectContext {
    /// Gives attributes of all objects that satisfy a condition a new value, without saving.
    ///
    /// ```swift
    /// let request = UpdateRequest(
    ///     "Article", where: .attribute("rating") > 3, setting: ["rating": "rating" + 1])
    /// let count = try context.update(request)
    /// ```
    ///
    /// Pending changes are taken into account. It is the same as fetching the objects and setting
    /// their attributes; ``PersistentContainer/update(_:)`` lets the store do the
    /// work if it can.
    ///
    /// - Parameter request: The condition and the new values.
    /// - Returns: The number of objects with a value that changes.
    /// - Throws: ``StoreError`` with code `invalidRequest` if the request does not fit the model,
    ///   `overflow`, with the object, for a value beyond the range of its attribute. The context
    ///   is unchanged then.
    /// - Complexity: One request to the store, and O(*n*) in the number of objects, which are read.
    @discardableResult
    public func update(_ request: UpdateRequest) throws(StoreError) -> Int {
        let rows = try RowRequest(request, model)
        let update = try ResolvedUpdate(request.assignments, entity: rows.entity, model)
        let root = root(of: rows.entity)
        let numbers = try numbers(matching: rows)
        // All values are computed before the first one is set.
        var changed: [(position: Int, values: [Value])] = []
        for number in numbers {
            guard let position = try position(root: root, number) else { continue }
            let row = state.tables[root].entries[position].stored
            var values: [Value] = []
            for assignment in update.assignments {
                values.append(try assignment.value(of: row, in: self, model))
            }
            changed.append((position, values))
        }
        var count = 0
        for (position, values) in changed {
            let row = state.tables[root].entries[position].row
            let differs = zip(update.assignments, values).contains { row[$0.slot] != $1 }
            if differs { count += 1 }
            for (assignment, value) in zip(update.assignments, values) {
                assign(
                    value, to: assignment.attribute, slot: assignment.slot, root: root,
                    at: position)
            }
        }
        return count
    }

    /// Deletes all objects that satisfy a condition, without saving.
    ///
    /// ```swift
    /// let count = try context.delete(DeleteRequest("Article", where: .attribute("rating") < 1))
    /// ```
    ///
    /// Pending changes are taken into account. It is the same as fetching the objects and deleting
    /// them; ``PersistentContainer/delete(_:)`` lets the store do the work if it
    /// can.
    ///
    /// - Parameter request: The condition.
    /// - Returns: The number of deleted objects, including objects that a delete rule reaches.
    /// - Throws: ``StoreError`` with code `invalidRequest` if the request does not fit the model.
    ///   The context is unchanged then.
    /// - Complexity: One request to the store, and one for each relationship; O(*n*) in the number
    ///   of objects, which are read.
    @discardableResult
    public func delete(_ request: DeleteRequest) throws(StoreError) -> Int {
        let rows = try RowRequest(request, model)
        let start = savepoint()
        do throws(StoreError) {
            let numbers = try numbers(matching: rows)
            return try delete(root: root(of: rows.entity), numbers).values
                .reduce(0) { $0 + $1.count }
        } catch {
            restore(start)
            throw error
        }
    }
}
