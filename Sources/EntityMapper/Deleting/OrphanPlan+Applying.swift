public import ObjectGraph

/// Deleting later what was planned before.
extension OrphanPlan {
    /// Deletes what was planned, in a unit of work of its own.
    ///
    /// Everything is looked at again, scope by scope. An object stays if it, or what it is related
    /// to, has changed since the plan was made, if it is no longer in its scope, or if a delete
    /// rule keeps it now; a scope stays if it was refused, or if its limit is exceeded by now. A
    /// load that names an object and finds nothing to change leaves no trace: `sparing` takes what
    /// the plan cannot know.
    ///
    /// - Parameters:
    ///   - container: Where the objects live.
    ///   - others: Objects that stay in any case.
    ///   - limit: How often the work is done again when somebody else saved in between.
    /// - Returns: What has come of the plan; ``deletions`` are the objects that were deleted,
    ///   beside what cascaded.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails, `ValidationError` if an
    ///   object would not be complete. Nothing has changed then.
    public func apply(
        in container: PersistentContainer, sparing others: Set<ManagedObjectID> = [],
        retrying limit: Int = 5
    ) throws -> OrphanPlan {
        try container.perform(retryLimit: limit) { context in
            let outcome = try apply(in: context, sparing: others)
            try context.save()
            return outcome
        }
    }

    /// Deletes what was planned, and leaves saving to the caller.
    ///
    /// - Parameters:
    ///   - context: The unit of work; objects with pending changes stay.
    ///   - others: Objects that stay in any case.
    /// - Returns: What has come of the plan.
    /// - Throws: ``MappingError`` if the store fails, or the plan was made for another model. The
    ///   context is as before then.
    /// - Complexity: A few requests for each relationship of the entities in the plan.
    public func apply(
        in context: ManagedObjectContext, sparing others: Set<ManagedObjectID> = []
    ) throws(MappingError) -> OrphanPlan {
        let before = context.state
        do throws(MappingError) {
            var outcome = self
            outcome.snapshots = [:]
            for index in scopes.indices {
                try outcome.apply(scopes[index], at: index, snapshots, sparing: others, context)
            }
            return outcome
        } catch {
            context.state = before
            throw error
        }
    }

    /// Looks at a scope again, and deletes what is still to be deleted.
    private mutating func apply(
        _ planned: Scope, at index: Int, _ snapshots: [ManagedObjectID: OrphanSnapshot],
        sparing others: Set<ManagedObjectID>, _ context: ManagedObjectContext
    ) throws(MappingError) {
        let request = try planned.request.resolved(in: context.model)
        guard planned.refusals.isEmpty else { return }
        let staying = others.union(refusedOrphans).union(
            scopes.flatMap(\.spared).map(\.objectID))
        scopes[index] = try MappingError.wrapping { () throws(StoreError) in
            var scope = planned
            let numbers = Set(try context.numbers(matching: request))
            let now = try OrphanSnapshot.take(scope.orphans, in: context)
            scope.knownCount = numbers.count
            scope.spare { id in
                guard numbers.contains(id.number), let snapshot = now[id] else {
                    return .leftScope
                }
                guard !others.contains(id), let earlier = snapshots[id],
                    snapshot.isSame(as: earlier)
                else { return .changedSince }
                return nil
            }
            let spared = Set(scope.spared.map(\.objectID)).union(staying)
            try scope.settle(in: context) { place in
                !spared.contains(context.objectID(root: place.root, place.number))
            }
            try scope.delete(in: context)
            return scope
        }
    }
}
