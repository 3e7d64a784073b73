import ObjectGraph

/// Plans which objects the payload no longer has, and deletes them if that is asked for.
struct OrphanPass {
    private let deletion: OrphanDeletion
    private let requests: [RowRequest]

    /// One scope on the way to its part of the plan.
    fileprivate struct Finding {
        let root: Int
        /// The objects that were there before the load.
        let known: [Int64]
        var orphans: [Int64]
        var spared: [OrphanPlan.SparedObject] = []
    }

    init(_ deletion: OrphanDeletion, _ requests: [RowRequest]) {
        self.deletion = deletion
        self.requests = requests
    }

    /// Makes the plan, and applies it.
    ///
    /// - Throws: ``MappingError`` if the store fails, or the task was cancelled.
    func run(_ session: inout MappingSession) throws(MappingError) {
        try MappingError.checkCancellation()
        let touched = TouchedObjects(session)
        let reach = ReachMap(session.plan)
        let gaps = KnowledgeGaps(session, reach)
        let context = session.context
        var plan = try MappingError.wrapping { () throws(StoreError) in
            var findings = try requests.map { request throws(StoreError) in
                try find(request, touched, context)
            }
            try spareRelated(&findings, touched, reach, context)
            return try makePlan(findings, touched, gaps, context)
        }
        if deletion.isApplied {
            try plan.delete(in: context) { root, count in
                session.notify(.deleted, entity: context.model.layouts[root].name, count: count)
            }
        } else {
            try plan.takeSnapshots(in: context)
        }
        session.orphans = plan
    }

    /// The objects of a scope that the load does not speak for by itself.
    private func find(
        _ request: RowRequest, _ touched: TouchedObjects, _ context: ManagedObjectContext
    ) throws(StoreError) -> Finding {
        let root = context.root(of: request.entity)
        let known = try context.numbers(matching: request).filter { number in
            guard let position = context.state.tables[root].position(of: number) else {
                return false
            }
            return context.state.tables[root].entries[position].state != .inserted
        }.sorted()
        var finding = Finding(root: root, known: known, orphans: [])
        for number in known {
            switch touched.standings[ObjectPlace(root: root, number: number)] {
            case nil: finding.orphans.append(number)
            case .named: continue
            case .spared(let reason):
                finding.spared.append(
                    .init(objectID: context.objectID(root: root, number), reason: reason))
            }
        }
        return finding
    }

    /// Spares what relationships lead to of which the payload does not say everything.
    private func spareRelated(
        _ findings: inout [Finding], _ touched: TouchedObjects, _ reach: ReachMap,
        _ context: ManagedObjectContext
    ) throws(StoreError) {
        let open = zip(requests, findings).filter { !$1.orphans.isEmpty }.map(\.0)
        guard !open.isEmpty else { return }
        let model = context.model
        let goals = open.reduce(into: Set<Int>()) { $0.formUnion($1.entities(in: model)) }
        let edges = reach.edges(leadingTo: goals)
        var walk = GraphWalk(context, edges: edges, visited: Set(touched.standings.keys))
        try walk.run(touched.openRelationships(edges, context))
        for index in findings.indices {
            let root = findings[index].root
            findings[index].spare(context) { number in
                let place = ObjectPlace(root: root, number: number)
                guard let arrival = walk.arrivals[place] else { return nil }
                let layout = model.relationships[arrival.relationship]
                let source = context.objectID(root: context.root(of: layout.entity), arrival.source)
                return .related(to: source, by: layout.name)
            }
        }
    }

    /// Spares what delete rules keep, then refuses scopes, then spares what would go with those.
    private func makePlan(
        _ findings: [Finding], _ touched: TouchedObjects, _ gaps: KnowledgeGaps,
        _ context: ManagedObjectContext
    ) throws(StoreError) -> OrphanPlan {
        let scopes = zip(deletion.scopes, zip(requests, findings)).map { scope, found in
            let entities = found.0.entities(in: context.model)
            return OrphanPlan.Scope(
                request: scope.request, limit: scope.limit, knownCount: found.1.known.count,
                orphans: found.1.orphans.map { context.objectID(root: found.1.root, $0) },
                spared: found.1.spared,
                refusals: gaps.refusals(for: entities, named: scope.request.entityName))
        }
        var plan = OrphanPlan(scopes: scopes)
        try plan.settle(in: context) { !touched.contains($0) }
        return plan
    }
}

extension OrphanPass.Finding {
    /// Moves orphans that there is a reason to spare.
    fileprivate mutating func spare(
        _ context: ManagedObjectContext, _ reason: (Int64) -> SparingReason?
    ) {
        var left: [Int64] = []
        for number in orphans {
            guard let reason = reason(number) else {
                left.append(number)
                continue
            }
            spared.append(.init(objectID: context.objectID(root: root, number), reason: reason))
        }
        orphans = left
    }
}
