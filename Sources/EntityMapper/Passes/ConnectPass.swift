import ObjectGraph

/// Joins objects by foreign keys, from both ends: what was mapped now finds what was loaded before,
/// as source and as destination.
///
/// The work is that of ``ConnectionEngine``; the pass says which objects the payload has to do with.
struct ConnectPass {
    /// Evaluates the connections of the plan, and those that earlier loads have registered.
    ///
    /// It may run again when keys were written or objects deleted since; what it reports is of the last
    /// time.
    ///
    /// - Throws: ``MappingError`` if the store fails or a connection of the store does not fit.
    func run(_ session: inout MappingSession) throws(MappingError) {
        let connections = try session.allConnections().plans
        guard !connections.isEmpty else { return }
        var engine = ConnectionEngine(
            connections, ConnectionScope(session), in: session.context)
        try engine.run()
        session.unresolved = []
        session.ambiguities = []
        session.misfitKeys = []
        session.scope = engine.scope
        session.tally.add(engine)
        for (connection, outcome) in zip(connections, engine.outcomes) {
            session.take(outcome, of: connection)
        }
    }
}

extension ConnectionScope {
    /// What the records of a payload are about, and what was written and deleted with them.
    fileprivate init(_ session: MappingSession) {
        self = session.scope
        before = session.before
        (touched, changed) = ([:], [:])
        for object in session.objects where object.state == .new || object.state == .existing {
            let root = session.plan.entities[Int(object.plan)].layout.root
            touched[root, default: []].append(object.position)
            if object.state == .new || object.isUpdated {
                changed[root, default: []].append(object.position)
            }
        }
        for (root, routed) in session.routedRows {
            touched[root, default: []] += routed.sorted()
            changed[root, default: []] += routed.sorted()
        }
        guard session.hasPruned else { return }
        for (root, table) in session.context.state.tables.enumerated() {
            changed[root, default: []] += table.changed.filter { !table.isAlive(at: $0) }
        }
    }
}

extension MappingSession {
    /// Has the save look at connections once more, if others commit until then.
    func prepareCheck() throws(MappingError) -> ConnectionCheck.Report {
        try MappingError.wrapping { () throws(StoreError) in
            try ConnectionCheck.prepare(
                ConnectionHistory(
                    formerKeys: scope.formerKeys, whole: scope.whole,
                    marks: connections?.marks ?? [:]), in: context)
        }
    }

    /// The connections of the plan and the store; connecting may happen again, and they stay.
    fileprivate mutating func allConnections() throws(MappingError) -> ActiveConnections {
        if let connections { return connections }
        let found = try context.connections(with: plan)
        connections = found
        scope.whole = found.unknown
        return found
    }

    fileprivate mutating func take(
        _ outcome: ConnectionJoin.Outcome, of connection: ConnectionPlan
    ) {
        if outcome.connected > 0 {
            notify(
                .connected, entity: connection.description.entity,
                property: connection.relationship.name, count: outcome.connected)
        }
        if !outcome.missing.isEmpty {
            unresolved.append(UnresolvedConnection(connection.description, outcome.missing))
        }
        if !outcome.misfits.isEmpty { noteMisfits(of: outcome.misfits, connection) }
        for ambiguity in outcome.ambiguities {
            let source = context.objectID(
                root: context.root(of: connection.sourceEntity), ambiguity.source)
            ambiguities.append(
                PendingIssue(
                    code: .ambiguousConnection, entity: connection.description.entity,
                    property: connection.relationship.name, place: nil,
                    expected: "one object for \(source)",
                    found: "\(ambiguity.count) that match; the first is used", isNotice: true))
        }
    }
}
