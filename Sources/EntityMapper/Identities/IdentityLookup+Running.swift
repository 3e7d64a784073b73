package import ObjectGraph

extension IdentityLookup {
    /// Returns the positions in a context of the rows that have one of the keys of a payload.
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

    /// Saves a context, and reports a violated promise of ``insertOnly``.
    ///
    /// That error is not retried like a conflict with another save, because repeating the work
    /// would not help.
    package func save(_ context: ManagedObjectContext) throws {
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
