import ObjectGraph

/// The pass that fills relationships with the objects of nested records, according to the
/// assignment policies.
///
/// References that affect no other row are written directly into the rows. The new rows are then
/// inserted into the context, where all other relationships are assigned together with their
/// inverses.
struct LinkPass {
    /// Processes all pending links, and inserts the new rows into the context.
    ///
    /// - Throws: ``MappingError`` if the store fails.
    func run(_ session: inout MappingSession, _ rows: inout AssignPass) throws(MappingError) {
        var direct: [(Assignment, slot: Int)] = []
        var others: [Assignment] = []
        var plain = OneSidedRelationships(session)
        let given = session.givenRelationships()
        for assignment in session.assignments where session.isApplied(assignment) {
            if assignment.isFilledIn, given.contains(session.filled(by: assignment)) { continue }
            if plain.gather(assignment, session, &rows) {
                if session.isObserved { session.notifyLink(assignment, isChanged: true) }
                continue
            }
            if let slot = plain.referenceSlot(of: assignment, session) {
                if session.source(of: assignment).state == .new {
                    setInNewRow(assignment, slot, &session, &rows)
                } else {
                    direct.append((assignment, slot))
                }
            } else {
                others.append(assignment)
            }
        }
        insert(rows, &session)
        plain.insert(into: session.context)
        try preload(others, session)
        if !session.isObserved { others.removeAll { plain.isThere($0, session) } }
        let replacements = try replacements(of: others, session)
        for (assignment, slot) in direct { setDirectly(assignment, slot, &session) }
        for step in steps(of: others, session) { try set(step, &session) }
        try note(replacements, &session)
    }

    /// Writes a reference into the row of a new source.
    private func setInNewRow(
        _ assignment: Assignment, _ slot: Int, _ session: inout MappingSession,
        _ rows: inout AssignPass
    ) {
        guard let value = session.reference(of: assignment) else { return }
        let source = session.source(of: assignment)
        rows.setReference(value.number, slot, plan: Int(source.plan), at: source.position)
        if session.isObserved { session.notifyLink(assignment, isChanged: true) }
    }

    /// Writes a reference into the row of an existing source.
    private func setDirectly(
        _ assignment: Assignment, _ slot: Int, _ session: inout MappingSession
    ) {
        guard let value = session.reference(of: assignment)?.value else { return }
        let object = Int(session.records[Int(assignment.record)].object)
        let source = session.objects[object]
        let root = session.plan.entities[Int(source.plan)].layout.root
        let row = session.context.state.tables[root].entries[source.position].row
        let isThere = row.has(value, in: slot)
        if session.isObserved { session.notifyLink(assignment, isChanged: !isThere) }
        guard !isThere else { return }
        session.context.set(value, slot: slot, root: root, at: source.position)
        session.objects[object].isUpdated = true
    }

    /// Inserts the new rows into the context, where they are like any others.
    private func insert(_ rows: AssignPass, _ session: inout MappingSession) {
        for place in rows.newRows.indices where rows.newRows[place].count > 0 {
            let first = session.context.insert(
                rows.newRows[place].rows.block(), numbers: rows.newRows[place].numbers,
                entity: session.plan.entities[place].layout.index)
            for (offset, object) in rows.newRows[place].objects.enumerated() {
                session.objects[Int(object)].position = first + offset
            }
        }
    }

    /// Prefetches the relationships, with one request for each relationship and end.
    private func preload(
        _ assignments: [Assignment], _ session: MappingSession
    ) throws(MappingError) {
        guard !assignments.isEmpty else { return }
        let context = session.context
        var sources: [[Int64]] = context.model.relationships.map { _ in [] }
        for assignment in assignments {
            let plan = session.relationship(of: assignment)
            let layout = plan.layout
            let source = session.source(of: assignment)
            sources[layout.index].append(source.number)
            guard let inverse = layout.inverse, layout.needsOtherEnd else { continue }
            sources[inverse] += session.numbers(of: assignment).numbers
        }
        for (relationship, numbers) in sources.enumerated() where !numbers.isEmpty {
            try MappingError.wrapping { () throws(StoreError) in
                try context.load(relationship, from: numbers.ascendingDistinct)
            }
        }
    }

    /// The values to assign to a relationship of an object at once.
    private struct Step {
        let assignment: Assignment
        var numbers: [Int64]
        let isComplete: Bool
        /// Indicates whether the current destinations are kept: for a union, and if elements
        /// failed, so that the removed destinations are unknown.
        let keepsOthers: Bool
    }

