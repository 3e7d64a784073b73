import ObjectGraph
import Payload

/// New objects that lack a value they need.
extension AssignPass {
    /// Reports and drops new objects that lack a value they need.
    mutating func dropIncomplete(_ session: inout MappingSession) throws(MappingError) {
        var dropped: Set<Int32> = []
        for place in newRows.indices {
            let slots = session.plan.entities[place].layout.mandatorySlots
            guard !slots.isEmpty else { continue }
            for gap in newRows[place].gaps(in: slots) {
                let object = newRows[place].objects[gap.position]
                // What an identifier stands for may still come, until the context is saved.
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

    /// Drops new objects, and those that are parts of them.
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
    /// Notes that a new object lacks a value.
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

    /// A word for a value of the payload that gave nil: `null`, or what a transform made nil.
    func wordForNil(at place: Int, _ attribute: AttributePlan) -> String {
        let word = document.tape.word(at: place)
        guard !document.tape.isNull(at: place) else { return word }
        let conversion = attribute.conversion
        return conversion.isStandard
            ? "\(word) without a value"
            : "\(word) that the transform '\(conversion.transform)' made nil"
    }
}
