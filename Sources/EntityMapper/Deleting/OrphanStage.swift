import ObjectGraph
import OrphanDetection

/// The stage that plans and applies the deletion of objects that are absent from the payload.
///
/// Scopes are processed in order, and each takes earlier deletions into account: if articles are
/// deleted first, tags without articles can be deleted next.
struct OrphanStage {
    private let input: MappingInput
    private let deletion: OrphanDeletion
    private let requests: [RowRequest]
    private let reach: ReachMap

    init(_ input: MappingInput, _ deletion: OrphanDeletion, _ requests: [RowRequest]) {
        self.input = input
        self.deletion = deletion
        self.requests = requests
        reach = ReachMap(input.plan)
    }

    private var context: ManagedObjectContext { input.context }

    /// Adds the objects touched by the payload to a load.
    ///
    /// After the last part of the load, creates the plan, and applies it if requested.
    ///
    /// - Throws: `StoreError` if the store fails, ``MappingError`` if the task is cancelled.
    func run(
        _ parts: inout LoadParts, _ graph: RecordGraph, _ log: inout MappingLog,
        _ identification: IdentifyStage.Identification, _ deletions: inout Deletions
    ) throws -> OrphanPlan? {
        try parts.add(
            input, graph, identification, KnowledgeGaps(graph, log.unreadMappings, reach),
            Array(zip(deletion.scopes, requests)))
        return parts.isLast ? try plan(parts, graph, &log, &deletions) : nil
    }

    private func plan(
        _ parts: LoadParts, _ graph: RecordGraph, _ log: inout MappingLog,
        _ deletions: inout Deletions
    ) throws -> OrphanPlan {
        let before = context.state
        let touched = parts.touched
        let edited = try context.editedObjects(except: input.edits.answered).union(parts.crossed)
        var plan = OrphanPlan(scopes: [])
        for (scope, request) in zip(deletion.scopes, requests) {
            try MappingError.checkCancellation()
            let entities = request.entities(in: context.model)
            let beginning = parts.beginnings[scope.request]
            var found = try find(scope, request, touched, beginning)
            found.preserve { id in
                RowID(id, in: context.model).map(edited.contains) == true ? .unsentEdits : nil
            }
            found.refusals = parts.gaps.refusals(for: entities, named: scope.request.entityName)
            try noteEntered(&found, request, beginning)
            if !found.orphans.isEmpty { try preserveRelated(&found, entities, touched) }
            try settle(&found, in: &plan, touched, edited)
            guard deletion.isApplied else { continue }
            for preserved in found.preserved where preserved.reason == .deletionNotAllowed {
                guard let row = RowID(preserved.objectID, in: context.model) else { continue }
                try deletions.preserve([row.number], root: row.root, in: context)
            }
            log.reportRefusals(of: found)
            guard !found.deletions.isEmpty else { continue }
            deletions.hasDeleted = true
            log.notify(
                .deleted, entity: context.model.layouts[context.root(of: request.entity)].name,
                count: found.deletions.count, in: graph)
        }
        if !deletion.isApplied { context.state = before }
        return plan
    }

    /// Returns a scope with its orphan candidates and the preserved objects touched by the load.
    private func find(
        _ scope: OrphanDeletion.Scope, _ request: RowRequest, _ touched: TouchedObjects,
        _ beginning: LoadParts.Beginning?
    ) throws(StoreError) -> OrphanPlan.Scope {
        let root = context.root(of: request.entity)
        var found = OrphanPlan.Scope(request: scope.request, limit: scope.limit)
        for number in try context.numbers(matching: request).sorted() {
            guard let position = context.state.tables[root].position(of: number),
                context.state.tables[root].entries[position].state != .inserted
            else { continue }
            let id = context.objectID(root: root, number)
            let standing = touched.standings[RowID(root: root, number: number)]
            if let beginning, !beginning.existing.contains(number) {
                if standing == nil {
                    found.preserved.append(.init(objectID: id, reason: .insertedMeanwhile))
                }
                continue
            }
            found.knownCount += 1
            switch standing {
            case nil:
                let entity = context.state.tables[root].entries[position].entity
                if input.plan.allowsDeletion(of: entity) {
                    found.orphans.append(id)
                } else {
                    found.preserved.append(.init(objectID: id, reason: .deletionNotAllowed))
                }
            case .named: continue
            case .preserved(let reason): found.preserved.append(.init(objectID: id, reason: reason))
            }
        }
        return found
    }

    /// Records which orphans entered the scope during the load.
    ///
    /// This is needed only if there are too many orphans.
    private func noteEntered(
        _ scope: inout OrphanPlan.Scope, _ request: RowRequest, _ beginning: LoadParts.Beginning?
    ) throws(StoreError) {
        guard scope.refusals.isEmpty, case .share = scope.limit,
            !scope.limit.allows(scope.orphans.count, of: scope.knownCount)
        else { return }
        let before =
            if let beginning { beginning.matching } else {
                try input.numbersBefore(matching: request)
            }
        scope.entered = Set(scope.orphans.filter { !before.contains($0.number) })
    }

    /// Preserves the objects referenced through incompletely determined relationships.
    private func preserveRelated(
        _ scope: inout OrphanPlan.Scope, _ entities: Set<Int>, _ touched: TouchedObjects
    ) throws(StoreError) {
        let model = context.model
        let edges = reach.edges(leadingTo: entities)
        var walk = GraphWalk(context, edges: edges, visited: Set(touched.standings.keys))
        try walk.run(touched.openRelationships(edges, context))
        scope.preserve { id in
            guard let arrival = RowID(id, in: model).flatMap({ walk.arrivals[$0] }) else {
                return nil
            }
            let layout = model.relationships[arrival.relationship]
            let source = context.objectID(root: context.root(of: layout.entity), arrival.source)
            return .related(to: source, by: layout.name)
        }
    }

    /// Decides on the deletions of a scope, and deletes the objects.
    ///
    /// Later scopes take these deletions into account.
    private func settle(
        _ scope: inout OrphanPlan.Scope, in plan: inout OrphanPlan, _ touched: TouchedObjects,
        _ edited: Set<RowID>
    ) throws(StoreError) {
        let refused = plan.refusedOrphans
        scope.preserve { refused.contains($0) ? .refusedScope : nil }
        try scope.settle(in: context) { row in
            !touched.contains(row) && !edited.contains(row)
                && !refused.contains(context.objectID(root: row.root, row.number))
        }
        if !deletion.isApplied {
            let snapshots = try OrphanSnapshot.take(scope.deletions, in: context)
            plan.snapshots.merge(snapshots) { _, later in later }
        }
        try scope.delete(in: context)
        plan.scopes.append(scope)
    }
}

extension MappingLog {
    /// Records that orphans of a refused scope were not deleted.
    fileprivate mutating func reportRefusals(of scope: OrphanPlan.Scope) {
        guard !scope.orphans.isEmpty, !scope.refusals.isEmpty else { return }
        let count =
            scope.orphans.count == 1
            ? "1 orphan stays" : "\(scope.orphans.count) orphans stay"
        add(
            PendingIssue(
                code: .orphansRefused, entity: scope.request.entityName, position: nil,
                expected: "a load that tells which objects are gone; \(count)",
                found: scope.refusals.map(\.description).joined(separator: "; "), isNotice: true))
    }
}
