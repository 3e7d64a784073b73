public import MercatorPayload
public import ObjectGraph
public import OrphanDetection

/// Planning the deletions of a load.
extension MappingOperation {
    /// Determines the orphans that a load would leave, without deleting them.
    ///
    /// The payload is not mapped either: the operation runs in a separate context that is
    /// discarded. The ``observer`` is not notified. The plan can be applied after the payload
    /// itself has been mapped; otherwise it preserves the objects that it expects the payload to
    /// change.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - container: The container of the objects.
    ///   - target: An object into which a single representation at a root path is mapped.
    /// - Returns: The plan, which has no scopes if the operation has no ``orphanDeletion``.
    /// - Throws: ``MappingError`` under the same conditions as the operation.
    /// - Complexity: The complexity of the operation.
    public func orphanPlan(
        for payload: some PayloadConvertible, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) throws -> OrphanPlan {
        let document = try PayloadDocument(payload)
        return try container.perform { [self] context in
            try orphanPlan(for: document, in: context, into: target)
        }
    }

    /// Determines the orphans that a load into a context would leave.
    ///
    /// Pending changes of the context are taken into account.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - context: The context, which is not changed.
    ///   - target: An object into which a single representation at a root path is mapped.
    /// - Returns: The plan.
    /// - Throws: The errors of the variant with a container.
    /// - Complexity: Same as the variant with a container.
    public func orphanPlan(
        for document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws(MappingError) -> OrphanPlan {
        let copy = context.dryRunCopy()
        var operation = self
        operation.observer = nil
        operation.orphanDeletion?.isApplied = false
        return try operation.run(document, in: copy, into: target).orphans ?? OrphanPlan(scopes: [])
    }

    /// Determines the orphans that a load of a string or bytes into a context would leave.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - context: The context, which is not changed.
    ///   - target: An object into which a single representation at a root path is mapped.
    /// - Returns: The plan.
    /// - Throws: `PayloadError` if the payload is not valid JSON; otherwise the errors of the
    ///   variant with a document.
    /// - Complexity: Same as the variant with a container.
    public func orphanPlan(
        for payload: some PayloadConvertible, in context: ManagedObjectContext,
        into target: ManagedObjectID? = nil
    ) throws -> OrphanPlan {
        try orphanPlan(for: PayloadDocument(payload), in: context, into: target)
    }
}
