package import ObjectGraph

extension MappingOperation {
    /// Saves a context that the operation has mapped into, as `run(_:in:)` with a container does.
    package func save(_ context: ManagedObjectContext) throws {
        try options.identityLookup.save(context)
    }
}
