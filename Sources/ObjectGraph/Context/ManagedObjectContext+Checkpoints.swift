/// Checkpoints: texts that record the progress of some work.
///
/// They are saved in the same transaction as the results of the work.
extension ManagedObjectContext {
    /// Returns a stored checkpoint, without pending changes.
    package func checkpoint(_ key: CheckpointKey) throws(StoreError) -> String? {
        try reader().checkpoint(key)
    }

    /// Returns the stored checkpoints with a name prefix, in the order of their names.
    ///
    /// The prefix ends with a colon; the texts are empty unless they are requested.
    package func checkpoints(
        behind prefix: String, withTexts: Bool = true
    ) throws(StoreError) -> [StoredCheckpoint] {
        try reader().checkpoints(behind: prefix, withTexts: withTexts)
    }

    /// Returns the last checkpoint name with a prefix; `nil` if there is none.
    ///
    /// The prefix ends with a colon; the search includes the store and pending changes.
    package func lastCheckpointName(behind prefix: String) throws(StoreError) -> String? {
        let stored = try reader().lastCheckpoint(behind: prefix)?.key.name
        let scheduled = state.checkpoints.last(behind: prefix)?.key.name
        return [scheduled, stored].compactMap(\.self)
            .max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Schedules an update of a checkpoint by the next save, in the same transaction.
    ///
    /// The save throws ``StoreError`` with code `conflict` if the stored checkpoint does not have
    /// the expected value.
    package func moveCheckpoint(_ change: CheckpointChange) {
        state.checkpoints.schedule(change)
    }
}

/// The checkpoints that the next save moves, in the order of their names.
struct ScheduledCheckpoints: Sendable {
    private var changes = NamedValues<CheckpointChange>()

    /// Adds a change, which replaces an earlier change of the same checkpoint.
    mutating func schedule(_ change: CheckpointChange) { changes[Self.name(change.key)] = change }

    subscript(key: CheckpointKey) -> CheckpointChange? { changes[Self.name(key)] }

    /// Returns the changes of the checkpoints with a name prefix.
    func behind(_ prefix: String) -> [CheckpointChange] { changes.values(behind: prefix) }

    /// Returns whether there are such changes.
    func has(behind prefix: String) -> Bool { !changes.names(behind: prefix).isEmpty }

    /// Returns the last change that leaves a text.
    ///
    /// - Complexity: O(log *n*), unless the last ones leave none.
    func last(behind prefix: String) -> CheckpointChange? {
        changes.names(behind: prefix).reversed().lazy.compactMap { changes[$0] }
            .first { $0.text != nil }
    }

    /// The name, and the entity, since several stores may have a checkpoint with the same one.
    private static func name(_ key: CheckpointKey) -> String { "\(key.name)\0\(key.entity)" }
}
