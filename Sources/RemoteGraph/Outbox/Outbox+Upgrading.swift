import EntityMapper
import ObjectGraph
import Synchronization

/// Entries of earlier versions.
extension Outbox {
    /// Saves what mapping has to respect of entries that a version of Mercator without
    /// `PendingEdit` has saved, once for each manager.
    ///
    /// - Throws: ``RemoteError`` with code `failedOutbox` if the store cannot be read or saved.
    /// - Complexity: Two requests for names, unless there are such entries.
    func upgrade() throws(RemoteError) {
        guard
            manager.hasUpgradedEntries.compareExchange(
                expected: false, desired: true, ordering: .relaxed
            ).exchanged
        else { return }
        do {
            try manager.container.perform(retryLimit: options.mapping.retryLimit) { context in
                try upgrade(context)
                try context.save()
            }
        } catch {
            manager.hasUpgradedEntries.store(false, ordering: .relaxed)
            throw RemoteError(ofOutbox: error)
        }
    }

    private func upgrade(_ context: ManagedObjectContext) throws(StoreError) {
        let keys = try context.checkpoints(behind: OutboxEntry.prefix, withTexts: false)
            .map(\.key)
        guard !keys.isEmpty else { return }
        let known = Set(
            try context.checkpoints(behind: PendingEdit.prefix, withTexts: false)
                .compactMap { $0.key.name.split(separator: ":").last.map(String.init) })
        for key in keys where !known.contains(String(key.name.dropFirst(OutboxEntry.prefix.count)))
        {
            guard let text = try context.checkpoint(key) else { continue }
            let entry = OutboxEntry(StoredCheckpoint(key, text))
            guard let edit = entry.pendingEdit else { continue }
            try context.movePendingEdit(
                named: edit.name, to: edit, isNew: true, beside: key.entity)
        }
    }
}
