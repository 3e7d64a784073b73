import ObjectGraph

/// An override that replaces the selected mapping by that of the object's own entity.
struct MappingOverride {
    let plan: Int
    /// The existing object; `nil` if another record of the payload determines the entity.
    let target: MappingTarget?
    /// The numbers of all objects with the identification, if there are several.
    var duplicateMatches: [Int64] = []
    /// Indicates whether the representation identifies its object.
    var isIdentified = true

    /// A representation with the mapping that was selected for it.
    struct Key: Hashable {
        let origin: RepresentationOrigin
        let plan: Int
    }
}

extension MappingSession {
    /// Returns the override of a representation, found by an earlier attempt.
    func mappingOverride(of place: Int, plan: Int) -> MappingOverride? {
        guard !overrides.isEmpty, let origin = representationOrigin(of: place) else { return nil }
        return overrides[MappingOverride.Key(origin: origin, plan: plan)]
    }

    /// Returns the keys of representations with the same bytes as a record.
    fileprivate func copiedPlaces(of record: Int32) -> [MappingOverride.Key] {
        guard let places = copies[record] else { return [] }
        let plan = Int(records[Int(record)].plan)
        return places.compactMap { representationOrigin(of: Int($0)) }
            .map { MappingOverride.Key(origin: $0, plan: plan) }
    }
}

extension IdentifyPass {
    /// Returns overrides for records whose objects are of sub-entities with their own mappings.
    ///
    /// The collection then starts over, because the nested records depend on the mapping.
    func overrides(
        _ lookups: [Lookup], _ session: MappingSession
    ) -> [MappingOverride.Key: MappingOverride] {
        guard !session.plan.ownPlans.isEmpty else { return [:] }
        var found = foundObjects(lookups, session)
        var known: [MappingOverride.Key: MappingOverride] = [:]
        var told: [MappingOverride.Key: MappingOverride] = [:]
        var overridden: Set<Int32> = []
        for (index, record) in session.records.enumerated() {
            // Records nested in an overridden record are collected again.
            if overridden.contains(record.parent) {
                overridden.insert(Int32(index))
                continue
            }
            let object = record.object >= 0 ? record.object : session.kept[Int32(index)] ?? -1
            guard object >= 0,
                let (place, mappingOverride) = mappingOverride(
                    of: record, object, found[object], session)
            else { continue }
            let copies = session.copiedPlaces(of: Int32(index))
            if mappingOverride.target == nil {
                for place in copies + [place] { told[place] = mappingOverride }
            } else {
                known[place] = mappingOverride
                // Duplicates are reported only once.
                found[object]?.duplicateMatches = []
                var other = mappingOverride
                other.duplicateMatches = []
                for place in copies { known[place] = other }
            }
            overridden.insert(Int32(index))
        }
        // A record that determines an entity may be nested in an overridden record, so the
        // overrides of existing objects come first.
        return known.isEmpty ? told : known
    }

    /// The existing object of an object in the payload.
    private struct FoundObject {
        let target: MappingTarget
        var duplicateMatches: [Int64] = []
    }

    /// Returns the existing objects found here or by an earlier attempt; the oldest of several.
    private func foundObjects(
        _ lookups: [Lookup], _ session: MappingSession
    ) -> [Int32: FoundObject] {
        var found: [Int32: FoundObject] = [:]
        for lookup in lookups {
            let table = session.context.state.tables[lookup.root]
            for (object, position) in lookup.conflicts {
                let target = MappingTarget(table.entries[position], root: lookup.root, at: position)
                found[object] = FoundObject(target: target)
            }
            // An object with a candidate row has no conflict.
            lookup.candidates.forEachObject { object, positions in
                let oldest = positions.min { table.entries[$0].number < table.entries[$1].number }
                guard let oldest else { return }
                let target = MappingTarget(table.entries[oldest], root: lookup.root, at: oldest)
                let duplicateMatches =
                    positions.count > 1 ? positions.map { table.entries[$0].number } : []
                found[object] = FoundObject(target: target, duplicateMatches: duplicateMatches)
            }
        }
        for (index, object) in session.objects.enumerated() where object.state == .existing {
            let root = session.plan.entities[Int(object.plan)].layout.root
            let entry = session.context.state.tables[root].entries[object.position]
            let target = MappingTarget(entry, root: root, at: object.position)
            found[Int32(index)] = FoundObject(target: target)
        }
        return found
    }

    private func mappingOverride(
        of record: Record, _ object: Int32, _ found: FoundObject?, _ session: MappingSession
    ) -> (MappingOverride.Key, MappingOverride)? {
        let plan = session.plan(of: record)
        guard plan.followsSubentities, !record.isOverridden,
            let origin = session.representationOrigin(of: Int(record.place))
        else { return nil }
        let place = MappingOverride.Key(origin: origin, plan: Int(record.plan))
        let keeps = plan.conflictingSubentity == .keep
        if let found {
            guard plan.layout.includes(found.target.entity) || keeps,
                let own = session.plan.ownPlans[found.target.entity],
                session.plan.entities[own].canStand(for: plan, in: record)
            else { return nil }
            return (
                place,
                MappingOverride(
                    plan: own, target: found.target, duplicateMatches: found.duplicateMatches,
                    isIdentified: session.objects[Int(object)].isIdentified)
            )
        }
        // Another record of the payload may determine the entity of a new object.
        let other = Int(session.objects[Int(object)].plan)
        guard other != Int(record.plan), session.objects[Int(object)].state == .unknown,
            let own = session.plan.ownPlans[session.plan.entities[other].layout.index],
            keeps || plan.layout.includes(session.plan.entities[own].layout.index),
            session.plan.entities[own].identification?.space == plan.identification?.space,
            session.plan.entities[own].canStand(for: plan, in: record)
        else { return nil }
        return (place, MappingOverride(plan: own, target: nil))
    }
}

extension EntityPlan {
    /// Tests whether a record of another plan can be mapped by this plan instead.
    ///
    /// Several mappings of the same entity are equivalent, so none overrides another. An identifier
    /// provides only the value of the other plan's identification attribute.
    fileprivate func canStand(for other: EntityPlan, in record: Record) -> Bool {
        guard layout.index != other.layout.index else { return false }
        guard record.isIdentifier else { return true }
        return identifier != nil && identification?.space == other.identification?.space
    }
}

extension MappingSession {
    /// Fails new objects of abstract entities, whose sub-entity nothing determines.
    ///
    /// - Throws: ``MappingError`` if the failure policy requires it.
    mutating func refuseAbstractObjects() throws(MappingError) {
        guard plan.entities.contains(where: \.layout.isAbstract) else { return }
        var refused: Set<Int32> = []
        for index in objects.indices where objects[index].state == .unknown {
            guard plan.entities[Int(objects[index].plan)].layout.isAbstract else { continue }
            objects[index].state = .failed
            refused.insert(Int32(index))
        }
        guard !refused.isEmpty else { return }
        for index in records.indices where refused.contains(records[index].object) {
            try refuse(record: index)
        }
    }

    private mutating func refuse(record index: Int) throws(MappingError) {
        let layout = plan.entities[Int(objects[Int(records[index].object)].plan)].layout
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
