import ObjectGraph

/// An existing object into which a representation is mapped.
struct MappingTarget {
    let id: RowID
    let entity: Int
    let row: RowPosition

    /// Creates a target from an existing row.
    init(_ entry: RowTable.Entry, root: Int, at row: RowPosition) {
        id = RowID(root: root, number: entry.number)
        entity = entry.entity
        self.row = row
    }

    /// Looks up the target in a context.
    ///
    /// - Throws: ``MappingError`` if the object does not exist, `StoreError` if the store fails.
    init(_ identifier: ManagedObjectID, in context: ManagedObjectContext) throws {
        guard try context.object(with: identifier) != nil,
            let root = context.model.index(ofEntity: identifier.entityName),
            let position = try context.position(root: root, identifier.number)
        else {
            throw MappingError(
                .targetMismatch,
                "the object to map into, \(identifier), is not there; was it deleted?")
        }
        self.init(
            context.state.tables[root].entries[position], root: root, at: RowPosition(position))
    }
}
