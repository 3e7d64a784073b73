public import ObjectGraph

/// Connects everything that earlier loads left open, in one go.
///
/// Mapping operations connect by themselves; this one is for objects that were inserted in other
/// ways, such as by hand.
///
/// ```swift
/// let result = try ConnectionOperation().run(in: container)
/// print(result.connected, result.unresolved)
/// ```
public struct ConnectionOperation: Sendable {
    /// What came of connecting.
    public struct Result: Sendable, Hashable {
        /// How many relationships changed.
        public let connected: Int
        /// Foreign keys that still have no destination.
        public let unresolved: [UnresolvedConnection]
    }

    let plan: MappingPlan?

    /// Connects what the store has registered, and what a plan describes.
    ///
    /// - Parameter plan: Connections to make beside those that the store knows of.
    public init(_ plan: MappingPlan? = nil) {
        self.plan = plan
    }

    /// Connects in a unit of work of its own, and saves it.
    ///
    /// - Parameter container: Where the objects live.
    /// - Returns: What came of it.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails, `ValidationError` if an object
    ///   is not complete. Nothing has changed then.
    public func run(in container: PersistentContainer) throws -> Result {
        try container.perform(retryLimit: MappingOptions().retryLimit) { [self] context in
            let result = try run(in: context)
            try context.save()
            return result
        }
    }

    /// Connects in a context, and leaves saving to the caller.
    ///
    /// - Parameter context: The unit of work.
    /// - Returns: What came of it.
    /// - Throws: ``MappingError`` if the store fails. The context is as before then.
    /// - Complexity: A handful of requests for each connection, whatever the number of objects.
    public func run(in context: ManagedObjectContext) throws(MappingError) -> Result {
        let before = context.state
        do throws(MappingError) {
            return try connect(in: context)
        } catch {
            context.state = before
            throw error
        }
    }

    private func connect(in context: ManagedObjectContext) throws(MappingError) -> Result {
        var connected = 0
        var unresolved: [UnresolvedConnection] = []
        for connection in try context.connections(with: plan) {
            let outcome = try ConnectionJoin(connection, context)
                .run(openSources(of: connection, in: context))
            connected += outcome.connected
            if !outcome.missing.isEmpty {
                unresolved.append(UnresolvedConnection(connection.description, outcome.missing))
            }
        }
        if let plan { context.register(plan) }
        return Result(connected: connected, unresolved: unresolved)
    }

    /// Sources with a foreign key whose relationship may be open: an empty to-one, or any to-many.
    private func openSources(
        of connection: ConnectionPlan, in context: ManagedObjectContext
    ) throws(MappingError) -> [Int] {
        let layout = context.model.layouts[connection.sourceEntity]
        let hasKey =
            connection.path.isEmpty
            ? EntityPredicate.any(
                connection.sourceSlots.map { !PropertyPath.attribute(layout.slots[$0].name).isNil })
            : .true
        let relationship = connection.relationship
        let isOpen =
            relationship.isToMany
            ? EntityPredicate.true : PropertyPath.relationship(relationship.name).isNil
        return try MappingError.wrapping { () throws(StoreError) in
            let request = RowRequest(entity: layout.index, predicate: hasKey && isOpen)
            return try context.numbers(matching: request).compactMap {
                context.state.tables[layout.root].position(of: $0)
            }
        }
    }
}
