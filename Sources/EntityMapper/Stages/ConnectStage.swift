import ConnectionEvaluation
import ObjectGraph

/// The stage that connects objects by foreign keys.
///
/// Objects of the payload find previously loaded objects as sources and as destinations. The work
/// is done by ``ConnectionEngine``; the stage collects the rows that an operation has written or
/// deleted, and evaluates the connections of these when it is flushed.
struct ConnectStage {
    private let input: MappingInput
    /// The connections of the plan and the store, once they have been requested.
    private var active: ActiveConnections?
    private var scope = ConnectionScope()
    private var tally = ConnectionTally()
    /// The positions of written rows of objects outside of the payload, by root.
    private var written: [Int: Set<Int>] = [:]
    private var hasDeletions = false
    /// Indicates whether rows were written or deleted since the last flush.
    private var isDirty = true
    /// The connections without a destination in the last evaluation.
    private(set) var unresolved: [UnresolvedConnection] = []
    /// The to-one connections with several matching destinations in the last evaluation.
    private var ambiguities: [PendingIssue] = []
    /// The foreign keys that no destination can have, found by the last evaluation.
    private var mismatchedKeys: [MismatchedKey] = []

    init(_ input: MappingInput) {
        self.input = input
    }

    private var context: ManagedObjectContext { input.context }

    /// Notes written rows of objects without a record, whose attributes may be foreign keys.
    mutating func note(written rows: [Int: Set<Int>]) {
        guard !rows.isEmpty else { return }
        written.merge(rows) { $0.union($1) }
        isDirty = true
    }

    /// Notes changes of objects of the payload.
    mutating func noteChanges() { isDirty = true }

    /// Notes deletions: a deleted object may have been a destination, or on the path to one.
    mutating func noteDeletions() {
        hasDeletions = true
        isDirty = true
    }

    /// Evaluates the connections if anything has changed since the last time.
    ///
    /// The new reports replace the previous ones.
    ///
    /// - Throws: `StoreError` if the store fails.
    mutating func flush(_ graph: RecordGraph, _ log: MappingLog) throws {
        guard isDirty else { return }
        isDirty = false
        let plans = try connections().plans
        guard !plans.isEmpty else { return }
        var engine = ConnectionEngine(plans, scope(of: graph), in: context)
        try engine.run()
        scope = engine.scope
        tally.add(engine)
        (unresolved, ambiguities, mismatchedKeys) = ([], [], [])
        for (connection, outcome) in zip(plans, engine.outcomes) {
            take(outcome, of: connection, graph, log)
        }
    }

    /// The connections of an operation after the last evaluation.
    struct Connected {
        let counts: [String: ConnectionTally.Count]
        let unresolved: [UnresolvedConnection]
        /// The report of the check after the save.
        let report: ConnectionCheck.Report
    }

    /// Reports invalid keys and ambiguities, and schedules a check of the connections for the save.
    ///
    /// The check is needed in case others commit before the save.
    ///
    /// - Throws: `StoreError` if the store fails, ``MappingError`` if the failure policy requires
    ///   it.
    mutating func finish(_ graph: RecordGraph, _ log: inout MappingLog) throws -> Connected {
        let active = try connections()
        let counts = try tally.counts(in: context)
        for ambiguity in ambiguities { log.add(ambiguity) }
        for key in mismatchedKeys { try log.report(key, in: graph) }
        context.register(input.plan, active)
        let history = ConnectionHistory(
            formerKeys: scope.formerKeys, whole: scope.whole, marks: active.marks,
            settled: active.plans.settledRelationships(in: context.model))
        return Connected(
            counts: active.plans.counts(counts), unresolved: unresolved + unfit(active),
            report: try ConnectionCheck.prepare(history, in: context))
    }

    /// Returns the connections that are not evaluated and concern the entities of the plan.
    private func unfit(_ active: ActiveConnections) -> [UnresolvedConnection] {
        let model = context.model
        let mapped = Set(input.plan.entities.map(\.layout.root))
        return active.unfit.filter { connection in
            guard let source = model.layout(named: connection.entity) else { return false }
            let destination = model.relationship(
                named: connection.relationship, of: source.index
            ).map { model.layouts[$0.destination].root }
            return mapped.contains(source.root) || destination.map(mapped.contains) == true
        }
    }

    /// Returns the connections of the plan and the store, which are read once.
    private mutating func connections() throws(StoreError) -> ActiveConnections {
        if let active { return active }
        let found = try context.connections(with: input.plan)
        active = found
        scope.whole = found.unknown
        return found
    }

    /// Returns the scope of the objects of the payload.
    ///
    /// It includes rows written and deleted with them.
    private func scope(of graph: RecordGraph) -> ConnectionScope {
        var scope = scope
        scope.before = input.before
        scope.touched = written.mapValues { $0.sorted() }
        scope.changed = scope.touched
        for object in graph.objects.objects.elements where object.isMapped {
            guard let position = object.row?.position else { continue }
            let root = graph.plan(of: object).layout.root
            scope.touched[root, default: []].append(position)
            if object.state == .new || object.isUpdated {
                scope.changed[root, default: []].append(position)
            }
        }
        guard hasDeletions else { return scope }
        for (root, table) in context.state.tables.enumerated() {
            scope.changed[root, default: []] += table.changed.filter { !table.isAlive(at: $0) }
        }
        return scope
    }

    private mutating func take(
        _ outcome: JoinOutcome, of connection: ConnectionPlan, _ graph: RecordGraph,
        _ log: MappingLog
    ) {
        let entity = connection.description.entity
        if outcome.connected > 0 {
            log.notify(
                .connected, entity: entity, property: connection.relationship.name,
                count: outcome.connected, in: graph)
        }
        if !outcome.missing.isEmpty {
            unresolved.append(UnresolvedConnection(connection.description, outcome.missing))
        }
        if !outcome.mismatches.isEmpty {
            mismatchedKeys += graph.mismatchedKeys(of: outcome.mismatches, connection, context)
        }
        for ambiguity in outcome.ambiguities {
            let source = context.objectID(
                root: context.root(of: connection.sourceEntity), ambiguity.source)
            ambiguities.append(
                PendingIssue(
                    code: .ambiguousConnection, entity: entity,
                    property: connection.relationship.name, position: nil,
                    expected: "one object for \(source)",
                    found: "\(ambiguity.count) that match; the first is used", isNotice: true))
        }
    }
}
