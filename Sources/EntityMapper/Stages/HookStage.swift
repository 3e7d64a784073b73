import MercatorPayload
import ObjectGraph

/// The objects without a record that hooks have changed.
struct HookedObjects {
    var inserted: Set<RowID> = []
    /// The objects whose rows were written, possibly with their old values.
    var updated: Set<RowID> = []
    var relinked: Set<RowID> = []

    /// All objects.
    var all: Set<RowID> { inserted.union(updated).union(relinked) }
}

/// The stage that calls the hooks of mappings.
struct HookStage {
    private let context: ManagedObjectContext

    init(_ input: MappingInput) {
        context = input.context
    }

    /// Calls the hooks for all applied records, in order, and notes the keys that they changed.
    ///
    /// - Returns: The changed objects without a record.
    /// - Throws: ``MappingError`` if a hook throws an error or saves, `StoreError` if the store
    ///   fails.
    /// - Complexity: O(records + changes), plus the cost of the hooks.
    func run(
        _ graph: inout RecordGraph, _ connections: inout ConnectStage
    ) throws -> HookedObjects {
        guard graph.plan.entities.contains(where: { $0.didMap != nil }) else {
            return HookedObjects()
        }
        let before = GraphChanges.Moment(context)
        for (index, record) in graph.records.enumerated()
        where record.isApplied && !record.hasFailed {
            guard let hook = graph.plan(of: record).didMap else { continue }
            try MappingError.checkCancellation()
            try call(hook, index, graph)
        }
        let changes = GraphChanges(since: before, in: context)
        guard !changes.isEmpty else { return HookedObjects() }
        let known = graph.usableObjects
        mark(changes, known, in: &graph.objects, graph.plan)
        return others(changes, known, &connections)
    }

    private func call(_ hook: MappingHook, _ index: RecordIndex, _ graph: RecordGraph) throws {
        let record = graph.records[index]
        guard let object = graph.object(of: record), object.isUsable, let position = object.row
        else { return }
        let row = graph.rowID(of: object)
        guard context.state.isAlive(root: row.root, row.number) else { return }
        let known = context.object(root: row.root, row.number)
        let views = context.views
        let representation = PayloadValue(
            graph.document, at: record.representation.position)
        do {
            try hook.body(known, representation)
        } catch {
            throw failure(of: hook, index, graph, "failed: \(error)", cause: error)
        }
        // A new view could lack rows that an earlier attempt has found; changes that were rolled
        // back to the start of an enclosing unit of work are no longer in the tables.
        guard
            context.views != views
                || context.state.tables[row.root].hasLost(row.number, at: position.position)
        else { return }
        throw failure(
            of: hook, index, graph, "must not save, refresh or roll back; the operation saves")
    }

    private func failure(
        of hook: MappingHook, _ index: RecordIndex, _ graph: RecordGraph, _ message: String,
        cause: (any Error)? = nil
    ) -> MappingError {
        let representation = graph.records[index].representation
        let issue = MappingIssue(
            PendingIssue(
                code: .rejected, entity: graph.plan(of: index).layout.name,
                position: graph.payloadOrigin(of: representation)?.position, expected: "", found: ""
            ),
            in: graph.document)
        let location = "at \(issue.path.isEmpty ? "the top" : issue.path) (line \(issue.line))"
        return MappingError(
            .hookFailed, "\(issue.entity) \(location): the hook '\(hook.name)' \(message)",
            cause: cause)
    }

    /// Marks the changed objects of the payload.
    private func mark(
        _ changes: GraphChanges, _ known: [RowID: ObjectIndex], in objects: inout ObjectTable,
        _ plan: MappingPlan
    ) {
        for index in changes.written.compactMap({ known[$0] }) {
            objects[index].noteChange()
            objects[index].isUpdated = true
        }
        for index in changes.relinked.compactMap({ known[$0] }) {
            objects[index].noteChange()
            objects[index].isRelinked = true
        }
        for index in changes.reached.compactMap({ known[$0] })
        where plan.entities[objects[index].plan].didMap != nil {
            objects[index].isRelinked = true
        }
    }

    /// Returns the changed objects without a record, and notes their keys for connecting.
    private func others(
        _ changes: GraphChanges, _ known: [RowID: ObjectIndex], _ connections: inout ConnectStage
    ) -> HookedObjects {
        let hooked = HookedObjects(
            inserted: changes.inserted, updated: changes.written.filter { known[$0] == nil },
            relinked: changes.relinked.filter {
                known[$0] == nil && !changes.inserted.contains($0)
            })
        var rows: [Int: Set<Int>] = [:]
        for row in changes.inserted.union(changes.written) where known[row] == nil {
            guard let position = context.state.tables[row.root].position(of: row.number) else {
                continue
            }
            rows[row.root, default: []].insert(position)
        }
        connections.note(written: rows)
        connections.noteChanges()
        if changes.hasDeleted { connections.noteDeletions() }
        return hooked
    }
}

extension RecordGraph {
    /// The usable objects by their rows.
    fileprivate var usableObjects: [RowID: ObjectIndex] {
        var known: [RowID: ObjectIndex] = [:]
        for (index, object) in objects.objects.enumerated() where object.isUsable {
            known[rowID(of: object)] = index
        }
        return known
    }
}

extension MappedObject {
    /// Notes a change of an object whose payload is not newer.
    fileprivate mutating func noteChange() {
        if state == .unmodified { state = .existing }
    }
}

extension RowTable {
    /// Tests whether an object has left its position, because the table was replaced or emptied.
    fileprivate func hasLost(_ number: Int64, at position: Int) -> Bool {
        guard entries.indices.contains(position), entries[position].number == number else {
            return true
        }
        if case .stale = entries[position].state { return true }
        return false
    }
}
