import ObjectGraph

/// The pass that connects objects by foreign keys.
///
/// Objects of the payload find previously loaded objects as sources and as destinations. The work
/// is done by ``ConnectionEngine``; the pass determines the objects affected by the payload.
struct ConnectPass {
    /// Evaluates the connections of the plan and those registered by earlier loads.
    ///
    /// The pass can be repeated after keys were written or objects deleted; its reports replace
    /// those of the previous run.
    ///
    /// - Throws: ``MappingError`` if the store fails, or if a connection in the store does not
    ///   match the model.
    func run(_ session: inout MappingSession) throws(MappingError) {
        let connections = try session.allConnections().plans
        guard !connections.isEmpty else { return }
        var engine = ConnectionEngine(
            connections, ConnectionScope(session), in: session.context)
        try engine.run()
        session.unresolved = []
        session.ambiguities = []
        session.mismatchedKeys = []
        session.scope = engine.scope
        session.tally.add(engine)
        for (connection, outcome) in zip(connections, engine.outcomes) {
            session.take(outcome, of: connection)
        }
    }
}

extension ConnectionScope {
    /// Creates the scope of the objects of a payload, including rows written and deleted with them.
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
    /// Schedules a check of the connections for the save, in case others commit before it.
    func prepareCheck() throws(MappingError) -> ConnectionCheck.Report {
        try MappingError.wrapping { () throws(StoreError) in
            try ConnectionCheck.prepare(
                ConnectionHistory(
                    formerKeys: scope.formerKeys, whole: scope.whole,
                    marks: connections?.marks ?? [:]), in: context)
        }
    }

    /// Returns the connections of the plan and the store, which are cached for repeated runs.
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
        if !outcome.mismatches.isEmpty { noteMismatches(of: outcome.mismatches, connection) }
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
