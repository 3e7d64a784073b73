public import ObjectGraph

/// Dry runs of connecting.
extension ConnectionOperation {
    /// Determines the changes of connecting without making them.
    ///
    /// - Parameter container: The container of the objects.
    /// - Returns: The result and the changes of the operation.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails, `ValidationError` if an
    ///   object would be invalid.
    public func dryRun(in container: PersistentContainer) throws -> DryRun<Result> {
        try container.perform { [self] context in
            try context.dryRun(identities: identities(in: context), checksObjects: true) {
                try run(in: $0)
            }
        }
    }

    /// Determines the changes of connecting in a context.
    ///
    /// Pending changes of the context are included and preserved.
    ///
    /// - Parameter context: The context, which is not changed.
    /// - Returns: The result and the changes of the operation.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails.
    public func dryRun(in context: ManagedObjectContext) throws -> DryRun<Result> {
        try context.dryRun(identities: identities(in: context)) { try run(in: $0) }
    }

    private func identities(in context: ManagedObjectContext) -> [IndexDescription] {
        plan?.identities ?? context.model.identities
    }
}
