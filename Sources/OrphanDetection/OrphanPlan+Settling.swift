package import ObjectGraph

/// The decision from orphan candidates to deletions.
extension OrphanPlan.Scope {
    /// The objects to delete: the orphans, unless the scope is refused.
    package var deletions: [ManagedObjectID] { refusals.isEmpty ? orphans : [] }

    /// Preserves objects according to delete rules, and refuses the scope if its limit is exceeded.
    ///
    /// A deletion may cascade only to objects that `mayGo` accepts.
    package mutating func settle(
        in context: ManagedObjectContext, mayGo: (RowID) -> Bool
    ) throws(StoreError) {
        let rows = orphans.compactMap { RowID($0, in: context.model) }
        guard !rows.isEmpty else { return }
        let kept = try DeletionCheck(rows, in: context).preserved(among: rows, mayGo: mayGo)
        preserve { id in RowID(id, in: context.model).flatMap { kept[$0] } }
        guard refusals.isEmpty else { return }
        guard case .share = limit else {
            refuse(if: orphans.count, of: knownCount)
            return
        }
        // A fraction refers to the objects before the load, which did not include the entered
        // objects.
        let entered = entered.intersection(orphans).count
        refuse(if: orphans.count - entered, of: knownCount - self.entered.count)
    }

    private mutating func refuse(if lost: Int, of known: Int) {
        guard !limit.allows(lost, of: known) else { return }
        refusals.append(.limitExceeded(orphans: lost, of: known, limit))
    }

    /// Moves each orphan to the preserved objects if the closure returns a reason.
    package mutating func preserve(_ reason: (ManagedObjectID) -> PreservationReason?) {
        var left: [ManagedObjectID] = []
        for id in orphans {
            if let reason = reason(id) {
                preserved.append(OrphanPlan.PreservedObject(objectID: id, reason: reason))
            } else {
                left.append(id)
            }
        }
        guard left.count < orphans.count else { return }
        orphans = left
        preserved.sort { $0.objectID < $1.objectID }
    }

    /// Deletes the objects to delete, which all belong to one inheritance tree.
    package func delete(in context: ManagedObjectContext) throws(StoreError) {
        guard let root = context.model.index(ofEntity: deletions.first?.entityName ?? "") else {
            return
        }
        try context.delete(root: root, deletions.map(\.number))
    }
}

extension RowID {
    /// Creates the row ID of an object; `nil` if the model does not have its entity.
    package init?(_ id: ManagedObjectID, in model: ManagedObjectModel) {
        guard let root = model.index(ofEntity: id.entityName) else { return nil }
        self.init(root: root, number: id.number)
    }
}
