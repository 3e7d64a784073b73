import ObjectGraph

/// Joins objects by foreign keys, from both ends: what was mapped now finds what was loaded before,
/// as source and as destination.
///
/// A connection makes a relationship a function of its keys, so it is enough to evaluate the sources
/// that the payload touched, and those whose keys name a destination that it touched. Each takes one
/// request for each connection.
struct ConnectPass {
    /// Evaluates the connections of the plan, and those that earlier loads have registered.
    ///
    /// It may run again when keys were written or objects deleted since; what it reports is of the last
    /// time.
    ///
    /// - Throws: ``MappingError`` if the store fails or a connection of the store does not fit.
    func run(_ session: inout MappingSession) throws(MappingError) {
        let connections = try session.allConnections()
        guard !connections.isEmpty else { return }
        session.unresolved = []
        session.ambiguities = []
        let touched = TouchedRows(session)
        for connection in connections {
            var sources = Set(touched.positions(of: connection.sourceEntity, session))
            sources.formUnion(try sourcesNaming(touched, connection, session))
            guard !sources.isEmpty else { continue }
            let join = ConnectionJoin(connection, session.context)
            let outcome = try join.run(sources.sorted())
            session.take(outcome, of: connection)
        }
    }

    /// The stored sources whose foreign keys name a destination that was inserted or changed.
    private func sourcesNaming(
        _ touched: TouchedRows, _ connection: ConnectionPlan, _ session: MappingSession
    ) throws(MappingError) -> [Int] {
        let context = session.context
        guard connection.path.isEmpty else { return try sourcesAlong(touched, connection, session) }
        let root = context.root(of: connection.destinationEntity)
        var keys: Set<[Value]> = []
        for position in touched.changed(of: connection.destinationEntity, session) {
            let table = context.state.tables[root]
            // Sources that name the key it had before must let go.
            let old = session.rowBefore(root: root, at: position)
            for row in [table.entries[position].row, old, table.original(at: position)] {
                guard let key = row.map({ row in connection.destinationSlots.map { row[$0] } }),
                    key.contains(where: { !$0.isNull })
                else { continue }
                keys.insert(key)
            }
        }
        guard !keys.isEmpty else { return [] }
        return try MappingError.wrapping { () throws(StoreError) in
            try ConnectionJoin(connection, context).sources(naming: keys)
        }
    }

    /// The stored sources whose key path leads through an object that was touched.
    private func sourcesAlong(
        _ touched: TouchedRows, _ connection: ConnectionPlan, _ session: MappingSession
    ) throws(MappingError) -> [Int] {
        let context = session.context
        let root = context.root(of: connection.sourceEntity)
        let layout = context.model.layouts[connection.sourceEntity]
        return try MappingError.wrapping { () throws(StoreError) in
            let numbers = try ConnectionPath(connection, context).sources { entity in
                let entries = context.state.tables[context.root(of: entity)].entries
                return touched.positions(of: entity, session).map { entries[$0].number }
            }
            try context.load(root: root, numbers)
            return numbers.compactMap { number in
                let table = context.state.tables[root]
                guard let position = table.position(of: number), table.isAlive(at: position),
                    layout.includes(table.entries[position].entity)
                else { return nil }
                return position
            }
        }
    }
}

/// The rows that the records of a payload are about, by tree.
private struct TouchedRows {
    private var positions: [Int: [Int]] = [:]
    private var changed: [Int: [Int]] = [:]

    init(_ session: MappingSession) {
        for object in session.objects where object.state == .new || object.state == .existing {
            let root = session.plan.entities[Int(object.plan)].layout.root
            positions[root, default: []].append(object.position)
            if object.state == .new || object.isUpdated {
                changed[root, default: []].append(object.position)
            }
        }
        for (root, routed) in session.routedRows {
            positions[root, default: []] += routed.sorted()
            changed[root, default: []] += routed.sorted()
        }
        guard session.hasPruned else { return }
        for (root, table) in session.context.state.tables.enumerated() {
            changed[root, default: []] += table.changed.filter {
                table.entries[$0].state == .deleted
            }
        }
    }

    func positions(of entity: Int, _ session: MappingSession) -> [Int] {
        ofFamily(positions, entity, session)
    }

    /// Those that were inserted or updated.
    func changed(of entity: Int, _ session: MappingSession) -> [Int] {
        ofFamily(changed, entity, session)
    }

    private func ofFamily(
        _ positions: [Int: [Int]], _ entity: Int, _ session: MappingSession
    ) -> [Int] {
        let layout = session.context.model.layouts[entity]
        let entries = session.context.state.tables[layout.root].entries
        return (positions[layout.root] ?? []).filter { layout.includes(entries[$0].entity) }
    }
}

extension MappingSession {
    /// The connections of the plan and the store; connecting may happen again, and they stay.
    fileprivate mutating func allConnections() throws(MappingError) -> [ConnectionPlan] {
        if let connections { return connections }
        let found = try context.connections(with: plan)
        connections = found
        return found
    }

    fileprivate mutating func take(
        _ outcome: ConnectionJoin.Outcome, of connection: ConnectionPlan
    ) {
        connected[connection.sourceEntity, default: 0] += outcome.connected
        if outcome.connected > 0 {
            notify(
                .connected, entity: connection.description.entity,
                property: connection.relationship.name, count: outcome.connected)
        }
        if !outcome.missing.isEmpty {
            unresolved.append(UnresolvedConnection(connection.description, outcome.missing))
        }
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
