public import ObjectGraph
public import Payload

/// Planning what a load would delete.
extension MappingOperation {
    /// Says which orphans a load would leave, and deletes nothing.
    ///
    /// Nothing of the payload is mapped either: the operation runs in a context of its own that is
    /// dropped. ``observer`` is not told. The plan can be applied once the payload itself was
    /// mapped; what it expects to be changed by the payload is spared otherwise.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - container: Where the objects live.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: The plan; without scopes if the operation has no ``orphanDeletion``.
    /// - Throws: ``MappingError`` where the operation would throw.
    /// - Complexity: That of the operation.
    public func orphanPlan(
        for payload: some PayloadConvertible, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) throws -> OrphanPlan {
        let document = try PayloadDocument(payload)
        return try container.perform { [self] context in
            try orphanPlan(for: document, in: context, into: target)
        }
    }

    /// Says which orphans a load into a context would leave, whose pending changes are seen and
    /// kept.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - context: The unit of work.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: The plan.
    /// - Throws: As with a container.
    /// - Complexity: As with a container.
    public func orphanPlan(
        for document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws(MappingError) -> OrphanPlan {
        let copy = ManagedObjectContext(
            model: context.model, backend: DryRunBackend(context.backend))
        copy.state = context.state
        var operation = self
        operation.observer = nil
        operation.orphanDeletion?.isApplied = false
        return try operation.run(document, in: copy, into: target).orphans ?? OrphanPlan(scopes: [])
    }

    /// The same for a text or bytes.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - context: The unit of work.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: The plan.
    /// - Throws: `PayloadError` if the payload is no JSON; otherwise as with a document.
    /// - Complexity: As with a container.
    public func orphanPlan(
        for payload: some PayloadConvertible, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws -> OrphanPlan {
        try orphanPlan(for: PayloadDocument(payload), in: context, into: target)
    }
}
