import ObjectGraph
import Payload

/// The pass that calls the hooks of mappings.
struct HookPass {
    /// Calls the hooks for all applied records, in order, and evaluates the connections of keys
    /// that they changed.
    ///
    /// - Throws: ``MappingError`` if a hook throws an error or saves, or if the store fails.
    /// - Complexity: O(records + changes), plus the cost of the hooks.
    func run(_ session: inout MappingSession) throws(MappingError) {
        guard session.plan.entities.contains(where: { $0.didMap != nil }) else { return }
        let before = GraphChanges.Moment(session.context)
        for index in session.records.indices {
            let record = session.records[index]
            guard record.isApplied, !record.hasFailed, let hook = session.plan(of: record).didMap
            else { continue }
            try MappingError.checkCancellation()
            try call(hook, index, session)
        }
        let changes = GraphChanges(since: before, in: session.context)
        guard !changes.isEmpty else { return }
        session.take(changes)
        try ConnectPass().run(&session)
    }

    private func call(
        _ hook: MappingHook, _ index: Int, _ session: MappingSession
    ) throws(MappingError) {
        let record = session.records[index]
        let object = session.objects[Int(record.object)]
        let place = session.place(of: object)
        let context = session.context
        guard object.isUsable, context.state.isAlive(root: place.root, place.number) else { return }
        let known = context.object(root: place.root, place.number)
        let representation = PayloadValue(session.document, at: Int(record.place))
        do {
            try hook.body(known, representation)
        } catch {
            throw session.failure(of: hook, index, "failed: \(error)", cause: error)
        }
        // Saved or rolled back changes are no longer in the tables.
        guard context.state.tables[place.root].hasLost(place.number, at: object.position) else {
            return
        }
        throw session.failure(
            of: hook, index, "must not save, refresh or roll back; the operation saves")
    }
}

extension RowTable {
    /// Tests whether an object is no longer at its position, because the table was replaced or
    /// emptied.
    fileprivate func hasLost(_ number: Int64, at position: Int) -> Bool {
        guard entries.indices.contains(position), entries[position].number == number else {
            return true
        }
        if case .stale = entries[position].state { return true }
        return false
    }
}

extension MappingSession {
    fileprivate func failure(
        of hook: MappingHook, _ record: Int, _ message: String, cause: (any Error)? = nil
    ) -> MappingError {
        let issue = MappingIssue(
            PendingIssue(
                code: .rejected, entity: plan(of: records[record]).layout.name,
                place: payloadOrigin(of: Int(records[record].place)), expected: "", found: ""),
            in: document)
        let place = "at \(issue.path.isEmpty ? "the top" : issue.path) (line \(issue.line))"
        return MappingError(
            .hookFailed, "\(issue.entity) \(place): the hook '\(hook.name)' \(message)",
            cause: cause)
    }

    /// Counts the changes of hooks, and includes them in the scope of connections.
    fileprivate mutating func take(_ changes: GraphChanges) {
        var known: [RowID: Int] = [:]
        for (index, object) in objects.enumerated() where object.isUsable {
            known[place(of: object)] = index
        }
        for place in changes.inserted { hooked.inserted.insert(place) }
        for place in changes.written {
            if let index = known[place] {
                noteWrite(toObject: index)
            } else {
                hooked.updated.insert(place)
            }
        }
        for place in changes.relinked {
            if let index = known[place] {
                if objects[index].state == .unmodified { objects[index].state = .existing }
                objects[index].isRelinked = true
            } else if !changes.inserted.contains(place) {
                hooked.relinked.insert(place)
            }
        }
        for place in changes.reached {
            guard let index = known[place], plan.entities[Int(objects[index].plan)].didMap != nil
            else { continue }
            objects[index].isRelinked = true
        }
        for place in changes.inserted.union(changes.written) where known[place] == nil {
            guard let position = context.state.tables[place.root].position(of: place.number) else {
                continue
            }
            routedRows[place.root, default: []].insert(position)
        }
        if changes.hasDeleted { hasPruned = true }
    }

    private mutating func noteWrite(toObject index: Int) {
        if objects[index].state == .unmodified { objects[index].state = .existing }
        objects[index].isUpdated = true
    }
}

/// The objects without a record that hooks have changed.
struct HookedObjects {
    var inserted: Set<RowID> = []
    /// The objects whose rows were written, possibly with their old values.
    var updated: Set<RowID> = []
    var relinked: Set<RowID> = []
}
