import ObjectGraph
import Payload

/// New objects without a required value.
extension AssignPass {
    /// Reports and discards new objects without a required value.
    mutating func dropIncomplete(_ session: inout MappingSession) throws(MappingError) {
        var dropped: Set<Int32> = []
        for place in newRows.indices {
            let slots = session.plan.entities[place].layout.mandatorySlots
            guard !slots.isEmpty else { continue }
            for gap in newRows[place].gaps(in: slots) {
                let object = newRows[place].objects[gap.position]
                // The missing values of an object known by its identifier only may be filled until
                // the save.
                guard !session.objects[Int(object)].isStub else { continue }
                try session.reportMissing(gap.slot, of: Int(object))
                dropped.insert(object)
            }
        }
        if !dropped.isEmpty { drop(&dropped, &session) }
        for index in session.objects.indices
        where session.objects[index].state == .new && session.objects[index].position < 0 {
            session.objects[index].state = .failed
        }
    }

    /// Discards new objects, and the objects without identification nested in them.
    private mutating func drop(_ dropped: inout Set<Int32>, _ session: inout MappingSession) {
        for index in session.records.indices {
            let record = session.records[index]
            guard record.object >= 0, !record.hasFailed else { continue }
            let isPart = !session.objects[Int(record.object)].isIdentified && record.parent >= 0
            if isPart, session.records[Int(record.parent)].hasFailed {
                dropped.insert(record.object)
            }
            session.records[index].hasFailed = dropped.contains(record.object)
        }
        for place in newRows.indices {
            let objects = newRows[place].objects
            let kept = objects.indices.filter { !dropped.contains(objects[$0]) }
            guard kept.count < objects.count else { continue }
            for object in objects { session.objects[Int(object)].position = -1 }
            newRows[place].keep(kept)
            for (position, object) in newRows[place].objects.enumerated() {
                session.objects[Int(object)].position = position
            }
        }
    }
}

extension MappingSession {
    /// Records that a new object lacks a required value.
    fileprivate mutating func reportMissing(_ slot: Int, of object: Int) throws(MappingError) {
        let index = Int(objects[object].record)
        let record = records[index]
        let plan = plan(of: record)
        let attribute = plan.attributes.firstIndex { $0.slot == slot }
        let place = attribute.map { Int(places[record.firstPlace + $0]) } ?? -1
        let found =
            if let attribute, place >= 0 {
                wordForNil(at: place, plan.attributes[attribute])
            } else {
                absence(of: attribute, record: index)
            }
        try report(
            .missingValue, at: place >= 0 ? place : Int(record.place), plan: Int(record.plan),
            record: index, attribute: plan.layout.slots[slot].name,
            expected: plan.layout.slots[slot].attribute?.type.word ?? "a value",
            found: found)
    }

    /// Returns the description of a value that was read as nil: `null`, or a value that a transform
    /// converted to nil.
    func wordForNil(at place: Int, _ attribute: AttributePlan) -> String {
        let word = document.tape.word(at: place)
        guard !document.tape.isNull(at: place) else { return word }
        let conversion = attribute.conversion
        return conversion.isStandard
            ? "\(word) without a value"
            : "\(word) that the transform '\(conversion.transform)' made nil"
    }
}
