public import MercatorPayload
public import ObjectGraph

/// Dry runs of mapping.
extension MappingOperation {
    /// Determines the changes of mapping a payload without making them.
    ///
    /// The operation runs in a separate context that is discarded. The ``observer`` is not
    /// notified. Conflicts that only a commit detects are not reported: saves by others in the
    /// meantime, and values that must be unique.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - container: The container of the objects.
    ///   - target: An object into which a single representation at a root path is mapped.
    /// - Returns: The result and the changes of the operation.
    /// - Throws: The errors of `run`: ``MappingError`` if the operation fails, `ValidationError` if
    ///   an object would be invalid; also `StoreError` if the store cannot be read.
    /// - Complexity: The complexity of the operation, plus O(*n*) in the number of changes.
    public func dryRun(
        _ payload: some PayloadConvertible, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) throws -> DryRun<MappingResult> {
        let document = try PayloadDocument(payload)
        return try container.perform { [self] context in
            try dryRun(document, in: context, into: target, checksObjects: true)
        }
    }

    /// Determines the changes of mapping a payload in a context.
    ///
    /// Pending changes of the context are included and preserved.
    ///
    /// Objects may be incomplete, as before a save.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - context: The context, which is not changed.
    ///   - target: An object into which a single representation at a root path is mapped.
    /// - Returns: The result and the changes of the operation.
    /// - Throws: ``MappingError`` if the operation fails, `StoreError` if the store cannot be read.
    /// - Complexity: The complexity of the operation, plus O(*n*) in the number of changes.
    public func dryRun(
        _ payload: some PayloadConvertible, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws -> DryRun<MappingResult> {
        try dryRun(PayloadDocument(payload), in: context, into: target, checksObjects: false)
    }

    private func dryRun(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID?, checksObjects: Bool
    ) throws -> DryRun<MappingResult> {
        var operation = self
        operation.observer = nil
        return try context.dryRun(identities: plan.identities, checksObjects: checksObjects) {
            try operation.run(document, in: $0, into: target)
        }
    }
}

extension ManagedObjectContext {
    /// Determines the changes of work by operations of a plan without making them.
    ///
    /// - Parameters:
    ///   - plan: The plan, which provides the identifying attributes of the report.
    ///   - work: The work in a copy of the context, which cannot save.
    /// - Returns: The result of the work and its changes.
    /// - Throws: Any error of the work, `ValidationError`, or `StoreError`.
    package func dryRun<Outcome: Sendable>(
        of plan: MappingPlan, _ work: (ManagedObjectContext) throws -> Outcome
    ) throws -> DryRun<Outcome> {
        try dryRun(identities: plan.identities, checksObjects: true, work)
    }
}

extension MappingPlan {
    /// The identifying attributes of the mappings.
    var identities: [IndexDescription] {
        spaces.map { IndexDescription(entity: $0.entity, slots: $0.slots, isUnique: false) }
            + model.identities
    }
}

extension ManagedObjectModel {
    /// The default identifying attributes of a mapping for each entity.
    var identities: [IndexDescription] {
        layouts.compactMap { layout in
            let names = IdentificationInference(entities[layout.index]).attributes ?? []
            let slots = names.compactMap { layout.slotIndexes[$0] }
            guard !slots.isEmpty, slots.count == names.count else { return nil }
            return IndexDescription(entity: layout.index, slots: slots, isUnique: false)
        }
    }
}
