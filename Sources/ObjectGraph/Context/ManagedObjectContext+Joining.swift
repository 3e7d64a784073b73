/// Replacement of one of two objects that represent the same thing.
extension ManagedObjectContext {
    /// Replaces an object with another object, and deletes the replaced object.
    ///
    /// References to the replaced object become references to the remaining object, and pending
    /// edits become edits of the remaining object. The remaining object gets the edited values of
    /// the replaced object, and any values and destinations that it lacks; destinations of to-many
    /// relationships are added to its own.
    ///
    /// - Parameters:
    ///   - other: The object to delete.
    ///   - object: The object to keep, of the same inheritance tree.
    /// - Returns: The values and the to-one references that the other object had.
    /// - Throws: `StoreError` if the store fails.
    /// - Complexity: A request for each relationship that leads to the objects, and for each
    ///   relationship of the objects.
    @discardableResult
    package func join(
        _ other: ManagedObject, into object: ManagedObject
    ) throws(StoreError) -> JoinedValues {
        let values = JoinedValues(of: other, for: object)
        for layout in model.relationships
        where model.layouts[layout.destination].includes(other.layout.index) && layout.isStoredHere
        {
            let sources = try sources(of: layout.index, to: [other.number])[other.number] ?? []
            for source in sources {
                var list = try destinations(of: layout.index, from: source)
                if list.contains(object.number) {
                    list.removeAll { $0 == other.number }
                } else {
                    list = list.map { $0 == other.number ? object.number : $0 }
                }
                try set(layout.index, of: source, to: list)
            }
        }
        for index in object.layout.relationships where other.layout.relationships.contains(index) {
            let own = try destinations(of: index, from: object.number)
            let others = try destinations(of: index, from: other.number)
            guard !others.isEmpty, own.isEmpty || model.relationships[index].isToMany else {
                continue
            }
            try set(index, of: other.number, to: [])
            try set(index, of: object.number, to: own + others.filter { !own.contains($0) })
        }
        let edited = try moveEdits(of: other, to: object)
        for attribute in object.entity.attributes
        where other.entity.attribute(named: attribute.name) != nil
            && (object[attribute.name].isNull || edited.contains(attribute.name))
        {
            object[attribute.name] = other[attribute.name]
        }
        try delete(root: other.root, [other.number])
        return values
    }

    /// Transfers the pending edits of an object to another; returns the edited properties.
    private func moveEdits(
        of other: ManagedObject, to object: ManagedObject
    ) throws(StoreError) -> Set<String> {
        var edited: Set<String> = []
        for edit in try pendingEdits(root: other.root, [other.number]).values.joined() {
            let own = PendingEdit(edit.kind, id: edit.id, root: edit.root, number: object.number)
            try movePendingEdit(named: edit.name, to: nil, isNew: false, beside: other.root)
            try movePendingEdit(named: own.name, to: own, isNew: true, beside: object.root)
            if case .update(let properties) = edit.kind { edited.formUnion(properties) }
        }
        return edited
    }
}

/// The values of an object that was joined with another object.
package struct JoinedValues: Sendable {
    private var attributes: [String: Value] = [:]
    private var references: [String: Value] = [:]

    fileprivate init(of other: ManagedObject, for object: ManagedObject) {
        for attribute in object.entity.attributes
        where other.entity.attribute(named: attribute.name) != nil {
            let value = other[attribute.name]
            if !value.isNull { attributes[attribute.name] = value }
        }
        for index in object.layout.relationships where other.layout.relationships.contains(index) {
            let relationship = other.context.model.relationships[index]
            guard case .reference = relationship.storage,
                let target = other[toOne: relationship.name]
            else { continue }
            references[relationship.name] = .integer(target.number)
        }
    }

    /// Transfers the values of the replaced object, except for edited properties.
    package func apply(to object: ManagedObject) throws(StoreError) {
        var edited: Set<String> = []
        for edit in try object.context.pendingEdits(root: object.root, [object.number]).values
            .joined()
        {
            if case .update(let properties) = edit.kind { edited.formUnion(properties) }
        }
        for (name, value) in attributes where !edited.contains(name) { object[name] = value }
        for (name, number) in references where !edited.contains(name) {
            object.setReference(name, to: number)
        }
    }
}

extension RelationshipLayout {
    /// Whether the rows or links of this end of the relationship are stored.
    fileprivate var isStoredHere: Bool {
        switch storage {
        case .reference, .links: true
        case .inverseReference, .inverseLinks: false
        }
    }
}
