/// Metadata of the store: texts by name, such as the progress of an import or a validator.
///
/// They are saved in the same transaction as the results of the work.
extension ManagedObjectContext {
    /// Returns a stored metadata entry, without pending changes.
    package func metadata(_ key: MetadataKey) throws(StoreError) -> String? {
        try reader().metadata(key)
    }

    /// Returns the stored metadata with a name prefix, in the order of their names.
    ///
    /// The prefix ends with a colon; the texts are empty unless they are requested.
    package func metadata(
        behind prefix: String, withTexts: Bool = true
    ) throws(StoreError) -> [MetadataEntry] {
        try reader().metadata(behind: prefix, withTexts: withTexts)
    }

    /// Returns the name of the last metadata entry with a prefix; `nil` if there is none.
    ///
    /// The prefix ends with a colon; the search includes the store and pending changes.
    package func lastMetadataName(behind prefix: String) throws(StoreError) -> String? {
        let stored = try reader().lastMetadata(behind: prefix)?.key.name
        let scheduled = state.metadata.last(behind: prefix)?.key.name
        return [scheduled, stored].compactMap(\.self)
            .max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Schedules an update of a metadata entry by the next save, in the same transaction.
    ///
    /// The save throws ``StoreError`` with code `conflict` if the stored entry does not have
    /// the expected value.
    package func compareAndSet(_ change: MetadataChange) {
        state.metadata.schedule(change)
    }
}

/// The metadata that the next save changes, in the order of names.
struct ScheduledMetadata: Sendable {
    private var changes = NamedValues<MetadataChange>()

    /// Adds a change, which replaces an earlier change of the same metadata entry.
    mutating func schedule(_ change: MetadataChange) { changes[Self.name(change.key)] = change }

    subscript(key: MetadataKey) -> MetadataChange? { changes[Self.name(key)] }

    /// Returns the changes of the metadata with a name prefix.
    func behind(_ prefix: String) -> [MetadataChange] { changes.values(behind: prefix) }

    /// Returns whether there are such changes.
    func has(behind prefix: String) -> Bool { changes.last(behind: prefix) != nil }

    /// Returns the last change that leaves a text.
    ///
    /// - Complexity: O(log *n*), unless the last ones leave none.
    func last(behind prefix: String) -> MetadataChange? {
        changes.last(behind: prefix) { $0.text != nil }?.value
    }

    /// The name, and the entity, since several stores may have a metadata entry with the same one.
    private static func name(_ key: MetadataKey) -> String { "\(key.name)\0\(key.entity)" }
}
