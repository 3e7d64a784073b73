/// The changes of one save, as a value.
package struct ChangeSet: Sendable {
    /// Indicates whether all objects and links are removed first; numbers are not used again.
    package var emptiesStore = false
    /// Indicates whether any rows and links may have changed without being listed.
    ///
    /// ``links`` then contains the relationships whose links may have changed, without the links.
    /// Such a change set is passed to commit hooks only; it is never committed.
    package var isUnlisted = false
    /// The values of attributes that may have changed without being listed; `nil` for none.
    package var unlistedValues: UnlistedValues?
    /// Indicates whether others have committed since the last report, as far as the store knows.
    ///
    /// It is set for commit hooks only.
    package var followsOthers = false
    /// New rows; they get version 1.
    package var inserted: [StoredRow] = []
    /// Changed rows, each with the version that was read.
    package var updated: [RowUpdate] = []
    /// Rows to delete, each with the version that was read.
    package var deleted: [RowDeletion] = []
    /// Changes of relationships that are stored as links, at most one for each relationship.
    package var links: [LinkChanges] = []
    /// Indexes for the lookups of this load; a store creates the missing indexes.
    package var indexes: [IndexDescription] = []
    /// The entities that the plans of this load map.
    ///
    /// A key of their objects that an earlier load required to be unique, but none of
    /// ``indexes``, is no longer unique when these changes contradict it.
    package var mappedEntities: Set<Int> = []
    /// Connections to register, so that later loads apply them.
    package var connections: [ConnectionDescription] = []
    /// Connections to remove, before others are registered.
    package var removedConnections: [ConnectionTarget] = []
    /// Metadata to update in this save, each at most once.
    package var metadata: [MetadataChange] = []
    /// Work to do after the save if there were other commits since it was prepared.
    package var followUps: [FollowUp] = []
    /// The names of marks with completed work.
    package var settledMarks: [String] = []
    /// The store version that the changes are based on; `nil` if nothing was read.
    package var seen: StoreVersion?
    /// The index of the target store in a partitioned store.
    package var part = 0

    package init() {}

    /// Returns the possible changes of connecting inside a store.
    ///
    /// Any row can change, and links of the relationships.
    package static func connecting(
        _ requests: [ConnectionRequest], in model: ManagedObjectModel
    ) -> ChangeSet {
        var changes = ChangeSet()
        changes.isUnlisted = true
        changes.links = requests.compactMap { request in
            switch model.relationships[request.relationship].storage {
            case .links: LinkChanges(relationship: request.relationship)
            case .inverseLinks(let other): LinkChanges(relationship: other)
            case .reference, .inverseReference: nil
            }
        }
        return changes
    }

    /// Indicates whether there are changes other than to indexes and connections.
    ///
    /// Changes to indexes and connections may be committed separately.
    package var writesContent: Bool {
        emptiesStore || !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty
            || !links.isEmpty || !metadata.isEmpty
    }

    /// Indicates whether the load maps objects of an index without requiring unique keys.
    package func releases(_ index: IndexDescription, in model: ManagedObjectModel) -> Bool {
        let layout = model.layouts[index.entity]
        return !indexes.contains(index) && !layout.uniqueness.contains(index.slots)
            && mappedEntities.contains(where: layout.includes)
    }

    package var isEmpty: Bool {
        !changesVersion && indexes.isEmpty && settledMarks.isEmpty
    }
}
