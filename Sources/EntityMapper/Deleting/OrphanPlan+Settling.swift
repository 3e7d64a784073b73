import ObjectGraph

/// From candidates to what is deleted.
extension OrphanPlan.Scope {
    /// The objects that go: the orphans, unless the scope is refused.
    var deletions: [ManagedObjectID] { refusals.isEmpty ? orphans : [] }

    /// Spares what delete rules keep, and refuses the scope if it would lose too many.
    ///
    /// Objects may only be taken along if `mayGo` says so.
    mutating func settle(
        in context: ManagedObjectContext, mayGo: (ObjectPlace) -> Bool
    ) throws(StoreError) {
        let places = orphans.compactMap { ObjectPlace($0, in: context.model) }
        guard !places.isEmpty else { return }
        let kept = try DeletionCheck(places, in: context).spared(among: places, mayGo: mayGo)
        spare { id in ObjectPlace(id, in: context.model).flatMap { kept[$0] } }
        guard refusals.isEmpty else { return }
        guard case .share = limit else {
            refuse(if: orphans.count, of: knownCount)
            return
        }
        // A share asks how much of a list is gone, and these were not in the list.
        let entered = entered.intersection(orphans).count
        refuse(if: orphans.count - entered, of: knownCount - self.entered.count)
    }

    private mutating func refuse(if lost: Int, of known: Int) {
        guard !limit.allows(lost, of: known) else { return }
        refusals.append(.limitExceeded(orphans: lost, of: known, limit))
    }

    /// Moves orphans that there is a reason to spare.
    mutating func spare(_ reason: (ManagedObjectID) -> SparingReason?) {
        var left: [ManagedObjectID] = []
        for id in orphans {
            if let reason = reason(id) {
                spared.append(OrphanPlan.SparedObject(objectID: id, reason: reason))
            } else {
                left.append(id)
            }
        }
        guard left.count < orphans.count else { return }
        orphans = left
        spared.sort { $0.objectID < $1.objectID }
    }

    /// Deletes what is to be deleted; all of it is of one tree.
    func delete(in context: ManagedObjectContext) throws(StoreError) {
        guard let root = context.model.index(ofEntity: deletions.first?.entityName ?? "") else {
            return
        }
        try context.delete(root: root, deletions.map(\.number))
    }
}

extension ObjectPlace {
    /// The place of an object; `nil` if the model does not have its entity.
    init?(_ id: ManagedObjectID, in model: ManagedObjectModel) {
        guard let root = model.index(ofEntity: id.entityName) else { return nil }
        self.init(root: root, number: id.number)
    }
}
