/// Texts that say how far some work has come, saved with what the work has done.
extension ManagedObjectContext {
    /// What the store holds; pending changes are not seen.
    package func checkpoint(_ key: CheckpointKey) throws(StoreError) -> String? {
        try reader().checkpoint(key)
    }

    /// Lets the next save move a checkpoint, in the same transaction as everything else.
    ///
    /// The save throws `StoreError` with code `conflict` if the checkpoint is another one than
    /// expected by then.
    package func moveCheckpoint(_ change: CheckpointChange) {
        state.checkpoints.removeAll { $0.key == change.key }
        state.checkpoints.append(change)
    }
}
