public import ObjectGraph
public import OrphanDetection

/// Applying a plan after it was created.
extension OrphanPlan {
    /// Deletes the planned objects in a separate unit of work.
    ///
    /// All scopes are checked again. An object is preserved if it or a related object has changed
    /// since the plan was created, if it is no longer in its scope, or if a delete rule preserves
    /// it now; a scope is skipped if it was refused, or if its limit is now exceeded. A load whose
    /// record changes nothing leaves no trace on the object, so objects that later loads contain
    /// must be passed as `keeping`.
    ///
    /// - Parameters:
    ///   - container: The container of the objects.
    ///   - others: Objects to preserve in any case.
    ///   - limit: The number of times the work is repeated after a conflict with another save.
    /// - Returns: The applied plan, whose ``deletions`` are the objects that were deleted, apart
    ///   from cascades.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails, `ValidationError` if an
    ///   object would be invalid. In these cases nothing is changed.
    public func apply(
        in container: PersistentContainer, keeping others: Set<ManagedObjectID> = [],
        retrying limit: Int = 5
    ) throws -> OrphanPlan {
        try container.perform(retryLimit: limit) { context in
            let outcome = try apply(in: context, keeping: others)
            try context.save()
            return outcome
        }
    }

    /// Deletes the planned objects in a context, without saving.
    ///
    /// - Parameters:
    ///   - context: The context to change; objects with pending changes are preserved.
    ///   - others: Objects to preserve in any case.
    /// - Returns: The applied plan.
    /// - Throws: ``MappingError`` if the store fails, or if the plan was created for a different
    ///   model. In these cases the context is unchanged.
    /// - Complexity: A few requests for each relationship of the entities in the plan.
    public func apply(
        in context: ManagedObjectContext, keeping others: Set<ManagedObjectID> = []
    ) throws(MappingError) -> OrphanPlan {
        let before = context.state
        do throws(MappingError) {
            var outcome = self
            outcome.snapshots = [:]
            for index in scopes.indices {
                try outcome.apply(scopes[index], at: index, snapshots, keeping: others, context)
            }
            return outcome
        } catch {
            context.state = before
            throw error
        }
    }

    /// Checks a scope again, and deletes the remaining orphans.
    private mutating func apply(
        _ planned: Scope, at index: Int, _ snapshots: [ManagedObjectID: OrphanSnapshot],
        keeping others: Set<ManagedObjectID>, _ context: ManagedObjectContext
    ) throws(MappingError) {
        let request = try planned.request.resolved(in: context.model)
        guard planned.refusals.isEmpty else { return }
        let staying = others.union(refusedOrphans).union(
            scopes.flatMap(\.preserved).map(\.objectID))
        scopes[index] = try MappingError.wrapping { () throws(StoreError) in
            var scope = planned
            let numbers = Set(try context.numbers(matching: request))
            let now = try OrphanSnapshot.take(scope.orphans, in: context)
            scope.knownCount = numbers.count
            scope.preserve { id in
                guard numbers.contains(id.number), let snapshot = now[id] else {
                    return .leftScope
                }
                guard !others.contains(id), let earlier = snapshots[id],
                    snapshot.isSame(as: earlier)
                else { return .changedSince }
                return nil
            }
            let preserved = Set(scope.preserved.map(\.objectID)).union(staying)
            try scope.settle(in: context) { row in
                !preserved.contains(context.objectID(root: row.root, row.number))
            }
            try scope.delete(in: context)
            return scope
        }
    }
}
