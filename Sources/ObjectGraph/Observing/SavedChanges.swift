/// The objects that were changed by one or more saves.
///
/// Each object is listed once: as inserted if it was inserted and then changed, and not at all if
/// it was inserted and then deleted.
public struct SavedChanges: Sendable, Hashable {
    /// The new objects.
    public internal(set) var inserted: Set<ManagedObjectID> = []
    /// The objects with written attributes, to-one relationships or links.
    public internal(set) var updated: Set<ManagedObjectID> = []
    /// The deleted objects.
    public internal(set) var deleted: Set<ManagedObjectID> = []
    /// Indicates whether every changed object is listed.
    ///
    /// If not, any object may have changed: another process wrote to the store, the store was
    /// emptied, or more objects than ``limit`` were changed between two elements. Cached copies
    /// must then be read again.
    public internal(set) var isComplete = true

    /// The greatest number of listed objects; with more objects, the lists are empty.
    public static let limit = 100_000

    init() {}

    /// The number of listed objects.
    var count: Int { inserted.count + updated.count + deleted.count }

    /// Discards the lists and marks the changes as incomplete.
    mutating func loseTrack() {
        self = SavedChanges()
        isComplete = false
    }

    /// Adds the changes of another commit.
    mutating func merge(_ changes: ChangeSet, _ model: ManagedObjectModel) {
        guard isComplete else { return }
        let count = changes.inserted.count + changes.updated.count + changes.deleted.count
        guard !changes.emptiesStore, !changes.isUnlisted, self.count + count <= Self.limit else {
            return loseTrack()
        }
        for row in changes.inserted { inserted.insert(model.id(row.entity, row.number)) }
        for update in changes.updated { note(model.id(update.row.entity, update.row.number)) }
        for link in changes.links { merge(link, model) }
        for row in changes.deleted {
            let id = model.id(row.entity, row.number)
            updated.remove(id)
            if inserted.remove(id) == nil { deleted.insert(id) }
        }
        if self.count > Self.limit { loseTrack() }
    }

    private mutating func merge(_ links: LinkChanges, _ model: ManagedObjectModel) {
        let layout = model.relationships[links.relationship]
        for link in links.stored + links.removed {
            note(model.id(layout.entity, link.source))
            note(model.id(layout.destination, link.destination))
        }
    }

    private mutating func note(_ id: ManagedObjectID) {
        if !inserted.contains(id), !deleted.contains(id) { updated.insert(id) }
    }
}

extension ManagedObjectModel {
    /// Returns the identifier of a row.
    fileprivate func id(_ entity: Int, _ number: Int64) -> ManagedObjectID {
        ManagedObjectID(entityName: layouts[layouts[entity].root].name, number: number)
    }
}
