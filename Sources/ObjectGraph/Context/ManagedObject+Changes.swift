/// The unsaved changes of an object.
extension ManagedObject {
    /// Indicates whether the object was deleted in this context and the deletion is not saved yet.
    ///
    /// It is `false` after the save, and for an object that was deleted elsewhere: see ``exists``.
    public var isDeleted: Bool {
        let table = context.state.tables[root]
        return table.position(of: number).map { table.entries[$0].state == .deleted } ?? false
    }

    /// The names of the attributes whose values differ from the stored ones, in the order
    /// of the entity.
    ///
    /// For an object that is not in the store yet, these are all attributes with a value; for a
    /// deleted object there are none.
    ///
    /// ```swift
    /// let log = article.changedAttributes.map { name in
    ///     "\(name): \(article.committedValue(of: name)) → \(article[name])"
    /// }
    /// ```
    public var changedAttributes: [String] {
        guard exists else { return [] }
        return entity.attributes.map(\.name).filter { committedValue(of: $0) != self[$0] }
    }

    /// Returns the value that an attribute had when it was last read or saved; `null` for an object
    /// that is not in the store yet.
    ///
    /// - Complexity: Like reading the attribute.
    /// - Precondition: The entity has an attribute with this name.
    public func committedValue(of name: String) -> Value {
        // The previous values of an object that was deleted in this context are still available.
        guard let position = isDeleted ? context.state.tables[root].position(of: number) : position
        else { return .null }
        let layout = context.model.layouts[context.state.tables[root].entries[position].entity]
        guard let slot = layout.slotIndexes[name], layout.slots[slot].attribute != nil else {
            let names = context.model.entities[layout.index].attributes.map(\.name)
            preconditionFailure(
                "\(layout.name) has no attribute '\(name)'"
                    + Suggestion.text(for: name, among: names))
        }
        return context.state.tables[root].original(at: position)?[slot] ?? .null
    }
}
