public import ConnectionEvaluation
public import ObjectGraph

/// An operation that fills the relationships of all connections from their keys or key paths.
///
/// Mapping operations connect automatically; this operation is for objects that were inserted or
/// changed otherwise. Relationships that are correct already are not written: a second run changes
/// and counts nothing.
///
/// ```swift
/// let result = try ConnectionOperation().run(in: container)
/// print(result.connected, result.unresolved)
/// ```
///
/// With a container, the store does the work: a few statements for each connection, regardless of
/// the number of objects, and no objects are read. A context is used instead, with the same result,
/// if one of the connections
///
/// - fills a relationship that is its own inverse,
/// - fills a many-to-many relationship whose other end is ordered,
/// - fills an ordered relationship by a key path, or
/// - fills a relationship that another connection fills from the other end,
///
/// or if an object would be invalid afterwards. All connections of a run are evaluated in the same
/// way, so that all of them take effect, or none.
public struct ConnectionOperation: Sendable {
    /// The result of connecting.
    public struct Result: Sendable, Hashable {
        /// The number of objects with a new destination.
        public let connected: Int
        /// The number of objects that have lost their destination.
        public let cleared: Int
        /// The foreign keys without a destination, and connections that were not evaluated.
        ///
        /// Connections that no longer match the model are not evaluated.
        public let unresolved: [UnresolvedConnection]
        /// The number of to-one relationships with several matching destinations.
        ///
        /// The oldest destination was used.
        public let ambiguous: Int
    }

    /// The names of the connections to evaluate; `nil` for all.
    ///
    /// `"Order"` denotes all connections of the entity, `"Order.customer"` the connection of one
    /// relationship.
    public var only: Set<String>?

    let plan: MappingPlan?

    /// Creates an operation for the connections registered in the store and connections of a plan.
    ///
    /// - Parameters:
    ///   - plan: Connections to evaluate in addition to the registered connections.
    ///   - only: The connections to evaluate, such as `"Order"` or `"Order.customer"`; `nil` for
    ///     all.
    public init(_ plan: MappingPlan? = nil, only: Set<String>? = nil) {
        self.plan = plan
        self.only = only
    }

    /// Connects all objects, and saves the result.
    ///
    /// - Parameter container: The container of the objects.
    /// - Returns: The result.
    /// - Throws: ``MappingError`` or `StoreError` if the store fails, ``MappingError`` with code
    ///   `unknownConnection` if ``only`` contains an unknown connection, `ValidationError` if an
    ///   object is invalid. In these cases nothing is changed.
    /// - Complexity: A few statements for each connection, regardless of the number of objects.
    public func run(in container: PersistentContainer) throws -> Result {
        if let result = try runInStore(of: container) { return result }
        return try container.perform(retryLimit: MappingOptions().retryLimit) { context in
            try runAndSave(in: context).result
        }
    }

    /// Connects all objects on a background thread, and saves the result.
    ///
    /// The calling task is suspended in the meantime, and no thread of the concurrency pool is
    /// blocked by waiting for other commits.
    ///
    /// - Parameter container: The container of the objects.
    /// - Returns: The result.
    /// - Throws: `CancellationError` if the task is cancelled before the operation starts;
    ///   otherwise the errors of ``run(in:)-(PersistentContainer)``. In these cases nothing is
    ///   changed.
    /// - Complexity: A few statements for each connection, regardless of the number of objects.
    @concurrent
    public func runInBackground(in container: PersistentContainer) async throws -> Result {
        try await container.performBackgroundTask(retryLimit: MappingOptions().retryLimit) {
            context in
            try runInStore(of: container) ?? runAndSave(in: context).result
        }
    }

