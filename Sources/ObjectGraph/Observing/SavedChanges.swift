/// Which objects one or several saves were about.
///
/// An object is named once: one that was inserted and changed is inserted, one that was inserted and
/// deleted is not named.
public struct SavedChanges: Sendable, Hashable {
    /// Objects that are new.
    public internal(set) var inserted: Set<ManagedObjectID> = []
    /// Objects of which a value or a relationship kept with them was written, or whose links were.
    public internal(set) var updated: Set<ManagedObjectID> = []
    /// Objects that are gone.
    public internal(set) var deleted: Set<ManagedObjectID> = []
    /// Whether every object is named.
    ///
    /// If not, anything may have changed: somebody else has written to the store, it was emptied, or
    /// more objects were changed than ``limit`` while nobody asked. Whoever keeps copies reads them again.
    public internal(set) var isComplete = true

    /// How many objects are named at most; beyond that, none is.
    public static let limit = 100_000

    init() {}

    /// How many objects are named.
    var count: Int { inserted.count + updated.count + deleted.count }

    /// Forgets the names.
    mutating func loseTrack() {
        self = SavedChanges()
        isComplete = false
    }

    /// Adds what another commit did.
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
    /// The identifier of a row.
    fileprivate func id(_ entity: Int, _ number: Int64) -> ManagedObjectID {
        ManagedObjectID(entityName: layouts[layouts[entity].root].name, number: number)
    }
}
