import ObjectGraph

/// The bulk writer of relationships that the payload assigns from one end only, in any order of its
/// records.
///
/// These are nearly all nested relationships. A reference is written into the row of its object.
/// The lists of a new object with a single record are written without checks: if the relationship
/// is stored as links, they are collected by relationship; if it is stored as references of the
/// destinations, these are written into their new rows. The lists of existing objects usually equal
/// the current ones.
struct BulkLinkWriter {
    /// The links to insert, by relationship of the model.
    private var links: [NewLinks]
    /// The start of each plan's relationships in ``homes``.
    private var firsts: [Int] = []
    /// The storage of each relationship of each plan.
    private var homes: [Home] = []

    /// The storage to which a relationship can be written directly.
    private enum Home {
        /// Links of a relationship of the model.
        case links(Int)
        /// A slot in the rows of the destinations.
        case slot(Int)
        /// A slot in the row of the source.
        case reference(Int)
        /// None; the relationship requires the general path.
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

    /// Excludes relationships that the payload assigns from both ends or in several ways, so that
    /// the order of its records matters.
    private mutating func leaveOrdered(_ session: MappingSession) {
        var isWritten = Array(repeating: false, count: homes.count)
        for link in session.pendingLinks { isWritten[place(of: link, session)] = true }
        let relationships = session.plan.entities.flatMap(\.relationships)
        var written: Set<Int> = []
        var ordered: Set<Int> = []
        for (plan, first) in zip(session.plan.entities, firsts) {
            var own: Set<Int> = []
            for (place, relationship) in plan.relationships.enumerated()
            where isWritten[first + place] {
                let index = relationship.layout.index
                written.insert(index)
                // If several mappings fill the same list of a record, the last one must take
                // precedence.
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

    /// Returns the slot of a reference that can be written into the row of its source.
    func referenceSlot(of link: PendingLink, _ session: MappingSession) -> Int? {
        guard case .reference(let slot) = homes[place(of: link, session)] else { return nil }
        return slot
    }

    private func place(of link: PendingLink, _ session: MappingSession) -> Int {
        firsts[Int(session.records[Int(link.record)].plan)] + Int(link.relationship)
    }

    /// Tests whether an existing object already has exactly the links to be assigned; they must
    /// have been loaded.
    func isThere(_ link: PendingLink, _ session: MappingSession) -> Bool {
        guard case .links(let index) = homes[place(of: link, session)] else { return false }
        let record = session.records[Int(link.record)]
        let object = session.objects[Int(record.object)]
        guard object.state == .existing, object.record == link.record,
            object.lastRecord == link.record
        else { return false }
        let (numbers, isComplete) = session.numbers(of: link)
        return isComplete && session.context.hasLinks(numbers, of: index, from: object.number)
    }

    /// Takes over a pending link if its source is a new object with this record only, and all its
    /// destinations could be read.
    mutating func gather(
        _ link: PendingLink, _ session: MappingSession, _ rows: inout AssignPass
    ) -> Bool {
        let object = session.objects[Int(session.records[Int(link.record)].object)]
        guard object.state == .new, object.record == link.record,
            object.lastRecord == link.record, link.isComplete
        else { return false }
        switch homes[place(of: link, session)] {
        case .links(let index):
            return gather(link, of: index, from: object.number, session)
        case .slot(let slot):
            return refer(link, slot, to: object.number, session, &rows)
        case .reference, .elsewhere: return false
        }
    }

    private mutating func gather(
        _ link: PendingLink, of index: Int, from source: Int64, _ session: MappingSession
    ) -> Bool {
        guard links[index].sources.last != source,
            !session.context.knowsLinks(of: index, from: source)
        else { return false }
        for target in link.targets {
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

    /// Writes a reference to the source into the rows of all destinations, if each is new and has a
    /// single record, so that it has no other source.
    private func refer(
        _ link: PendingLink, _ slot: Int, to source: Int64, _ session: MappingSession,
        _ rows: inout AssignPass
    ) -> Bool {
        // An observer is notified that nothing has changed, which the general path determines.
        guard !link.targets.isEmpty else { return !session.isObserved }
        for target in link.targets {
            let number = session.targets[target]
            let record = session.records[Int(number)]
            guard record.object >= 0, record.copies == 0 else { return false }
            let object = session.objects[Int(record.object)]
            guard object.state == .new, object.record == number, object.lastRecord == number else {
                return false
            }
        }
        for target in link.targets {
            let record = session.records[Int(session.targets[target])]
            let object = session.objects[Int(record.object)]
            rows.setReference(source, slot, plan: Int(object.plan), at: object.position)
        }
        return true
    }

    /// Inserts the collected links.
    func insert(into context: ManagedObjectContext) {
        for (relationship, links) in links.enumerated() where !links.isEmpty {
            context.insert(links, of: relationship)
        }
    }
}

extension ManagedObjectModel {
    /// Returns the slot in which the destinations of a list reference its source, if writing it
    /// changes nothing else.
    fileprivate func referringSlot(of layout: RelationshipLayout) -> Int? {
        guard layout.isToMany, case .inverseReference(let inverse) = layout.storage else {
            return nil
        }
        return directSlot(of: relationships[inverse])
    }
}
