import ObjectGraph

extension IdentifyPass {
    /// Resolves records whose identification belongs to a row of a different entity in the same
    /// hierarchy.
    ///
    /// - Throws: ``MappingError`` if the store fails, or if the failure policy requires it.
    func resolveConflicts(
        _ lookups: inout [Lookup], _ session: inout MappingSession
    ) throws(MappingError) {
        var doomed: [Int: Set<Int64>] = [:]
        for index in lookups.indices where !lookups[index].conflicts.isEmpty {
            // An object with a candidate row has no conflict, even if another entity contains the
            // same key.
            let found = lookups[index].candidates.objects
            lookups[index].conflicts = lookups[index].conflicts.filter { !found.contains($0.key) }
            try resolve(&lookups[index], &session, &doomed)
        }
        guard !doomed.isEmpty else { return }
        let context = session.context
        for (root, numbers) in doomed.sorted(by: { $0.key < $1.key }) {
            try MappingError.wrapping { () throws(StoreError) -> Void in
                try context.delete(root: root, numbers.sorted())
            }
        }
        // Candidates deleted by a cascade are no longer available.
        for index in lookups.indices {
            let table = context.state.tables[lookups[index].root]
            lookups[index].candidates.keep { table.isAlive(at: $0) }
        }
    }

    private func resolve(
        _ lookup: inout Lookup, _ session: inout MappingSession,
        _ doomed: inout [Int: Set<Int64>]
    ) throws(MappingError) {
        let table = session.context.state.tables[lookup.root]
        var fitting: [Int32: Int32] = [:]
        var replaced: Set<Int32> = []
        for index in session.records.indices {
            let record = session.records[index]
            guard let position = lookup.conflicts[record.object] else { continue }
            let entry = table.entries[position]
            let plan = session.plan(of: record)
            guard !plan.layout.includes(entry.entity) else {
                fitting[record.object] = record.plan
                continue
            }
            if plan.conflictingSubentity == .replace {
                if session.allowedOperations(of: record).isSuperset(of: [.insert, .delete]) {
                    replaced.insert(record.object)
                } else {
                    session.disallow(index, isNew: true)
                    session.records[index].object = -1
                }
            } else {
                try session.leaveOut(index, conflictingWith: entry)
            }
        }
        for (object, position) in lookup.conflicts {
            let entry = table.entries[position]
            if replaced.contains(object) {
                let place = RowID(root: lookup.root, number: entry.number)
                guard !session.preserved.contains(place) else {
                    session.duplicateMatches.append(place)
                    continue
                }
                doomed[lookup.root, default: []].insert(entry.number)
                session.replacedRows[object] = place
            } else if let plan = fitting[object] {
                // Other records of the object are for an entity that includes the row.
                session.objects[Int(object)].plan = plan
                lookup.candidates.add(position, for: object)
            } else {
                session.objects[Int(object)].state = .unmodified
                session.objects[Int(object)].number = entry.number
                session.objects[Int(object)].position = position
            }
        }
    }
}

extension MappingSession {
    /// The deleted rows whose replacement objects have failed.
    var failedSuccessors: Set<RowID> {
        let failed = replacedRows.filter { object, _ in
            let object = objects[Int(object)]
            guard object.state == .new else { return true }
            let root = plan.entities[Int(object.plan)].layout.root
            return !context.state.tables[root].isAlive(at: object.position)
        }
        return Set(failed.values)
    }

    /// Skips a record, with an issue unless its mapping keeps the existing object.
    ///
    /// The enclosing relationship references the existing object if it can.
    fileprivate mutating func leaveOut(
        _ index: Int, conflictingWith entry: RowTable.Entry
    ) throws(MappingError) {
        let record = records[index]
        let keeps = plan(of: record).conflictingSubentity == .keep
        records[index].hasFailed = true
        records[index].isDeclined = keeps
        let fits = record.parent >= 0 && leads(record, to: entry.entity)
        if !keeps || !fits { records[index].object = -1 }
        guard !keeps else { return }
        let name = context.objectID(
            root: context.root(of: entry.entity), entry.number)
        let entity = context.model.entities[entry.entity].name
        try reportConflict(of: index, with: "\(name), which is of \(entity),")
    }

    /// Tests whether the relationship of a nested record can reference objects of an entity.
    private func leads(_ record: Record, to entity: Int) -> Bool {
        let parent = records[Int(record.parent)]
        let relationship = plan(of: parent).relationships[Int(record.role)].layout
        return context.model.layouts[relationship.destination].includes(entity)
    }
}
