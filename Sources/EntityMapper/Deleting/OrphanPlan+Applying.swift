public import ObjectGraph

/// Deleting later what was planned before.
extension OrphanPlan {
    /// Deletes what was planned, in a unit of work of its own.
    ///
    /// Everything is looked at again. An object stays if it, or what it is related to, has changed
    /// since the plan was made, if it is no longer in its scope, or if a delete rule keeps it now;
    /// a scope stays if it was refused, or if the share of orphans is too large by now. A load that
    /// names an object and finds nothing to change leaves no trace: `sparing` takes what the plan
    /// cannot know.
    ///
    /// - Parameters:
    ///   - container: Where the objects live.
    ///   - others: Objects that stay in any case.
    ///   - limit: How often the work is done again when somebody else saved in between.
    /// - Returns: What has come of the plan; ``deletions`` are the objects that were deleted, beside
    ///   what cascaded.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails, `ValidationError` if an object
    ///   would not be complete. Nothing has changed then.
    public func apply(
        in container: PersistentContainer, sparing others: Set<ManagedObjectID> = [],
        retrying limit: Int = 5
    ) throws -> OrphanPlan {
        try container.performRetrying(limit: limit) { context in
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
            var outcome = try checked(in: context, sparing: others)
            try outcome.delete(in: context) { _, _ in }
            outcome.snapshots = [:]
            return outcome
        } catch {
            context.state = before
            throw error
        }
    }

    /// The plan as it looks now.
    private func checked(
        in context: ManagedObjectContext, sparing others: Set<ManagedObjectID>
    ) throws(MappingError) -> OrphanPlan {
        let wasPlanned = Set(deletions)
        var plan = self
        var reasons: [ManagedObjectID: SparingReason] = [:]
        for index in scopes.indices where scopes[index].refusals.isEmpty {
            let request = try scopes[index].request.resolved(in: context.model)
            let root = context.root(of: request.entity)
            let numbers = try MappingError.wrapping { () throws(StoreError) in
                Set(try context.numbers(matching: request))
            }
            plan.scopes[index].knownCount = numbers.count
            for id in scopes[index].orphans where !numbers.contains(id.number) {
                reasons[id] = .leftScope
            }
            for id in scopes[index].orphans where others.contains(id) {
                reasons[id] = reasons[id] ?? .changedSince
            }
            try noteChanges(of: scopes[index].orphans, root, context, &reasons)
        }
        plan.spare(reasons)
        try MappingError.wrapping { () throws(StoreError) in
            try plan.settle(in: context) { _ in true }
        }
        // An object of a refused scope does not become one to delete.
        assert(Set(plan.deletions).isSubset(of: wasPlanned))
        return plan
    }

    private func noteChanges(
        of orphans: [ManagedObjectID], _ root: Int, _ context: ManagedObjectContext,
        _ reasons: inout [ManagedObjectID: SparingReason]
    ) throws(MappingError) {
        let open = orphans.filter { reasons[$0] == nil }
        let now = try MappingError.wrapping { () throws(StoreError) in
            try OrphanSnapshot.take(root: root, open.map(\.number), in: context)
        }
        for id in open {
            guard let snapshot = now[id.number], let earlier = snapshots[id],
                snapshot.isSame(as: earlier)
            else {
                reasons[id] = .changedSince
                continue
            }
        }
    }
}
