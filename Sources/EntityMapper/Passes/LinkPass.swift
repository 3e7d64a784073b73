import ObjectGraph

/// Fills relationships with the objects of nested records, by assignment policy.
///
/// References that nobody else has to be told of are written straight into the rows; then the new
/// rows go into the context, and all other relationships are set there, where the way back follows.
struct LinkPass {
    /// Links all assignments, and hands the new rows over.
    ///
    /// - Throws: ``MappingError`` if the store fails.
    func run(_ session: inout MappingSession, _ rows: inout AssignPass) throws(MappingError) {
        var others: [Assignment] = []
        for assignment in session.assignments where session.isApplied(assignment) {
            let plan = session.relationship(of: assignment)
            if let slot = plan.directSlot, plan.policy != .replace {
                setDirectly(assignment, slot, &session, &rows)
            } else {
                others.append(assignment)
            }
        }
        insert(rows, &session)
        try preload(others, session)
        for assignment in others { try set(assignment, &session) }
        try session.settleUpdates()
    }

    /// Writes a reference into the row of its source.
    private func setDirectly(
        _ assignment: Assignment, _ slot: Int, _ session: inout MappingSession,
        _ rows: inout AssignPass
    ) {
        let (numbers, isComplete) = session.numbers(of: assignment)
        guard isComplete else { return }
        let value = numbers.first.map(Value.integer) ?? .null
        let object = Int(session.records[Int(assignment.record)].object)
        let source = session.objects[object]
        if source.state == .new {
            rows.setReference(value, slot, plan: Int(source.plan), at: source.position)
            return
        }
        let root = session.plan.entities[Int(source.plan)].layout.root
        let row = session.context.state.tables[root].entries[source.position].row
        guard row[slot] != value else { return }
        session.context.set(value, slot: slot, root: root, at: source.position)
        session.objects[object].isUpdated = true
    }

    /// Puts the new rows into the context; from here on they are like any other.
    private func insert(_ rows: AssignPass, _ session: inout MappingSession) {
        for place in rows.newRows.indices where !rows.newRows[place].isEmpty {
            let first = session.context.insert(
                rows.newRows[place], numbers: rows.newNumbers[place],
                entity: session.plan.entities[place].layout.index)
            for (offset, object) in rows.newObjects[place].enumerated() {
                session.objects[Int(object)].position = first + offset
            }
        }
    }

    /// Reads what the relationships need, one request for each relationship and end.
    private func preload(
        _ assignments: [Assignment], _ session: MappingSession
    ) throws(MappingError) {
        var sources: [Int: Set<Int64>] = [:]
        let context = session.context
        for assignment in assignments {
            let layout = session.relationship(of: assignment).layout
            let source = session.source(of: assignment)
            if source.state == .new, context.isPlainList(layout) { continue }
            sources[layout.index, default: []].insert(source.number)
            guard let inverse = layout.inverse,
                layout.needsOtherEnd || context.model.relationships[inverse].isOrdered
            else { continue }
            sources[inverse, default: []].formUnion(session.numbers(of: assignment).numbers)
        }
        for (relationship, numbers) in sources.sorted(by: { $0.key < $1.key }) {
            try MappingError.wrapping { () throws(StoreError) in
                try context.load(relationship, from: numbers.sorted())
            }
        }
    }

    private func set(
        _ assignment: Assignment, _ session: inout MappingSession
    ) throws(MappingError) {
        let plan = session.relationship(of: assignment)
        let (numbers, isComplete) = session.numbers(of: assignment)
        let object = Int(session.records[Int(assignment.record)].object)
        let source = session.objects[object]
        let context = session.context
        if source.state == .new, context.isPlainList(plan.layout),
            context.setLinks(plan.layout, ofNew: source.number, to: numbers)
        {
            return
        }
        // Without the elements that failed, nobody can tell which objects fell out: all stay.
        guard isComplete || plan.layout.isToMany else { return }
        let keepsOthers = plan.policy == .union || !isComplete
        let (old, new) = try MappingError.wrapping { () throws(StoreError) in
            let old = try context.destinations(of: plan.layout.index, from: source.number)
            let wanted = keepsOthers ? old + numbers : numbers
            try context.set(plan.layout.index, of: source.number, to: wanted)
            return (old, try context.destinations(of: plan.layout.index, from: source.number))
        }
        if old != new, source.state == .existing {
            session.noteLinks(old, of: object, relationship: plan.layout.index)
        }
        if plan.policy == .replace {
            let root = context.root(of: plan.layout.destination)
            session.replaced[root, default: []].formUnion(Set(old).subtracting(new))
        }
    }
}

extension MappingSession {
    /// Whether the record of an assignment was usable.
    fileprivate func isApplied(_ assignment: Assignment) -> Bool {
        let record = records[Int(assignment.record)]
        guard record.object >= 0, !record.hasFailed, !record.isOutdated else { return false }
        let state = objects[Int(record.object)].state
        return state == .new || state == .existing
    }

    func relationship(of assignment: Assignment) -> RelationshipPlan {
        plan(of: records[Int(assignment.record)]).relationships[Int(assignment.relationship)]
    }

    func source(of assignment: Assignment) -> MappedObject {
        objects[Int(records[Int(assignment.record)].object)]
    }

    /// The objects an assignment leads to, and whether every element has one.
    func numbers(of assignment: Assignment) -> (numbers: [Int64], isComplete: Bool) {
        var numbers: [Int64] = []
        for target in assignment.targets {
            let object = Int(records[Int(targets[target])].object)
            guard object >= 0, objects[object].isUsable else { continue }
            numbers.append(objects[object].number)
        }
        return (numbers, numbers.count == assignment.targets.count)
    }
}

extension RelationshipLayout {
    /// Whether setting it needs to know what is at the other end of the objects it will lead to.
    fileprivate var needsOtherEnd: Bool {
        switch storage {
        case .reference, .inverseLinks: true
        case .links: isSymmetric
        case .inverseReference: false
        }
    }
}
