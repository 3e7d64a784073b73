public import ObjectGraph

/// Makes every relationship that a connection fills what its keys, or its key path, say, in one go.
///
/// Mapping operations connect by themselves; this one is for objects that were inserted or changed in
/// other ways, such as by hand. What is right already is not written: a second run changes and counts
/// nothing.
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
/// - fills a many-to-many relationship whose other end is ordered,
/// - fills an ordered relationship by a key path, or
/// - fills a relationship from one end that another one fills from the other end,
///
/// or if an object would not be valid afterwards. It is one or the other for all connections of a
/// run, so that all are made, or none.
public struct ConnectionOperation: Sendable {
    /// What came of connecting.
    public struct Result: Sendable, Hashable {
        /// How many objects lead to something else now.
        public let connected: Int
        /// How many objects lead nowhere now, and did before.
        public let cleared: Int
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
        let connected = try runChecked(in: context)
        try context.save()
        guard let check = connected.report.content else { return connected.result }
        let newer = ManagedObjectContext(model: context.model, backend: context.backend)
        return connected.result.adding(
            check, open: try newer.openConnections(of: connections(in: newer).plans))
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
        try runChecked(in: context).result
    }

    /// What came of connecting in a context.
    struct Connected {
        let result: Result
        /// By the entity that has the keys.
        let counts: [String: ConnectionTally.Count]
        /// What the check after the save has found.
        let report: ConnectionCheck.Report
    }

    /// The same, with what will be known once the context is saved.
    func runChecked(in context: ManagedObjectContext) throws(MappingError) -> Connected {
        let before = context.state
        do throws(MappingError) {
            return try connect(in: context)
        } catch {
            context.state = before
            throw error
        }
    }

    private func connect(in context: ManagedObjectContext) throws(MappingError) -> Connected {
        let active = try connections(in: context)
        var scope = ConnectionScope()
        scope.isEverything = true
        var engine = ConnectionEngine(active.plans, scope, in: context)
        try engine.run()
        var tally = ConnectionTally()
        tally.add(engine)
        let counts = try MappingError.wrapping { () throws(StoreError) in
            try tally.counts(in: context)
        }
        if let plan { context.register(plan, active) }
        let report = try MappingError.wrapping { () throws(StoreError) in
            try ConnectionCheck.prepare(ConnectionHistory(whole: active.unknown), in: context)
        }
        if only == nil { context.state.settledMarks += active.marks.keys }
        let result = Result(
            connected: counts.values.reduce(0) { $0 + $1.connected },
            cleared: counts.values.reduce(0) { $0 + $1.cleared },
            unresolved: zip(engine.connections, engine.outcomes).filter { !$1.missing.isEmpty }
                .map { UnresolvedConnection($0.description, $1.missing) },
            ambiguous: engine.outcomes.reduce(0) { $0 + $1.ambiguities.count })
        return Connected(
            result: result, counts: engine.connections.counts(counts), report: report)
    }

    /// The connections to make, in order.
    func connections(
        in context: ManagedObjectContext
    ) throws(MappingError) -> ActiveConnections {
        var active = try context.connections(with: plan)
        guard let only else { return active }
        let all = active.plans
        let names = Set(all.flatMap { [$0.description.entity, $0.description.name] })
        if let stranger = only.subtracting(names).min() {
            throw MappingError(
                .unknownConnection,
                "neither the store nor the plan has a connection '\(stranger)'; there are "
                    + "\(all.map(\.description.name).sorted().joined(separator: ", "))")
        }
        active.plans = all.filter {
            only.contains($0.description.entity) || only.contains($0.description.name)
        }
        return active
    }
}

extension ConnectionOperation.Result {
    /// The result with what the check after the save has changed, and what is open since.
    fileprivate func adding(
        _ check: ConnectionCheck.Report.Content, open: [UnresolvedConnection]
    ) -> ConnectionOperation.Result {
        ConnectionOperation.Result(
            connected: check.counts.values.reduce(connected) { $0 + $1.connected },
            cleared: check.counts.values.reduce(cleared) { $0 + $1.cleared },
            unresolved: open, ambiguous: ambiguous)
    }
}
