import MercatorPayload
import ObjectGraph
import OrphanDetection

/// An attempt to run an operation: the composition of its stages.
///
/// ```text
/// MappingInput ─> collect ─> RecordGraph ─> identify ─> assign ─> RowBatches ─> link ─> context
///              connect <── keep edits, route, hooks, discard, prune, orphans
/// ```
///
/// An attempt may find that its decisions were wrong: an existing object requires the mapping of
/// its actual entity, or the replacement of a deleted object has failed. The operation then starts
/// over with more decisions. This terminates, because each of these decisions is about a
/// representation of the payload or a row of the store, and is made only once.
struct MappingAttempt {
    let input: MappingInput
    let decisions: MappingDecisions
    let orphanDeletion: OrphanDeletion?
    /// The earlier parts of the load; `nil` if there is only one part.
    let parts: LoadParts?

    /// The outcome of an attempt.
    enum Outcome {
        case done(CheckedResult)
        /// Existing objects require other mappings than those chosen. Only rows have been read.
        case overriding(MappingDecisions.Overrides)
        /// Replacements for deleted objects have failed; the context must be reset.
        case preserving(Set<RowID>)
    }

    /// Runs the stages.
    ///
    /// - Throws: ``MappingError`` if the operation fails, `StoreError` if the store fails.
    func run(_ collected: CollectedRecords.Content?) throws -> Outcome {
        let deletionCount = DeletionCount(input.context)
        let edits = try EditStage(input)
        let scopes = try orphanDeletion?.resolvedScopes(in: input.context.model)
        var (graph, log) = try collected.map { ($0.graph, $0.log) } ?? collect()

        var identify = IdentifyStage(input, decisions, consume graph, consume log)
        if let overrides = try identify.run() { return .overriding(overrides) }
        let identification: IdentifyStage.Identification
        (identification, graph, log) = (consume identify).finish()

        var assign = AssignStage(input, consume graph, consume log)
        try assign.run()
        var account = assign.account
        let (rows, routed): (RowBatches, [RoutedValue])
        (rows, routed, graph, log) = (consume assign).finish()
        var link = LinkStage(input, consume rows, consume graph, consume log)
        let replaced = try link.run()
        (graph, log) = (consume link).finish()

        if let earlier = input.account, var counted = account {
            try AccountStage(input: input, graph: graph, earlier: earlier).run(&counted)
            account = counted
        }

        var connections = ConnectStage(input)
        var deletions = Deletions()
        _ = try edits.run(&deletions)
        let hooked = try connect(routed, &graph, &log, &connections)
        if try edits.run(&deletions) { connections.noteChanges() }
        if try DiscardStage(input).run(&graph, &log) { deletions.hasDeleted = true }
        let failed = failedReplacements(identification, graph)
        guard failed.isEmpty else { return .preserving(failed) }
        try PruneStage(input).run(replaced, graph, log, &deletions)
        var orphans: OrphanPlan?
        var parts = parts ?? LoadParts.whole
        if let orphanDeletion, let scopes {
            let stage = OrphanStage(input, orphanDeletion, scopes)
            orphans = try stage.run(&parts, graph, &log, identification, &deletions)
        }
        if deletions.hasDeleted { connections.noteDeletions() }
        try connections.flush(graph, log)
        let connected = try connections.finish(graph, &log)
        let summary = ResultSummary(
            input, graph, hooked, deletions, deleted: deletionCount.since(input.context),
            connected)
        return .done(
            CheckedResult(
                summary.result(orphans: orphans, &log), connected.report, parts, account))
    }

    private func collect() throws -> (RecordGraph, MappingLog) {
        var log = MappingLog(input.request)
        let graph = try CollectStage.run(input.request, decisions, &log)
        return (graph, log)
    }

    /// Connects the objects, and again after the routes and the hooks if these have written keys.
    private func connect(
        _ routed: [RoutedValue], _ graph: inout RecordGraph, _ log: inout MappingLog,
        _ connections: inout ConnectStage
    ) throws -> HookedObjects {
        try connections.flush(graph, log)
        var route = RouteStage(input)
        connections.note(written: try route.run(routed, &graph, &log))
        try connections.flush(graph, log)
        let hooked = try HookStage(input).run(&graph, &connections)
        try connections.flush(graph, log)
        return hooked
    }

    /// Returns the deleted rows whose replacement objects have failed.
    private func failedReplacements(
        _ identification: IdentifyStage.Identification, _ graph: RecordGraph
    ) -> Set<RowID> {
        let failed = identification.replacedRows.filter { index, _ in
            let object = graph.objects[index]
            guard object.state == .new, let row = object.row else { return true }
            let root = graph.plan(of: object).layout.root
            return !input.context.state.tables[root].isAlive(at: row.position)
        }
        return Set(failed.values)
    }
}
