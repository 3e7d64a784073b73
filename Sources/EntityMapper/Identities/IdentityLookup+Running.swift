import ObjectGraph

extension IdentityLookup {
    /// The positions in a context of the rows that have one of the keys of a payload.
    func positions(
        _ table: IdentityTable, in context: ManagedObjectContext
    ) throws(StoreError) -> [Int] {
        switch self {
        case .perBatch:
            return try context.positions(
                entity: table.plan.entity, slots: table.plan.slots, keys: table.keys)
        case .preloaded(let cache):
            let index = cache.index(table.plan)
            try index.requireServing(context)
            return try index.positions(table, in: context)
        case .insertOnly: return []
        }
    }

    /// Saves, and says so if the author's word was wrong.
    ///
    /// Doing the work again, as after a save of somebody else, would not help then.
    func save(_ context: ManagedObjectContext) throws {
        guard self == .insertOnly else { return try context.save() }
        do {
            try context.save()
        } catch let error as StoreError where error.code == .uniqueness {
            throw MappingError(
                .identityExists,
                "expected only new objects, since identityLookup is insertOnly; found one that is "
                    + "in the store: \(error.message); use perBatch or preloaded",
                cause: error)
        }
    }
}