    /// Returns the pending links in order, combining additions to the same relationship of an
    /// object into one step, unless links in between affect it.
    ///
    /// Each step reads the whole list, so combining them saves time.
    private func steps(of assignments: [Assignment], _ session: MappingSession) -> [Step] {
        var steps: [Step] = []
        var last: [Int: (object: Int32, step: Int)] = [:]
        for assignment in assignments {
            let plan = session.relationship(of: assignment)
            let (numbers, isComplete) = session.numbers(of: assignment)
            let keepsOthers = plan.policy == .union || !isComplete
            let object = session.records[Int(assignment.record)].object
            if keepsOthers, !session.isObserved, let known = last[plan.layout.index],
                known.object == object, steps[known.step].keepsOthers
            {
                steps[known.step].numbers += numbers
                continue
            }
            last[plan.layout.index] = (object, steps.count)
            if let inverse = plan.layout.inverse, inverse != plan.layout.index {
                last[inverse] = nil
            }
            steps.append(
                Step(
                    assignment: assignment, numbers: numbers, isComplete: isComplete,
                    keepsOthers: keepsOthers))
        }
        return steps
    }

    private func set(_ step: Step, _ session: inout MappingSession) throws(MappingError) {
        let plan = session.relationship(of: step.assignment)
        let source = session.source(of: step.assignment)
        let context = session.context
        guard step.isComplete || plan.layout.isToMany else { return }
        let isObserved = session.isObserved
        let isChanged = try MappingError.wrapping { () throws(StoreError) in
            let old =
                step.keepsOthers || isObserved
                ? try context.destinations(of: plan.layout.index, from: source.number) : []
            try context.set(
                plan.layout.index, of: source.number,
                to: (step.keepsOthers ? old : []) + step.numbers)
            guard isObserved else { return false }
            return try context.destinations(of: plan.layout.index, from: source.number) != old
        }
        if session.isObserved { session.notifyLink(step.assignment, isChanged: isChanged) }
    }
}

extension MappingSession {
    /// A relationship of an object.
    fileprivate struct Filled: Hashable {
        let object: Int32
        let relationship: Int
    }

    fileprivate func filled(by assignment: Assignment) -> Filled {
        Filled(
            object: records[Int(assignment.record)].object,
            relationship: relationship(of: assignment).layout.index)
    }

    /// Returns the relationships that a record assigns explicitly; empty if no relationship is
    /// cleared by its absence.
    fileprivate func givenRelationships() -> Set<Filled> {
        guard assignments.contains(where: \.isFilledIn) else { return [] }
        return Set(
            assignments.lazy.filter { !$0.isFilledIn && isApplied($0) }.map { filled(by: $0) })
    }

    /// Tests whether the record of a pending link was applied.
    fileprivate func isApplied(_ assignment: Assignment) -> Bool {
        let record = records[Int(assignment.record)]
        guard record.object >= 0, !record.hasFailed, !record.isUnmodified else { return false }
        let state = objects[Int(record.object)].state
        return state == .new || state == .existing
    }

    /// Sends an event about an assigned relationship.
    fileprivate func notifyLink(_ assignment: Assignment, isChanged: Bool) {
        let place = records[Int(assignment.record)].firstPlace
        let plan = plan(of: records[Int(assignment.record)])
        let target = plan.attributes.count + Int(assignment.relationship)
        notify(
            isChanged ? .set : .unchanged, record: Int(assignment.record), target: target,
            place: Int(places[place + target]),
            value: .integer(Int64(numbers(of: assignment).numbers.count)))
    }

    func relationship(of assignment: Assignment) -> RelationshipPlan {
        plan(of: records[Int(assignment.record)]).relationships[Int(assignment.relationship)]
    }

    func source(of assignment: Assignment) -> MappedObject {
        objects[Int(records[Int(assignment.record)].object)]
    }

    /// The value that a to-one relationship assigns to a row.
    fileprivate struct Reference {
        /// The number of the destination; `nil` for `null`.
        var number: Int64?

        var value: Value { number.map(Value.integer) ?? .null }
    }

    /// Returns the value that a to-one relationship assigns to a row; `nil` if its destination
    /// failed.
    fileprivate func reference(of assignment: Assignment) -> Reference? {
        guard assignment.isComplete else { return nil }
        guard let target = assignment.targets.first else { return Reference() }
        let record = records[Int(targets[target])]
        guard record.object >= 0, objects[Int(record.object)].isUsable else {
            return record.isDisallowed ? Reference() : nil
        }
        return Reference(number: objects[Int(record.object)].number)
    }

    /// Returns the destinations of a pending link, and whether every element has one.
    func numbers(of assignment: Assignment) -> (numbers: [Int64], isComplete: Bool) {
        var numbers: [Int64] = []
        var missing = 0
        for target in assignment.targets {
            let record = records[Int(targets[target])]
            let object = Int(record.object)
            guard object >= 0, objects[object].isUsable else {
                // A destination that may not be inserted is known to be absent.
                if !record.isDisallowed { missing += 1 }
                continue
            }
            numbers.append(objects[object].number)
        }
        return (numbers, assignment.isComplete && missing == 0)
    }
}

extension RelationshipLayout {
    /// Indicates whether assigning the relationship requires the current sources of the new
    /// destinations.
    fileprivate var needsOtherEnd: Bool {
        switch storage {
        case .reference, .inverseLinks: true
        case .links: isSymmetric
        case .inverseReference: false
        }
    }
}
