import ObjectGraph

/// The objects that a load touches, and the relationships that its payload determines.
struct TouchedObjects {
    private(set) var standings: [RowID: Standing] = [:]
    /// The relationships that the payload determines completely, by object.
    private var settled: Set<Settled> = []

    /// The relation of an object to a load.
    enum Standing: Equatable {
        /// A record of the object was applied, or is not newer.
        case named
        /// The object is preserved for another reason.
        case preserved(PreservationReason)
    }

    private struct Settled: Hashable {
        let place: RowID
        let relationship: Int
    }

    init(_ session: MappingSession) {
        noteChanged(session)
        if let target = session.target {
            standings[RowID(root: target.root, number: target.number)] = .preserved(.target)
        }
        for place in session.duplicateMatches { standings[place] = .preserved(.sameIdentification) }
        for record in session.records where record.object >= 0 {
            let object = session.objects[Int(record.object)]
            guard object.isUsable else { continue }
            let place = session.place(of: object)
            if !record.hasFailed || record.isUnmodified {
                standings[place] = .named
            } else if standings[place] != .named {
                standings[place] = .preserved(.recordLeftOut)
            }
        }
        for link in session.pendingLinks where session.settles(link) {
            let relationship = session.relationship(of: link).layout.index
            settled.insert(
                Settled(
                    place: session.place(of: session.source(of: link)),
                    relationship: relationship))
        }
    }

    /// Tests whether the load touches an object.
    func contains(_ place: RowID) -> Bool { standings[place] != nil }

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
                let place = RowID(root: root, number: table.entries[position].number)
                standings[place] = .preserved(.unsavedChanges)
            }
        }
    }
}

extension MappingSession {
    /// Returns the row ID of an object.
    func place(of object: MappedObject) -> RowID {
        RowID(root: plan.entities[Int(object.plan)].layout.root, number: object.number)
    }

    /// Tests whether a relationship references exactly the objects in the payload.
    fileprivate func settles(_ link: PendingLink) -> Bool {
        let record = records[Int(link.record)]
        guard record.object >= 0, !record.hasFailed, !record.isUnmodified else { return false }
        switch objects[Int(record.object)].state {
        case .new, .existing: break
        case .unknown, .unmodified, .failed, .merged: return false
        }
        return relationship(of: link).policy != .union && numbers(of: link).isComplete
    }
}
