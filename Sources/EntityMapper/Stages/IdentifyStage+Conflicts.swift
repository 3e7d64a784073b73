import ObjectGraph

/// Records whose identification belongs to a row of a different entity in the same hierarchy.
extension IdentifyStage {
    /// Resolves the conflicts: the record replaces the row, or is skipped.
    ///
    /// - Throws: `StoreError` if the store fails, ``MappingError`` if the failure policy requires
    ///   it.
    mutating func resolveConflicts(
        _ lookups: inout [Lookup]
    ) throws {
        var doomed: [Int: Set<Int64>] = [:]
        for index in lookups.indices where !lookups[index].conflicts.isEmpty {
            // An object with a candidate row has no conflict, even if another entity contains the
            // same key.
            let found = lookups[index].candidates.objects
            lookups[index].conflicts = lookups[index].conflicts.filter { !found.contains($0.key) }
            try resolve(&lookups[index], &doomed)
        }
        guard !doomed.isEmpty else { return }
        let context = input.context
        for (root, numbers) in doomed.sorted(by: { $0.key < $1.key }) {
            try context.delete(root: root, numbers.sorted())
        }
        // Candidates deleted by a cascade are no longer available.
        for index in lookups.indices {
            let table = context.state.tables[lookups[index].root]
            lookups[index].candidates.keep { table.isAlive(at: $0) }
        }
    }

    private mutating func resolve(
        _ lookup: inout Lookup,
        _ doomed: inout [Int: Set<Int64>]
    ) throws {
        let entries = input.context.state.tables[lookup.root].entries
        var fitting: [ObjectIndex: PlanIndex] = [:]
        var replaced: Set<ObjectIndex> = []
        for index in graph.records.indices {
            let record = graph.records[index]
            guard let object = record.object, let position = lookup.conflicts[object] else {
                continue
            }
            let plan = graph.plan(of: record)
            if plan.layout.includes(entries[position].entity) {
                fitting[object] = record.plan
            } else if plan.conflictingSubentity != .replace {
                try skip(index, conflictingWith: entries[position])
            } else if graph.operations(of: record).isSuperset(of: [.insert, .delete]) {
                replaced.insert(object)
            } else {
                graph.disallow(index, isNew: true)
                graph.records[index].object = nil
            }
        }
        for (object, position) in lookup.conflicts {
            let entry = entries[position]
            if replaced.contains(object) {
                replace(entry, by: object, root: lookup.root, &doomed)
            } else if let plan = fitting[object] {
                // Other records of the object are for an entity that includes the row.
                graph.objects[object].plan = plan
                lookup.candidates.add(position, for: object)
            } else {
                graph.objects[object].take(
                    entry.number, at: RowPosition(position), as: .unmodified)
            }
        }
    }

    /// Replaces a row by a new object, unless an earlier attempt has failed to.
    private mutating func replace(
        _ entry: RowTable.Entry, by object: ObjectIndex, root: Int,
        _ doomed: inout [Int: Set<Int64>]
    ) {
        let row = RowID(root: root, number: entry.number)
        guard !decisions.preserved.contains(row) else {
            result.duplicates.insert(row)
            return
        }
        doomed[root, default: []].insert(entry.number)
        result.replacedRows[object] = row
    }

    /// Skips a record, with an issue unless its mapping keeps the existing object.
    ///
    /// The enclosing relationship references the existing object if it can.
    private mutating func skip(
        _ index: RecordIndex, conflictingWith entry: RowTable.Entry
    ) throws {
        let record = graph.records[index]
        let keeps = graph.plan(of: record).conflictingSubentity == .keep
        graph.records[index].hasFailed = true
        graph.records[index].isDeclined = keeps
        if !keeps || !canReference(entry.entity, from: record) {
            graph.records[index].object = nil
        }
        guard !keeps else { return }
        let context = input.context
        let name = context.objectID(root: context.root(of: entry.entity), entry.number)
        let entity = context.model.entities[entry.entity].name
        try log.reportConflict(of: index, in: graph, with: "\(name), which is of \(entity),")
    }

    /// Tests whether the relationship of a nested record can reference objects of an entity.
    private func canReference(_ entity: Int, from record: Record) -> Bool {
        guard let parent = record.parent else { return false }
        let relationship = graph.plan(of: parent).relationships[record.role.position].layout
        return input.context.model.layouts[relationship.destination].includes(entity)
    }
}
