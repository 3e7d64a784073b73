public import ObjectGraph
public import Payload

/// Finding out what a payload would change.
extension MappingOperation {
    /// Says what a payload would change, and changes nothing.
    ///
    /// The operation runs in a context of its own that is dropped; ``observer`` is not told. What only
    /// the store can find out by writing is not tried: whether somebody else saves in between, and
    /// whether new values are unique.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - container: Where the objects live.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: What the operation would give, and what it would change.
    /// - Throws: What `run` would throw: ``MappingError`` if the operation cannot go on,
    ///   `ValidationError` if an object would not be complete; and `StoreError` if the store cannot
    ///   be read.
    /// - Complexity: That of the operation, and O(*n*) in what changes.
    public func dryRun(
        _ payload: some PayloadConvertible, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) throws -> DryRun<MappingResult> {
        let document = try PayloadDocument(payload)
        return try container.perform { [self] context in
            try dryRun(document, in: context, into: target, checksObjects: true)
        }
    }

    /// Says what a payload would change in a context beyond its pending changes, which are seen and
    /// kept.
    ///
    /// Objects need not be complete, as they need not before the save.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - context: The unit of work.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: What the operation would give, and what it would change.
    /// - Throws: ``MappingError`` if the operation cannot go on, `StoreError` if the store cannot be
    ///   read.
    /// - Complexity: That of the operation, and O(*n*) in what changes.
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

extension MappingPlan {
    /// What the mappings tell objects apart by.
    var identities: [IndexDescription] {
        spaces.map { IndexDescription(entity: $0.entity, slots: $0.slots, isUnique: false) }
            + model.identities
    }
}

extension ManagedObjectModel {
    /// What a mapping of each entity would tell objects apart by, if it did not say.
    var identities: [IndexDescription] {
        layouts.compactMap { layout in
            let names = IdentificationInference(entities[layout.index]).attributes ?? []
            let slots = names.compactMap { layout.slotIndexes[$0] }
            guard !slots.isEmpty, slots.count == names.count else { return nil }
            return IndexDescription(entity: layout.index, slots: slots, isUnique: false)
        }
    }
}
