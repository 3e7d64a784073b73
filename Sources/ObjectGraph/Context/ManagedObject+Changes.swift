/// The unsaved changes of an object.
extension ManagedObject {
    /// Indicates whether the object was deleted in this context and the deletion is not saved yet.
    ///
    /// It is `false` after the save, and for an object that was deleted elsewhere: see ``exists``.
    public var isDeleted: Bool {
        let table = context.state.tables[root]
        return table.position(of: number).map { table.entries[$0].state == .deleted } ?? false
    }

    /// The names of the attributes with changed values, in the order of the entity.
    ///
    /// For an object that is not in the store yet, these are all attributes with a value; a deleted
    /// object has no changed attributes.
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

    /// Returns the value of an attribute when it was last read or saved.
    ///
    /// The result is `null` for an object that is not in the store yet.
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

/// Comparison of an object with an earlier state, and return to an earlier state.
extension ManagedObject {
    /// The committed values of the changed references in the object's row.
    ///
    /// The values are numbers of objects, by the name of the to-one relationship.
    package var changedReferences: [String: Value] {
        guard let position else { return [:] }
        let table = context.state.tables[root]
        let (row, original) = (table.entries[position].row, table.original(at: position))
        var changed: [String: Value] = [:]
        for (slot, content) in layout.slots.enumerated() {
            guard case .reference = content.content else { continue }
            let old = original?[slot] ?? .null
            if old != row[slot] { changed[content.name] = old }
        }
        return changed
    }

    /// Returns the committed number of the object that a to-one relationship references.
    package func committedReference(of name: String) -> Value {
        guard let position, let slot = layout.slotIndexes[name] else { return .null }
        return context.state.tables[root].original(at: position)?[slot] ?? .null
    }

    /// Sets a to-one relationship that is stored in the object's row to the object with a number.
    package func setReference(_ name: String, to number: Value) {
        guard
            let relationship = context.model.relationship(named: name, of: layout.index)
        else { return }
        guard case .integer(let number) = number else {
            self[toOne: name] = nil
            return
        }
        let target = context.object(root: context.root(of: relationship.destination), number)
        self[toOne: name] = target.exists ? target : nil
    }

    /// Replaces values of the committed row, so that a writer writes the changes since then.
    ///
    /// The values belong to an earlier state. The context must not be saved afterwards.
    ///
    /// - Parameter values: Values of attributes, and numbers of objects, by name.
    package func rebase(on values: [String: Value]) {
        guard let position, var row = context.state.tables[root].original(at: position) else {
            return
        }
        for (name, value) in values {
            if let slot = layout.slotIndexes[name] { row[slot] = value }
        }
        context.state.tables[root].rebase(row, at: position)
    }
}
