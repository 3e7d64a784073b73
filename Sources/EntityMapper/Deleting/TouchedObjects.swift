import ObjectGraph

/// The objects that a load touches, and the relationships that its payload determines.
struct TouchedObjects {
    private(set) var standings: [ObjectPlace: Standing] = [:]
    /// The relationships that the payload determines completely, by object.
    private var settled: Set<Settled> = []

    /// The relation of an object to a load.
    enum Standing: Equatable {
        /// A record of the object was applied, or is not newer.
        case named
        /// The object is preserved for another reason.
        case spared(SparingReason)
    }

    private struct Settled: Hashable {
        let place: ObjectPlace
        let relationship: Int
    }

    init(_ session: MappingSession) {
        noteChanged(session)
        if let target = session.target {
            standings[ObjectPlace(root: target.root, number: target.number)] = .spared(.target)
        }
        for place in session.namesakes { standings[place] = .spared(.sameIdentification) }
        for record in session.records where record.object >= 0 {
            let object = session.objects[Int(record.object)]
            guard object.isUsable else { continue }
            let place = session.place(of: object)
            if !record.hasFailed || record.isUnmodified {
                standings[place] = .named
            } else if standings[place] != .named {
                standings[place] = .spared(.recordLeftOut)
            }
        }
        for assignment in session.assignments where session.settles(assignment) {
            let relationship = session.relationship(of: assignment).layout.index
            settled.insert(
                Settled(
                    place: session.place(of: session.source(of: assignment)),
                    relationship: relationship))
        }
    }

    /// Tests whether the load touches an object.
    func contains(_ place: ObjectPlace) -> Bool { standings[place] != nil }

    /// Returns the relationships to follow from these objects: the edges of their entities, except
    /// for those that the payload determines completely.
    func openRelationships(
        _ edges: [[Int]], _ context: ManagedObjectContext
    ) throws(StoreError) -> [Int: [Int64]] {
        var open: [Int: [Int64]] = [:]
        for (root, places) in Dictionary(grouping: standings.keys, by: \.root) {
            try context.load(root: root, places.map(\.number))
            for place in places {
                guard let position = try context.position(root: root, place.number) else {
                    continue
                }
                for edge in edges[context.state.tables[root].entries[position].entity]
                where !settled.contains(Settled(place: place, relationship: edge)) {
                    open[edge, default: []].append(place.number)
                }
            }
        }
        return open.mapValues { $0.sorted() }
    }

    /// Records objects that were inserted or changed but not saved before the load.
    private mutating func noteChanged(_ session: MappingSession) {
        for (root, table) in session.before.tables.enumerated() {
            for position in table.changed where table.isAlive(at: position) {
                let place = ObjectPlace(root: root, number: table.entries[position].number)
                standings[place] = .spared(.unsavedChanges)
            }
        }
    }
}

extension MappingSession {
    /// Returns the row ID of an object.
    func place(of object: MappedObject) -> ObjectPlace {
        ObjectPlace(root: plan.entities[Int(object.plan)].layout.root, number: object.number)
    }

    /// Tests whether a relationship references exactly the objects in the payload.
    fileprivate func settles(_ assignment: Assignment) -> Bool {
        let record = records[Int(assignment.record)]
        guard record.object >= 0, !record.hasFailed, !record.isUnmodified else { return false }
        switch objects[Int(record.object)].state {
        case .new, .existing: break
        case .unknown, .unmodified, .failed, .merged: return false
        }
        return relationship(of: assignment).policy != .union && numbers(of: assignment).isComplete
    }
}
