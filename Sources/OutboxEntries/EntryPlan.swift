package import ObjectGraph

/// The unsent edits of a store by object, in order.
///
/// Edits of an object that were never sent are one edit:
///
/// | first | next | together |
/// |---|---|---|
/// | create | update | create |
/// | create | delete | nothing |
/// | update | update | update with the oldest base values |
/// | update | delete | delete |
///
/// Sent edits keep their bytes, so a later edit is a separate entry. A deletion also replaces a
/// creation or an update that the server has rejected.
package struct EntryPlan {
    /// An edit with the entries that it consists of.
    package struct Step {
        package var entry: OutboxEntry
        /// The entries in the store that the edit replaces, except its own.
        package var replaced: [OutboxEntry] = []
        /// Whether nothing is left to send.
        package var isVoid = false
    }

    /// The edits of each object in order; only the first can be sent.
    package private(set) var steps: [ManagedObjectID: [Step]] = [:]

    package init(_ entries: [OutboxEntry]) {
        for entry in entries {
            var (step, earlier) = (Step(entry: entry), steps[entry.object] ?? [])
            while let folded = earlier.last?.folding(step) {
                earlier.removeLast()
                step = folded
            }
            steps[entry.object] = earlier + [step]
        }
    }

    /// Reads the entries of a store in order.
    package init(_ context: ManagedObjectContext) throws(StoreError) {
        self.init(try Self.entries(in: context))
    }

    /// Returns the entries of a store in order.
    package static func entries(
        in context: ManagedObjectContext
    ) throws(StoreError) -> [OutboxEntry] {
        try context.metadata(behind: OutboxEntry.prefix).map { OutboxEntry($0) }
    }

    /// Returns the entries of an object in order.
    ///
    /// - Complexity: O(entries of the object).
    package static func entries(
        of object: ManagedObjectID, in context: ManagedObjectContext
    ) throws(StoreError) -> [OutboxEntry] {
        guard let root = context.model.index(ofEntity: object.entityName) else { return [] }
        var entries: [OutboxEntry] = []
        for id in try context.namesOfPendingEdits(root: root, object.number).sorted() {
            let key = MetadataKey(OutboxEntry.prefix + id, beside: root)
            guard let text = try context.metadata(key) else { continue }
            entries.append(OutboxEntry(MetadataEntry(key, text)))
        }
        return entries
    }

    /// All edits in order.
    package var all: [Step] { steps.values.flatMap(\.self).sorted { $0.entry.id < $1.entry.id } }

    /// The first edit of each object in order.
    package var heads: [Step] {
        steps.values.compactMap(\.first).sorted { $0.entry.id < $1.entry.id }
    }
}

extension EntryPlan.Step {
    /// Returns the edit combined with a later one; `nil` if they are sent separately.
    fileprivate func folding(_ later: Self) -> Self? {
        let next = later.entry
        guard !isVoid, next.request == nil, next.state == .pending,
            entry.user == nil || next.user == nil || next.user == entry.user
        else { return nil }
        let isUnsent = entry.request == nil && entry.state == .pending
        guard isUnsent || entry.state == .failed && next.kind == .delete else { return nil }
        var folded = self
        folded.replaced += later.replaced
        switch (entry.kind, next.kind) {
        case (.create, .update): folded.replaced.append(next)
        case (.update, .update):
            folded.replaced.append(next)
            folded.entry.base.merge(next.base) { oldest, _ in oldest }
            folded.entry.references.merge(next.references) { oldest, _ in oldest }
        case (.create, .delete):
            folded.replaced.append(next)
            folded.isVoid = true
        case (.update, .delete):
            folded.replaced.append(entry)
            folded.entry = next
            folded.entry.versionTag = entry.versionTag ?? next.versionTag
        case (_, .create), (.delete, _): return nil
        }
        // An edit that was made before there was a user is sent for any.
        folded.entry.user = entry.user ?? next.user
        return folded
    }
}
