import ObjectGraph

/// Records of existing objects whose actual entities have mappings.
extension IdentifyStage {
    /// Returns overrides for records whose objects are of sub-entities with their own mappings.
    ///
    /// The collection then starts over, because the nested records depend on the mapping.
    func overrides(
        _ lookups: [Lookup]
    ) -> MappingDecisions.Overrides? {
        guard !input.plan.ownPlans.isEmpty else { return nil }
        let found = foundObjects(lookups)
        var duplicates: [RowID: [Int64]] = [:]
        var existing: [MappingOverride.Key: MappingOverride] = [:]
        var inserted: [MappingOverride.Key: MappingOverride] = [:]
        var overridden: Set<RecordIndex> = []
        for (index, record) in graph.records.enumerated() {
            // Records nested in an overridden record are collected again.
            if let parent = record.parent, overridden.contains(parent) {
                overridden.insert(index)
                continue
            }
            guard let object = record.object ?? graph.keptRivals[index],
                let (key, mappingOverride) = mappingOverride(
                    of: record, object, found[object])
            else { continue }
            let copies = keys(ofCopiesOf: index)
            if mappingOverride.target == nil {
                for key in copies + [key] { inserted[key] = mappingOverride }
            } else {
                for key in copies + [key] { existing[key] = mappingOverride }
                if let found = found[object], !found.duplicates.isEmpty {
                    duplicates[found.row] = found.duplicates
                }
            }
            overridden.insert(index)
        }
        // A record that determines an entity may be nested in an overridden record, so the
        // overrides of existing objects come first.
        let overrides = existing.isEmpty ? inserted : existing
        return overrides.isEmpty
            ? nil : MappingDecisions.Overrides(overrides: overrides, duplicates: duplicates)
    }

    /// The existing object of an object in the payload.
    private struct FoundObject {
        let row: RowID
        let entity: Int
        var duplicates: [Int64] = []

        init(_ entry: RowTable.Entry, root: Int) {
            row = RowID(root: root, number: entry.number)
            entity = entry.entity
        }
    }

    /// Returns the existing objects found here or by an earlier attempt; the oldest of several.
    private func foundObjects(
        _ lookups: [Lookup]
    ) -> [ObjectIndex: FoundObject] {
        let tables = input.context.state.tables
        var found: [ObjectIndex: FoundObject] = [:]
        for lookup in lookups {
            let entries = tables[lookup.root].entries
            for (object, position) in lookup.conflicts {
                found[object] = FoundObject(entries[position], root: lookup.root)
            }
            // An object with a candidate row has no conflict.
            lookup.candidates.forEachObject { object, positions in
                let rows = positions.map { entries[$0] }
                guard let oldest = rows.min(by: { $0.number < $1.number }) else { return }
                var known = FoundObject(oldest, root: lookup.root)
                if rows.count > 1 { known.duplicates = rows.map(\.number) }
                found[object] = known
            }
        }
        for (index, object) in graph.objects.objects.enumerated() where object.state == .existing {
            guard let row = object.row else { continue }
            let root = graph.plan(of: object).layout.root
            found[index] = FoundObject(tables[root].entries[row.position], root: root)
        }
        return found
    }

    private func mappingOverride(
        of record: Record, _ index: ObjectIndex, _ found: FoundObject?
    ) -> (MappingOverride.Key, MappingOverride)? {
        let plan = graph.plan(of: record)
        guard plan.followsSubentities, !record.isOverridden,
            let origin = graph.representationOrigin(of: record.representation)
        else { return nil }
        let key = MappingOverride.Key(origin: origin, plan: record.plan)
        let keeps = plan.conflictingSubentity == .keep
        let object = graph.objects[index]
        let entities = input.plan.entities
        if let found {
            guard plan.layout.includes(found.entity) || keeps,
                let own = input.plan.ownPlans[found.entity],
                entities[own].canStand(for: plan, in: record)
            else { return nil }
            return (
                key,
                MappingOverride(
                    plan: PlanIndex(own), target: found.row, isIdentified: object.isIdentified)
            )
        }
        // Another record of the payload may determine the entity of a new object.
        guard object.plan != record.plan, object.state == .unknown,
            let own = input.plan.ownPlans[entities[object.plan].layout.index],
            keeps || plan.layout.includes(entities[own].layout.index),
            entities[own].identification?.space == plan.identification?.space,
            entities[own].canStand(for: plan, in: record)
        else { return nil }
        return (key, MappingOverride(plan: PlanIndex(own), target: nil))
    }

    /// Returns the keys of representations with the same bytes as a record.
    private func keys(
        ofCopiesOf index: RecordIndex
    ) -> [MappingOverride.Key] {
        let plan = graph.records[index].plan
        return (graph.copies[index] ?? []).compactMap { graph.representationOrigin(of: $0) }
            .map { MappingOverride.Key(origin: $0, plan: plan) }
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
