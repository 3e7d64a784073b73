/// Everything that one save changes, frozen.
package struct ChangeSet: Sendable {
    /// Whether every object and link goes before anything is written; numbers stay used.
    package var emptiesStore = false
    /// Whether rows and links of any kind may have changed that are not listed here.
    ///
    /// ``links`` then names the relationships whose links may have changed, without the links. Only
    /// those who are told of commits meet it: nobody commits such changes.
    package var isUnlisted = false
    /// New rows; their version is 1.
    package var inserted: [StoredRow] = []
    /// Changed rows, each with the version it was read with.
    package var updated: [RowUpdate] = []
    /// Rows to remove, each with the version it was read with.
    package var deleted: [RowDeletion] = []
    /// Changes of relationships that are kept as links, at most one element for each relationship.
    package var links: [LinkChanges] = []
    /// Indexes that look-ups of this load want; a store makes those it does not have.
    package var indexes: [IndexDescription] = []
    /// Connections to register, so that later loads complete them.
    package var connections: [ConnectionDescription] = []
    /// Connections to forget, before others are registered.
    package var removedConnections: [ConnectionTarget] = []
    /// Checkpoints that move with this save, each at most once.
    package var checkpoints: [CheckpointChange] = []
    /// Work to do after the save if others have committed since it was prepared.
    package var followUps: [FollowUp] = []
    /// The names of marks whose work is done.
    package var settledMarks: [String] = []
    /// Which part of a store this is for.
    package var part = 0

    package init() {}

    /// What connecting inside a store may have changed: any row, and links of the relationships.
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

    /// Whether there is more to write than indexes and connections, which may come by themselves.
    package var writesContent: Bool {
        emptiesStore || !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty
            || !links.isEmpty || !checkpoints.isEmpty
    }

    package var isEmpty: Bool {
        !changesVersion && indexes.isEmpty && settledMarks.isEmpty
    }
}

/// A changed row: the store writes the changed slots and raises the version by one.
package struct RowUpdate: Sendable {
    /// The new content, with the version that is expected in the store.
    package var row: StoredRow
    /// The slots that differ from what is stored, ascending.
    package var changedSlots: [Int]

    package init(row: StoredRow, changedSlots: [Int]) {
        self.row = row
        self.changedSlots = changedSlots
    }
}

/// A row to remove.
///
/// Its links go with it.
package struct RowDeletion: Sendable {
    package var number: Int64
    package var entity: Int
    /// The version that is expected in the store.
    package var version: Int64

    package init(number: Int64, entity: Int, version: Int64) {
        self.number = number
        self.entity = entity
        self.version = version
    }
}

/// Links of one relationship that come, change their positions, or go.
package struct LinkChanges: Sendable {
    package var relationship: Int
    /// Links to remove, by source and destination.
    package var removed: [StoredLink] = []
    /// Links to write; one with the same source and destination gets the new positions.
    package var stored: [StoredLink] = []

    package init(relationship: Int) {
        self.relationship = relationship
    }
}

/// Attributes of an entity that rows are looked up by.
package struct IndexDescription: Sendable, Hashable {
    package var entity: Int
    /// Slots of the entity, in the order of the key.
    package var slots: [Int]
    /// Whether no two rows of the entity's family may share a key without `null` in it.
    ///
    /// A store that already holds such rows makes a plain index instead: the load that meets them
    /// names them in its issues.
    package var isUnique: Bool

    package init(entity: Int, slots: [Int], isUnique: Bool) {
        self.entity = entity
        self.slots = slots
        self.isUnique = isUnique
    }
}
