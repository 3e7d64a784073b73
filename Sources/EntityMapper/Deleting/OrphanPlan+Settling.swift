import ObjectGraph

/// From candidates to what is deleted.
extension OrphanPlan {
    /// Spares what delete rules keep, and refuses the scopes that would lose too many.
    ///
    /// Objects may only be taken along if `mayGo` says so.
    mutating func settle(
        in context: ManagedObjectContext, mayGo: (ObjectPlace) -> Bool
    ) throws(StoreError) {
        let candidates = Set(scopes.flatMap(\.orphans))
        guard !candidates.isEmpty else { return }
        let places = candidates.sorted().compactMap { ObjectPlace($0, in: context.model) }
        let check = try DeletionCheck(places, in: context)
        spare(check.spared(among: places, mayGo: mayGo), context)
        refuseTooMany()
        // What stays with a refused scope may keep others.
        while true {
            let rest = deletions.compactMap { ObjectPlace($0, in: context.model) }
            let going = Set(rest)
            let staying = Set(places).subtracting(going)
            let kept = check.spared(among: rest) { !staying.contains($0) && mayGo($0) }
            guard !kept.isEmpty else { return }
            spare(kept, context)
        }
    }

    /// Moves orphans that there is a reason to spare.
    mutating func spare(
        _ reasons: [ObjectPlace: SparingReason], _ context: ManagedObjectContext
    ) {
        let byID = Dictionary(
            uniqueKeysWithValues: reasons.map { place, reason in
                (context.objectID(root: place.root, place.number), reason)
            })
        spare(byID)
    }

    /// Moves orphans that there is a reason to spare.
    mutating func spare(_ reasons: [ManagedObjectID: SparingReason]) {
        guard !reasons.isEmpty else { return }
        for index in scopes.indices {
            let spared = scopes[index].orphans.compactMap { id in
                reasons[id].map { SparedObject(objectID: id, reason: $0) }
            }
            scopes[index].spared = (scopes[index].spared + spared).sorted {
                $0.objectID < $1.objectID
            }
            scopes[index].orphans.removeAll { reasons[$0] != nil }
        }
    }

    private mutating func refuseTooMany() {
        for index in scopes.indices {
            let scope = scopes[index]
            guard scope.refusals.isEmpty,
                !scope.limit.allows(scope.orphans.count, of: scope.knownCount)
            else { continue }
            scopes[index].refusals.append(
                .limitExceeded(
                    orphans: scope.orphans.count, of: scope.knownCount, scope.limit))
        }
    }

    /// Deletes what is to be deleted, and tells how many of each tree.
    func delete(
        in context: ManagedObjectContext, tell: (Int, Int) -> Void
    ) throws(MappingError) {
        let places = deletions.compactMap { ObjectPlace($0, in: context.model) }
        let byRoot = Dictionary(grouping: places, by: \.root).sorted { $0.key < $1.key }
        for (root, places) in byRoot {
            tell(root, places.count)
            try MappingError.wrapping { () throws(StoreError) in
                try context.delete(root: root, places.map(\.number))
            }
        }
    }

    /// Keeps what the orphans look like, to see later whether they have changed.
    mutating func takeSnapshots(in context: ManagedObjectContext) throws(MappingError) {
        let places = deletions.compactMap { ObjectPlace($0, in: context.model) }
        for (root, places) in Dictionary(grouping: places, by: \.root).sorted(by: {
            $0.key < $1.key
        }) {
            let taken = try MappingError.wrapping { () throws(StoreError) in
                try OrphanSnapshot.take(root: root, places.map(\.number), in: context)
            }
            for (number, snapshot) in taken {
                snapshots[context.objectID(root: root, number)] = snapshot
            }
        }
    }
}

extension ObjectPlace {
    /// The place of an object; `nil` if the model does not have its entity.
    init?(_ id: ManagedObjectID, in model: ManagedObjectModel) {
        guard let root = model.index(ofEntity: id.entityName) else { return nil }
        self.init(root: root, number: id.number)
    }
}
