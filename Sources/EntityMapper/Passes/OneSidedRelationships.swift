import ObjectGraph

/// Relationships that the payload writes in one way only, so that the order of its records does not
/// matter: nearly all that payloads nest.
///
/// A reference goes into the row of its object. Lists of new objects that only one record is about are
/// written without a question: where they are kept as links, these are gathered by relationship; where
/// the objects refer to the one around, that goes into their new rows. Those of known objects are mostly
/// what is there already.
struct OneSidedRelationships {
    /// By relationship of the model.
    private var links: [NewLinks]
    /// By plan: where its relationships begin in ``homes``.
    private var firsts: [Int] = []
    /// For each relationship of each plan.
    private var homes: [Home] = []

    /// Where a relationship is noted.
    private enum Home {
        /// As links of a relationship of the model.
        case links(Int)
        /// In a slot of the rows of the objects it leads to.
        case slot(Int)
        /// In a slot of the row of its own object.
        case reference(Int)
        /// Nowhere without a question.
        case elsewhere
    }

    init(_ session: MappingSession) {
        let model = session.context.model
        links = model.relationships.map { NewLinks(isOrdered: $0.isOrdered) }
        for plan in session.plan.entities {
            firsts.append(homes.count)
            homes += plan.relationships.map { relationship in
                if relationship.isPlainList { return .links(relationship.layout.index) }
                if let slot = relationship.directSlot { return .reference(slot) }
                let slot = model.referringSlot(of: relationship.layout)
                return slot.map(Home.slot) ?? .elsewhere
            }
        }
        leaveOrdered(session)
    }

    /// Leaves out what the payload writes from both ends, or in several ways: the order of its records
    /// counts then.
    private mutating func leaveOrdered(_ session: MappingSession) {
        var isWritten = Array(repeating: false, count: homes.count)
        for assignment in session.assignments { isWritten[place(of: assignment, session)] = true }
        let relationships = session.plan.entities.flatMap(\.relationships)
        var written: Set<Int> = []
        var ordered: Set<Int> = []
        for (plan, first) in zip(session.plan.entities, firsts) {
            var own: Set<Int> = []
            for (place, relationship) in plan.relationships.enumerated()
            where isWritten[first + place] {
                let index = relationship.layout.index
                written.insert(index)
                // Of several mappings that fill one list of one record, the last has to win.
                if !own.insert(index).inserted, relationship.layout.isToMany {
                    ordered.insert(index)
                }
                if case .elsewhere = homes[first + place] { ordered.insert(index) }
            }
        }
        for (place, relationship) in relationships.enumerated() {
            let layout = relationship.layout
            if ordered.contains(layout.index) || layout.inverse.map(written.contains) == true {
                homes[place] = .elsewhere
            }
        }
    }

    /// The slot of a reference that can be written into the row of its object.
    func referenceSlot(of assignment: Assignment, _ session: MappingSession) -> Int? {
        guard case .reference(let slot) = homes[place(of: assignment, session)] else { return nil }
        return slot
    }

    private func place(of assignment: Assignment, _ session: MappingSession) -> Int {
        firsts[Int(session.records[Int(assignment.record)].plan)] + Int(assignment.relationship)
    }

    /// Whether a known object has exactly the links that go into a relationship; they must have been
    /// loaded.
    func isThere(_ assignment: Assignment, _ session: MappingSession) -> Bool {
        guard case .links(let index) = homes[place(of: assignment, session)] else { return false }
        let record = session.records[Int(assignment.record)]
        let object = session.objects[Int(record.object)]
        guard object.state == .existing, object.record == assignment.record,
            object.lastRecord == assignment.record
        else { return false }
        let (numbers, isComplete) = session.numbers(of: assignment)
        return isComplete && session.context.hasLinks(numbers, of: index, from: object.number)
    }

    /// Takes over what goes into a relationship, if that is a list of a new object which only this
    /// record is about, and everything in the list could be read.
    mutating func gather(
        _ assignment: Assignment, _ session: MappingSession, _ rows: inout AssignPass
    ) -> Bool {
        let object = session.objects[Int(session.records[Int(assignment.record)].object)]
        guard object.state == .new, object.record == assignment.record,
            object.lastRecord == assignment.record, assignment.isComplete
        else { return false }
        switch homes[place(of: assignment, session)] {
        case .links(let index):
            return gather(assignment, of: index, from: object.number, session)
        case .slot(let slot):
            return refer(assignment, slot, to: object.number, session, &rows)
        case .reference, .elsewhere: return false
        }
    }

    private mutating func gather(
        _ assignment: Assignment, of index: Int, from source: Int64, _ session: MappingSession
    ) -> Bool {
        guard links[index].sources.last != source,
            !session.context.knowsLinks(of: index, from: source)
        else { return false }
        for target in assignment.targets {
            let found = Int(session.records[Int(session.targets[target])].object)
            guard found >= 0, session.objects[found].isUsable else {
                links[index].drop()
                return false
            }
            links[index].add(session.objects[found].number)
        }
        links[index].finish(source: source)
        return true
    }

    /// Writes a reference into the rows of all objects of a list, if each is new and the payload names
    /// it nowhere else: of several objects around one, the last would have to win.
    private func refer(
        _ assignment: Assignment, _ slot: Int, to source: Int64, _ session: MappingSession,
        _ rows: inout AssignPass
    ) -> Bool {
        // An observer is told that nothing has changed, which takes the long way to find out.
        guard !assignment.targets.isEmpty else { return !session.isObserved }
        for target in assignment.targets {
            let number = session.targets[target]
            let record = session.records[Int(number)]
            guard record.object >= 0, record.copies == 0 else { return false }
            let object = session.objects[Int(record.object)]
            guard object.state == .new, object.record == number, object.lastRecord == number else {
                return false
            }
        }
        for target in assignment.targets {
            let record = session.records[Int(session.targets[target])]
            let object = session.objects[Int(record.object)]
            rows.setReference(source, slot, plan: Int(object.plan), at: object.position)
        }
        return true
    }

    /// Writes what was gathered.
    func insert(into context: ManagedObjectContext) {
        for (relationship, links) in links.enumerated() where !links.isEmpty {
            context.insert(links, of: relationship)
        }
    }
}

extension ManagedObjectModel {
    /// The slot by which the objects of a list refer to the one that it belongs to, if writing it is all.
    fileprivate func referringSlot(of layout: RelationshipLayout) -> Int? {
        guard layout.isToMany, case .inverseReference(let inverse) = layout.storage else {
            return nil
        }
        return directSlot(of: relationships[inverse])
    }
}
