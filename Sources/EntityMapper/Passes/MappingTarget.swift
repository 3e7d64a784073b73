import ObjectGraph

/// The object into which a single representation is mapped.
struct MappingTarget {
    let entity: Int
    let root: Int
    let number: Int64
    /// The position in its table.
    let position: Int

    /// Creates a target from an existing row.
    init(_ entry: RowTable.Entry, root: Int, at position: Int) {
        (entity, number) = (entry.entity, entry.number)
        (self.root, self.position) = (root, position)
    }

    /// Looks up the target in a context.
    ///
    /// - Throws: ``MappingError`` if the store fails, or if the object does not exist.
    init(_ identifier: ManagedObjectID, in context: ManagedObjectContext) throws(MappingError) {
        let position = try MappingError.wrapping { () throws(StoreError) in
            guard try context.object(with: identifier) != nil,
                let root = context.model.index(ofEntity: identifier.entityName)
            else { return Int?.none }
            return try context.position(root: root, identifier.number)
        }
        guard let position, let root = context.model.index(ofEntity: identifier.entityName) else {
            throw MappingError(
                .targetMismatch,
                "the object to map into, \(identifier), is not there; was it deleted?")
        }
        (self.root, self.position, number) = (root, position, identifier.number)
        entity = context.state.tables[root].entries[position].entity
    }
}

extension MappingSession {
    /// Assigns the target of the operation, or an object found by an earlier attempt, to a record.
    ///
    /// If `isIdentified` is `false`, the object depends on the enclosing object.
    ///
    /// - Throws: ``MappingError`` if the mapping is for a different entity and there is only one
    ///   root path.
    mutating func adopt(
        _ target: MappingTarget, for record: Int, by plan: EntityPlan, isIdentified: Bool = true
    ) throws(MappingError) {
        guard plan.layout.includes(target.entity) else {
            guard self.plan.roots.count == 1 else {
                try identify(record: record, by: plan)
                return
            }
            throw MappingError(
                .targetMismatch,
                "expected an object of \(plan.layout.name) to map into, found one of "
                    + context.model.entities[target.entity].name)
        }
        try identify(record: record, by: plan, isKnown: true)
        let object = Int(records[record].object)
        guard object >= 0 else { return }
        if !isIdentified { objects[object].isIdentified = false }
        objects[object].state = .existing
        objects[object].number = target.number
        objects[object].position = target.position
    }
}
