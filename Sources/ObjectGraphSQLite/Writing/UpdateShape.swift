import ObjectGraph

/// The properties that distinguish the statements of updates: the entity and the changed slots.
struct UpdateShape: Hashable {
    let entity: Int
    let slots: [Int]
}

/// A cache of one element for each shape of updates, created on first use.
///
/// Consecutive rows mostly have the same shape, and then need no hashing.
struct ByShape<Content> {
    private var contents: [UpdateShape: Content] = [:]
    private var last: (shape: UpdateShape, content: Content)?

    /// Returns the element for an update.
    mutating func value(
        of update: RowUpdate, _ make: (UpdateShape) throws(StoreError) -> Content
    ) throws(StoreError) -> Content {
        if let last, last.shape.entity == update.row.entity,
            last.shape.slots == update.changedSlots
        {
            return last.content
        }
        let shape = UpdateShape(entity: update.row.entity, slots: update.changedSlots)
        let known = contents[shape]
        let content = if let known { known } else { try make(shape) }
        contents[shape] = content
        last = (shape, content)
        return content
    }
}
