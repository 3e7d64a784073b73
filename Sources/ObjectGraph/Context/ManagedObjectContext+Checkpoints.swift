/// Checkpoints: texts that record the progress of some work, saved in the same transaction
/// as its results.
extension ManagedObjectContext {
    /// Returns a checkpoint as it is in the store, without pending changes.
    package func checkpoint(_ key: CheckpointKey) throws(StoreError) -> String? {
        try reader().checkpoint(key)
    }

    /// Returns the checkpoints in the store whose names begin with a prefix, which ends with a
    /// colon, in the order of their names; the texts are empty unless they are wanted.
    package func checkpoints(
        behind prefix: String, withTexts: Bool = true
    ) throws(StoreError) -> [StoredCheckpoint] {
        try reader().checkpoints(behind: prefix, withTexts: withTexts)
    }

    /// Returns the last name of a checkpoint that begins with a prefix, which ends with a colon, in
    /// the store and in pending changes; `nil` if there is none.
    package func lastCheckpointName(behind prefix: String) throws(StoreError) -> String? {
        let stored = try reader().lastCheckpoint(behind: prefix)?.key.name
        let scheduled = state.checkpoints.filter { $0.text != nil }.map(\.key.name)
            .filter { $0.hasPrefix(prefix) }
        return (scheduled + [stored].compactMap(\.self)).max()
    }

    /// Schedules an update of a checkpoint, to be made by the next save in the same transaction.
    ///
    /// The save throws ``StoreError`` with code `conflict` if the checkpoint does not have the
    /// expected value by then.
    package func moveCheckpoint(_ change: CheckpointChange) {
        state.checkpoints.removeAll { $0.key == change.key }
        state.checkpoints.append(change)
    }
}
