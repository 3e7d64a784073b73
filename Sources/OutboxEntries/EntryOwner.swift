package import ObjectGraph
import Synchronization

/// A manager as the owner of the claims of entries.
package final class EntryOwner: Sendable {
    /// The name in claims, which no other manager has.
    package let name = EntryOrder.identifier()
    private let hasUpgraded = Atomic(false)

    /// Creates an owner.
    package init() {}

    /// Saves pending edits for entries from versions of Mercator without `PendingEdit`, once per
    /// owner.
    ///
    /// - Throws: An error of the unit of work if the store cannot be read or saved.
    /// - Complexity: Two requests for names, unless there are such entries.
    package func upgrade(_ container: PersistentContainer, retryLimit: Int) throws {
        guard
            hasUpgraded.compareExchange(expected: false, desired: true, ordering: .relaxed)
                .exchanged
        else { return }
        do {
            try container.perform(retryLimit: retryLimit) { context in
                try Self.upgrade(context)
                try context.save()
            }
        } catch {
            hasUpgraded.store(false, ordering: .relaxed)
            throw error
        }
    }

    private static func upgrade(_ context: ManagedObjectContext) throws(StoreError) {
        let keys = try context.metadata(behind: OutboxEntry.prefix, withTexts: false)
            .map(\.key)
        guard !keys.isEmpty else { return }
        let known = Set(
            try context.metadata(behind: PendingEdit.prefix, withTexts: false)
                .compactMap { $0.key.name.split(separator: ":").last.map(String.init) })
        for key in keys where !known.contains(String(key.name.dropFirst(OutboxEntry.prefix.count)))
        {
            guard let text = try context.metadata(key) else { continue }
            let entry = OutboxEntry(MetadataEntry(key, text))
            guard let edit = entry.pendingEdit else { continue }
            try context.movePendingEdit(
                named: edit.name, to: edit, isNew: true, beside: key.entity)
        }
    }
}