    /// Connects the objects in a context and saves it.
    ///
    /// The returned results include the check after the save.
    package func runAndSave(in context: ManagedObjectContext) throws -> Connected {
        var connected = try runChecked(in: context)
        try context.save()
        guard let check = connected.report.content else { return connected }
        let newer = ManagedObjectContext(model: context.model, backend: context.backend)
        let open = try newer.openConnections(of: connections(in: newer))
        connected.result = connected.result.adding(check, open: open)
        for (entity, count) in check.counts {
            connected.counts[entity, default: ConnectionTally.Count()] += count
        }
        return connected
    }

    /// Connects the objects in a context, without saving.
    ///
    /// Pending changes are taken into account, so objects that may be unconnected are read.
    ///
    /// - Parameter context: The context to change.
    /// - Returns: The result.
    /// - Throws: ``MappingError`` if the store fails, or with code `unknownConnection` if ``only``
    ///   contains an unknown connection. In these cases the context is unchanged.
    /// - Complexity: A few requests for each connection, regardless of the number of objects.
    public func run(in context: ManagedObjectContext) throws(MappingError) -> Result {
        try runChecked(in: context).result
    }

    /// The results of connecting in a context.
    package struct Connected {
        package fileprivate(set) var result: Result
        /// The counts by the entity with the foreign keys.
        package fileprivate(set) var counts: [String: ConnectionTally.Count]
        /// The report of the check after the save.
        fileprivate let report: ConnectionCheck.Report
    }

    /// Connects the objects in a context; also returns the report of the check after the save.
    private func runChecked(in context: ManagedObjectContext) throws(MappingError) -> Connected {
        let start = context.savepoint()
        do {
            return try connect(in: context)
        } catch {
            context.restore(start)
            throw MappingError(of: error)
        }
    }

    private func connect(in context: ManagedObjectContext) throws -> Connected {
        let active = try connections(in: context)
        var scope = ConnectionScope()
        scope.isEverything = true
        var engine = ConnectionEngine(active.plans, scope, in: context)
        try engine.run()
        var tally = ConnectionTally()
        tally.add(engine)
        let counts = try tally.counts(in: context)
        if let plan { context.register(plan, active) }
        let report = try ConnectionCheck.prepare(
            ConnectionHistory(
                whole: active.unknown,
                settled: active.plans.settledRelationships(in: context.model)), in: context)
        if only == nil { context.state.settledMarks += active.marks.keys }
        let result = Result(
            connected: counts.values.reduce(0) { $0 + $1.connected },
            cleared: counts.values.reduce(0) { $0 + $1.cleared },
            unresolved: engine.unresolved + active.unfit,
            ambiguous: engine.outcomes.reduce(0) { $0 + $1.ambiguities.count })
        return Connected(
            result: result, counts: engine.connections.counts(counts), report: report)
    }

    /// Returns the connections to evaluate, in order.
    func connections(
        in context: ManagedObjectContext
    ) throws -> ActiveConnections {
        var active = try context.connections(with: plan)
        guard let only else { return active }
        let all = active.plans
        let names = Set(
            all.flatMap { [$0.description.entity, $0.description.name] }
                + active.unfit.flatMap { [$0.entity, $0.name] })
        if let unknownName = only.subtracting(names).min() {
            throw MappingError(
                .unknownConnection,
                "neither the store nor the plan has a connection '\(unknownName)'; there are "
                    + (all.map(\.description.name) + active.unfit.map(\.name)).sorted()
                    .joined(separator: ", "))
        }
        active.plans = all.filter {
            only.contains($0.description.entity) || only.contains($0.description.name)
        }
        active.unfit.removeAll { !only.contains($0.entity) && !only.contains($0.name) }
        return active
    }
}

extension ConnectionOperation.Result {
    /// Returns the result including the check after the save, with the given unresolved keys.
    fileprivate func adding(
        _ check: ConnectionCheck.Report.Content, open: [UnresolvedConnection]
    ) -> ConnectionOperation.Result {
        ConnectionOperation.Result(
            connected: check.counts.values.reduce(connected) { $0 + $1.connected },
            cleared: check.counts.values.reduce(cleared) { $0 + $1.cleared },
            unresolved: open, ambiguous: ambiguous)
    }
}
