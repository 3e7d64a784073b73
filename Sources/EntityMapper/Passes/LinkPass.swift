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
        var direct: [(PendingLink, slot: Int)] = []
        var others: [PendingLink] = []
        var plain = BulkLinkWriter(session)
        let given = session.givenRelationships()
        for link in session.pendingLinks where session.isApplied(link) {
            if link.isFilledIn, given.contains(session.filled(by: link)) { continue }
            if plain.gather(link, session, &rows) {
                if session.isObserved { session.notifyLink(link, isChanged: true) }
                continue
            }
            if let slot = plain.referenceSlot(of: link, session) {
                if session.source(of: link).state == .new {
                    setInNewRow(link, slot, &session, &rows)
                } else {
                    direct.append((link, slot))
                }
            } else {
                others.append(link)
            }
        }
        insert(rows, &session)
        plain.insert(into: session.context)
        try preload(others, session)
        if !session.isObserved { others.removeAll { plain.isThere($0, session) } }
        let replacements = try replacements(of: others, session)
        for (link, slot) in direct { setDirectly(link, slot, &session) }
        for step in steps(of: others, session) { try set(step, &session) }
        try note(replacements, &session)
    }

    /// Writes a reference into the row of a new source.
    private func setInNewRow(
        _ link: PendingLink, _ slot: Int, _ session: inout MappingSession,
        _ rows: inout AssignPass
    ) {
        guard let value = session.reference(of: link) else { return }
        let source = session.source(of: link)
        rows.setReference(value.number, slot, plan: Int(source.plan), at: source.position)
        if session.isObserved { session.notifyLink(link, isChanged: true) }
    }

    /// Writes a reference into the row of an existing source.
    private func setDirectly(
        _ link: PendingLink, _ slot: Int, _ session: inout MappingSession
    ) {
        guard let value = session.reference(of: link)?.value else { return }
        let object = Int(session.records[Int(link.record)].object)
        let source = session.objects[object]
        let root = session.plan.entities[Int(source.plan)].layout.root
        let row = session.context.state.tables[root].entries[source.position].row
        let isThere = row.has(value, in: slot)
        if session.isObserved { session.notifyLink(link, isChanged: !isThere) }
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
        _ links: [PendingLink], _ session: MappingSession
    ) throws(MappingError) {
        guard !links.isEmpty else { return }
        let context = session.context
        var sources: [[Int64]] = context.model.relationships.map { _ in [] }
        for link in links {
            let plan = session.relationship(of: link)
            let layout = plan.layout
            let source = session.source(of: link)
            sources[layout.index].append(source.number)
            guard let inverse = layout.inverse, layout.needsOtherEnd else { continue }
            sources[inverse] += session.numbers(of: link).numbers
        }
        for (relationship, numbers) in sources.enumerated() where !numbers.isEmpty {
            try MappingError.wrapping { () throws(StoreError) in
                try context.load(relationship, from: numbers.ascendingDistinct)
            }
        }
    }

    /// The values to assign to a relationship of an object at once.
    private struct Step {
        let link: PendingLink
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
    private func steps(of links: [PendingLink], _ session: MappingSession) -> [Step] {
        var steps: [Step] = []
        var last: [Int: (object: Int32, step: Int)] = [:]
        for link in links {
            let plan = session.relationship(of: link)
            let (numbers, isComplete) = session.numbers(of: link)
            let keepsOthers = plan.policy == .union || !isComplete
            let object = session.records[Int(link.record)].object
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
                    link: link, numbers: numbers, isComplete: isComplete,
                    keepsOthers: keepsOthers))
        }
        return steps
    }

    private func set(_ step: Step, _ session: inout MappingSession) throws(MappingError) {
        let plan = session.relationship(of: step.link)
        let source = session.source(of: step.link)
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
        if session.isObserved { session.notifyLink(step.link, isChanged: isChanged) }
    }
}

extension MappingSession {
    /// A relationship of an object.
    fileprivate struct Filled: Hashable {
        let object: Int32
        let relationship: Int
    }

    fileprivate func filled(by link: PendingLink) -> Filled {
        Filled(
            object: records[Int(link.record)].object,
            relationship: relationship(of: link).layout.index)
    }

    /// Returns the relationships that a record assigns explicitly; empty if no relationship is
    /// cleared by its absence.
    fileprivate func givenRelationships() -> Set<Filled> {
        guard pendingLinks.contains(where: \.isFilledIn) else { return [] }
        return Set(
            pendingLinks.lazy.filter { !$0.isFilledIn && isApplied($0) }.map { filled(by: $0) })
    }

    /// Tests whether the record of a pending link was applied.
    fileprivate func isApplied(_ link: PendingLink) -> Bool {
        let record = records[Int(link.record)]
        guard record.object >= 0, !record.hasFailed, !record.isUnmodified else { return false }
        let state = objects[Int(record.object)].state
        return state == .new || state == .existing
    }

    /// Sends an event about an assigned relationship.
    fileprivate func notifyLink(_ link: PendingLink, isChanged: Bool) {
        let place = records[Int(link.record)].firstPlace
        let plan = plan(of: records[Int(link.record)])
        let target = plan.attributes.count + Int(link.relationship)
        notify(
            isChanged ? .set : .unchanged, record: Int(link.record), target: target,
            place: Int(places[place + target]),
            value: .integer(Int64(numbers(of: link).numbers.count)))
    }

    func relationship(of link: PendingLink) -> RelationshipPlan {
        plan(of: records[Int(link.record)]).relationships[Int(link.relationship)]
    }

    func source(of link: PendingLink) -> MappedObject {
        objects[Int(records[Int(link.record)].object)]
    }

    /// The value that a to-one relationship assigns to a row.
    fileprivate struct Reference {
        /// The number of the destination; `nil` for `null`.
        var number: Int64?

        var value: Value { number.map(Value.integer) ?? .null }
    }

    /// Returns the value that a to-one relationship assigns to a row; `nil` if its destination
    /// failed.
    fileprivate func reference(of link: PendingLink) -> Reference? {
        guard link.isComplete else { return nil }
        guard let target = link.targets.first else { return Reference() }
        let record = records[Int(targets[target])]
        guard record.object >= 0, objects[Int(record.object)].isUsable else {
            return record.isDisallowed ? Reference() : nil
        }
        return Reference(number: objects[Int(record.object)].number)
    }

    /// Returns the destinations of a pending link, and whether every element has one.
    func numbers(of link: PendingLink) -> (numbers: [Int64], isComplete: Bool) {
        var numbers: [Int64] = []
        var missing = 0
        for target in link.targets {
            let record = records[Int(targets[target])]
            let object = Int(record.object)
            guard object >= 0, objects[object].isUsable else {
                // A destination that may not be inserted is known to be absent.
                if !record.isDisallowed { missing += 1 }
                continue
            }
            numbers.append(objects[object].number)
        }
        return (numbers, link.isComplete && missing == 0)
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
