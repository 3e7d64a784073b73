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
        let scheduled = state.checkpoints.last(behind: prefix)?.key.name
        return [scheduled, stored].compactMap(\.self)
            .max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Schedules an update of a checkpoint, to be made by the next save in the same transaction.
    ///
    /// The save throws ``StoreError`` with code `conflict` if the checkpoint does not have the
    /// expected value by then.
    package func moveCheckpoint(_ change: CheckpointChange) {
        state.checkpoints.schedule(change)
    }
}

/// The checkpoints that the next save moves, in the order of their names.
struct ScheduledCheckpoints: Sendable {
    private var changes = NamedValues<CheckpointChange>()

    /// Adds a change, which replaces an earlier one of the same checkpoint.
    mutating func schedule(_ change: CheckpointChange) { changes[Self.name(change.key)] = change }

    subscript(key: CheckpointKey) -> CheckpointChange? { changes[Self.name(key)] }

    /// Returns the changes of the checkpoints whose names begin with a prefix.
    func behind(_ prefix: String) -> [CheckpointChange] { changes.values(behind: prefix) }

    /// Tests whether there are such changes.
    func has(behind prefix: String) -> Bool { !changes.names(behind: prefix).isEmpty }

    /// Returns the last of them that leaves a text.
    ///
    /// - Complexity: O(log *n*), unless the last ones leave none.
    func last(behind prefix: String) -> CheckpointChange? {
        changes.names(behind: prefix).reversed().lazy.compactMap { changes[$0] }
            .first { $0.text != nil }
    }

    /// The name, and the entity, since several stores may have a checkpoint with the same one.
    private static func name(_ key: CheckpointKey) -> String { "\(key.name)\0\(key.entity)" }
}
