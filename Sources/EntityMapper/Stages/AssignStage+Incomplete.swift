import ObjectGraph

/// New objects without a required value.
extension AssignStage {
    /// Reports and discards new objects without a required value.
    mutating func dropIncomplete() throws {
        var dropped: Set<ObjectIndex> = []
        for plan in graph.plan.entities.indices.map(PlanIndex.init) {
            let slots = graph.plan.entities[plan].layout.mandatorySlots
            guard !slots.isEmpty else { continue }
            // An object with an identifier only may be completed until the save.
            for (object, slot) in rows[plan].gaps(in: slots) where !graph.objects[object].isStub {
                try reportMissing(slot, of: object)
                dropped.insert(object)
            }
        }
        if !dropped.isEmpty { drop(&dropped) }
        for object in graph.objects.indices
        where graph.objects[object].state == .new && graph.objects[object].row == nil {
            graph.objects[object].state = .failed
        }
    }

    /// Discards new objects, and the objects without identification nested in them.
    private mutating func drop(_ dropped: inout Set<ObjectIndex>) {
        for index in graph.records.indices {
            let record = graph.records[index]
            guard let object = record.object, !record.hasFailed else { continue }
            if let parent = record.parent, !graph.objects[object].isIdentified,
                graph.records[parent].hasFailed
            {
                dropped.insert(object)
            }
            graph.records[index].hasFailed = dropped.contains(object)
        }
        for object in dropped { graph.objects[object].row = nil }
        for plan in graph.plan.entities.indices.map(PlanIndex.init) {
            for (object, row) in rows[plan].keep(where: { !dropped.contains($0) }) ?? [] {
                graph.objects[object].row = row
            }
        }
    }

    /// Records that a new object lacks a required value.
    private mutating func reportMissing(_ slot: Int, of object: ObjectIndex) throws {
        let index = graph.objects[object].record
        let plan = graph.plan(of: index)
        let number = plan.attributes.firstIndex { $0.slot == slot }
        let location = number.flatMap { graph.field($0, of: graph.records[index]).index }
        let found =
            if let number, let location {
                graph.wordForNil(at: location, plan.attributes[number])
            } else {
                graph.absence(of: number, in: index, isDetailed: log.keepsDetails)
            }
        try log.report(
            .missingValue, at: location ?? graph.records[index].representation, of: index,
            in: graph, property: plan.layout.slots[slot].name,
            expected: plan.layout.slots[slot].attribute?.type.word ?? "a value", found: found)
    }
}
