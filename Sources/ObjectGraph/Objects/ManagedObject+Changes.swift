/// What a unit of work did to an object and did not save yet.
extension ManagedObject {
    /// Whether the object was deleted here and that is not saved yet.
    ///
    /// After the save, or when somebody else deleted it, there is nothing left to tell: see
    /// ``exists``.
    public var isDeleted: Bool {
        let table = context.state.tables[root]
        return table.position(of: number).map { table.entries[$0].state == .deleted } ?? false
    }

    /// The names of the attributes whose values differ from the stored ones, in the order of the
    /// entity.
    ///
    /// All that have a value, for an object that is not in the store yet; none for a deleted one.
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

    /// The value an attribute had when it was last read or saved; null for an object that is not in
    /// the store yet.
    ///
    /// - Complexity: As reading the attribute.
    public func committedValue(of name: String) -> Value {
        // Of an object that was deleted here, the old values are still known.
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
