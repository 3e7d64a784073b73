import ObjectGraph
import Payload

/// Hands the objects of applied records to the author's hooks.
struct HookPass {
    /// Calls the hooks, in the order of the records, and connects by the keys that they wrote.
    ///
    /// - Throws: ``MappingError`` if a hook throws an error or saves, or if the store fails.
    /// - Complexity: O(records + changes), and what the hooks do.
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
        // What is saved or rolled back is not in the tables any more.
        guard context.state.tables[place.root].hasLost(place.number, at: object.position) else {
            return
        }
        throw session.failure(
            of: hook, index, "must not save, refresh or roll back; the operation saves")
    }
}

extension GraphTable {
    /// Whether an object is not where it was: the table is another one, or was emptied.
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

    /// Counts what hooks have changed, and lets connections see it.
    fileprivate mutating func take(_ changes: GraphChanges) {
        var known: [ObjectPlace: Int] = [:]
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

/// Objects that hooks have changed and that no record is about.
struct HookedObjects {
    var inserted: Set<ObjectPlace> = []
    /// Objects whose rows were written to; they may have got their old values back.
    var updated: Set<ObjectPlace> = []
    var relinked: Set<ObjectPlace> = []
}
