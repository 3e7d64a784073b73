public import ObjectGraph

/// Finding out what would connect.
extension ConnectionOperation {
    /// Says what connecting would change, and changes nothing.
    ///
    /// - Parameter container: Where the objects live.
    /// - Returns: What the operation would give, and what it would change.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails, `ValidationError` if an object
    ///   would not be complete.
    public func dryRun(in container: PersistentContainer) throws -> DryRun<Result> {
        try container.perform { [self] context in
            try context.dryRun(identities: identities(in: context), checksObjects: true) {
                try run(in: $0)
            }
        }
    }

    /// Says what connecting would change in a context beyond its pending changes, which are seen
    /// and kept.
    ///
    /// - Parameter context: The unit of work.
    /// - Returns: What the operation would give, and what it would change.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails.
    public func dryRun(in context: ManagedObjectContext) throws -> DryRun<Result> {
        try context.dryRun(identities: identities(in: context)) { try run(in: $0) }
    }

    private func identities(in context: ManagedObjectContext) -> [IndexDescription] {
        plan?.identities ?? context.model.identities
    }
}
