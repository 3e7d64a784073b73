import ObjectGraph

/// A representation, and the mapping that was chosen for it.
struct RefinedPlace: Hashable {
    /// Where it is in the payload itself.
    let origin: Int
    let plan: Int
}

/// The mapping of an object's own entity, for a representation that another one was chosen for.
struct Refinement {
    let plan: Int
    /// The object, if it was found; else the payload names it elsewhere.
    let target: MappingTarget?
}

extension MappingSession {
    /// What an earlier walk found out about a representation.
    func refinement(of place: Int, plan: Int) -> Refinement? {
        guard !refinements.isEmpty, let origin = origin(of: place, record: nil) else { return nil }
        return refinements[RefinedPlace(origin: origin, plan: plan)]
    }
}

extension IdentifyPass {
    /// Finds records whose objects are of sub-entities that have mappings of their own.
    ///
    /// The payload is walked again then: what is nested in a record depends on its mapping.
    func refinements(
        _ lookups: [Lookup], _ session: MappingSession
    ) -> [RefinedPlace: Refinement] {
        guard !session.plan.ownPlans.isEmpty else { return [:] }
        var found: [Int32: MappingTarget] = [:]
        for lookup in lookups {
            let table = session.context.state.tables[lookup.root]
            let positions = lookup.candidates.merging(lookup.conflicts.mapValues { [$0] }) {
                $1 + $0
            }
            for (object, positions) in positions {
                let oldest = positions.min { table.entries[$0].number < table.entries[$1].number }
                guard let oldest else { continue }
                found[object] = MappingTarget(
                    table.entries[oldest], root: lookup.root, at: oldest)
            }
        }
        var refinements: [RefinedPlace: Refinement] = [:]
        var refined: Set<Int32> = []
        for (index, record) in session.records.enumerated() where record.object >= 0 {
            // What is nested in a record that will be another one is walked anew.
            if refined.contains(record.parent) {
                refined.insert(Int32(index))
                continue
            }
            guard let (place, refinement) = refinement(of: record, found[record.object], session)
            else { continue }
            refinements[place] = refinement
            refined.insert(Int32(index))
        }
        return refinements
    }

    private func refinement(
        of record: Record, _ found: MappingTarget?, _ session: MappingSession
    ) -> (RefinedPlace, Refinement)? {
        let plan = session.plan(of: record)
        guard plan.followsSubentities, !record.isRefined,
            let origin = session.origin(of: Int(record.place), record: nil)
        else { return nil }
        let place = RefinedPlace(origin: origin, plan: Int(record.plan))
        if let found {
            let isWanted =
                plan.layout.includes(found.entity) || plan.conflictingSubentity == .keep
            guard isWanted, let own = session.plan.ownPlans[found.entity],
                own != Int(record.plan)
            else { return nil }
            return (place, Refinement(plan: own, target: found))
        }
        // Another record of the payload may have told the entity of a new object.
        let other = Int(session.objects[Int(record.object)].plan)
        guard other != Int(record.plan), session.objects[Int(record.object)].state == .unknown,
            let own = session.plan.ownPlans[session.plan.entities[other].layout.index],
            own != Int(record.plan), plan.layout.includes(session.plan.entities[own].layout.index),
            session.plan.entities[own].identification?.space == plan.identification?.space
        else { return nil }
        return (place, Refinement(plan: own, target: nil))
    }
}

extension MappingSession {
    /// Fails new objects of entities that are abstract: nobody has told the sub-entity.
    ///
    /// - Throws: ``MappingError`` if a failure policy says so.
    mutating func refuseAbstractObjects() throws(MappingError) {
        guard plan.entities.contains(where: \.layout.isAbstract) else { return }
        for index in objects.indices where objects[index].state == .unknown {
            let layout = plan.entities[Int(objects[index].plan)].layout
            guard layout.isAbstract else { continue }
            objects[index].state = .failed
            try refuse(Int32(index), layout)
        }
    }

    private mutating func refuse(
        _ object: Int32, _ layout: EntityLayout
    ) throws(MappingError) {
        for index in records.indices where records[index].object == object {
            records[index].hasFailed = true
            try report(
                .abstractEntity, at: Int(records[index].place), plan: Int(records[index].plan),
                record: index,
                expected: "an object that is there, or a representation that tells the sub-entity, "
                    + "since \(layout.name) is abstract",
                found: records[index].isIdentifier
                    ? "an identifier of none" : "one that names neither")
        }
    }
}
