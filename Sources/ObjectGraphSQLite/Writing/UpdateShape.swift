import ObjectGraph

/// What tells the statements of updates apart: the entity and the changed slots.
struct UpdateShape: Hashable {
    let entity: Int
    let slots: [Int]
}

/// Something for each shape of updates, made when the shape first comes.
///
/// Rows that follow each other mostly have the same shape, and then nothing is hashed.
struct ByShape<Content> {
    private var contents: [UpdateShape: Content] = [:]
    private var last: (shape: UpdateShape, content: Content)?

    /// What belongs to an update.
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
