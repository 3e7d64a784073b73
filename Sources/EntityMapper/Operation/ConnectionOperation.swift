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
///
/// In a container the store does the work: a handful of statements for each connection, whatever the
/// number of objects, and no object is read. A unit of work does it instead, with the same outcome, if
/// one of the connections
///
/// - fills a relationship that is its own inverse,
/// - fills a many-to-many relationship whose other end is ordered, or
/// - fills an ordered relationship by a key path,
///
/// or if an object would not be valid afterwards. It is one or the other for all connections of a
/// run, so that all are made, or none.
public struct ConnectionOperation: Sendable {
    /// What came of connecting.
    public struct Result: Sendable, Hashable {
        /// How many relationships changed.
        public let connected: Int
        /// Foreign keys that still have no destination.
        public let unresolved: [UnresolvedConnection]
        /// How many to-one relationships had several destinations; the oldest of them was taken.
        public let ambiguous: Int
    }

    /// Which connections are made, by name: `"Order"` stands for all connections of the entity,
    /// `"Order.customer"` for that of one relationship; `nil` for all.
    public var only: Set<String>?

    let plan: MappingPlan?

    /// Connects what the store has registered, and what a plan describes.
    ///
    /// - Parameters:
    ///   - plan: Connections to make beside those that the store knows of.
    ///   - only: Which of them are made, such as `"Order"` or `"Order.customer"`; `nil` for all.
    public init(_ plan: MappingPlan? = nil, only: Set<String>? = nil) {
        self.plan = plan
        self.only = only
    }

    /// Connects everything at once, and saves it.
    ///
    /// - Parameter container: Where the objects live.
    /// - Returns: What came of it.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails, ``MappingError`` with code
    ///   `unknownConnection` if ``only`` names a connection that is not there, `ValidationError` if an
    ///   object is not complete. Nothing has changed then.
    /// - Complexity: A handful of statements for each connection, whatever the number of objects.
    public func run(in container: PersistentContainer) throws -> Result {
        if let result = try runInStore(of: container) { return result }
        return try container.perform(retryLimit: MappingOptions().retryLimit) { context in
            try runAndSave(in: context)
        }
    }

    /// Connects everything at once on a thread beside those of the tasks, and saves it.
    ///
    /// The calling task is suspended until then, and blocks nobody while somebody else commits.
    ///
    /// - Parameter container: Where the objects live.
    /// - Returns: What came of it.
    /// - Throws: `CancellationError` if the task is cancelled before it is its turn; otherwise as
    ///   ``run(in:)`` with a container. Nothing has changed then.
    /// - Complexity: A handful of statements for each connection, whatever the number of objects.
    @concurrent
    public func runInBackground(in container: PersistentContainer) async throws -> Result {
        try await container.performBackgroundTask(retryLimit: MappingOptions().retryLimit) {
            context in
            try runInStore(of: container) ?? runAndSave(in: context)
        }
    }

    private func runAndSave(in context: ManagedObjectContext) throws -> Result {
        let result = try run(in: context)
        try context.save()
        return result
    }

    /// Connects in a context, and leaves saving to the caller.
    ///
    /// Pending changes are seen, so the objects that may be open are read.
    ///
    /// - Parameter context: The unit of work.
    /// - Returns: What came of it.
    /// - Throws: ``MappingError`` if the store fails, or with code `unknownConnection` if ``only``
    ///   names a connection that is not there. The context is as before then.
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
        var ambiguous = 0
        var unresolved: [UnresolvedConnection] = []
        for connection in try connections(in: context) {
            let request = connection.openSources(in: context.model)
            let sources = try MappingError.wrapping { () throws(StoreError) in
                let root = context.root(of: connection.sourceEntity)
                return try context.numbers(matching: request).compactMap {
                    context.state.tables[root].position(of: $0)
                }
            }
            let outcome = try ConnectionJoin(connection, context).run(sources)
            connected += outcome.connected
            ambiguous += outcome.ambiguities.count
            if !outcome.missing.isEmpty {
                unresolved.append(UnresolvedConnection(connection.description, outcome.missing))
            }
        }
        if let plan { context.register(plan) }
        return Result(connected: connected, unresolved: unresolved, ambiguous: ambiguous)
    }

    /// The connections to make, those by foreign keys first.
    func connections(
        in context: ManagedObjectContext
    ) throws(MappingError) -> [ConnectionPlan] {
        let all = try context.connections(with: plan)
        guard let only else { return all }
        let names = Set(all.flatMap { [$0.description.entity, $0.description.name] })
        if let stranger = only.subtracting(names).min() {
            throw MappingError(
                .unknownConnection,
                "neither the store nor the plan has a connection '\(stranger)'; there are "
                    + "\(all.map(\.description.name).sorted().joined(separator: ", "))")
        }
        return all.filter {
            only.contains($0.description.entity) || only.contains($0.description.name)
        }
    }
}
