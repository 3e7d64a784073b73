import ObjectGraph

/// Entries in a unit of work.
extension ManagedObjectContext {
    /// Schedules the replacement of an entry in the store, together with that of the edit which
    /// mapping respects, and returns the new one.
    @discardableResult
    func move(
        _ old: OutboxEntry, to new: OutboxEntry?
    ) throws(StoreError) -> OutboxEntry? {
        let (before, after) = (old.pendingEdit, new?.pendingEdit)
        for name in Set([before?.name, after?.name].compactMap(\.self)) {
            try movePendingEdit(
                named: name, to: after?.name == name ? after : nil, isNew: old.text == nil,
                beside: old.entity)
        }
        var new = new
        let text = new?.makeText()
        new?.text = text
        moveCheckpoint(CheckpointChange(old.checkpoint, from: old.text, to: text))
        return new
    }
}
