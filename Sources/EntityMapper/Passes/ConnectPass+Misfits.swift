import ObjectGraph
import Payload

/// A key in the payload that no object at the other end of a connection can have.
struct MisfitKey {
    let record: Int32
    /// Where it is on the tape: an element of an array, or a value.
    let place: Int
    /// The attribute that it is for.
    let attribute: String
    let type: AttributeType
    /// The attribute at the other end.
    let destination: String
}

extension MappingSession {
    /// Notes the keys of some sources that do not fit, with the place of each in the payload.
    mutating func noteMisfits(of sources: Set<Int64>, _ connection: ConnectionPlan) {
        let root = context.root(of: connection.sourceEntity)
        let destination = context.model.layouts[connection.destinationEntity]
        for (index, record) in records.enumerated() where record.object >= 0 {
            let plan = plan(of: record)
            guard plan.layout.root == root, !record.isUnmodified,
                sources.contains(objects[Int(record.object)].number)
            else { continue }
            for (number, attribute) in plan.attributes.enumerated() {
                let place = Int(places[record.firstPlace + number])
                guard place >= 0,
                    let part = connection.sourceSlots.firstIndex(of: attribute.slot)
                else { continue }
                let type = connection.destinationTypes[part]
                let slot = destination.slots[connection.destinationSlots[part]]
                for place in misfits(of: attribute, at: place, type) {
                    misfitKeys.append(
                        MisfitKey(
                            record: Int32(index), place: place, attribute: attribute.name,
                            type: type, destination: "\(destination.name).\(slot.name)"))
                }
            }
        }
    }

    /// The places of the keys among what an attribute was made of.
    private func misfits(
        of attribute: AttributePlan, at place: Int, _ type: AttributeType
    ) -> [Int] {
        guard case .value(let value) = attribute.conversion.convert(document, at: place) else {
            return []
        }
        var elements = [value]
        if case .array(let found) = value { elements = found }
        guard !ElementKeys(elements, for: type).misfits.isEmpty else { return [] }
        let tape = document.tape
        var found: [Int] = []
        if tape.isArray(at: place) {
            var child = tape.firstChild(of: place)
            while child < tape.end(of: place) {
                if let element = try? tape.json(at: child, level: 2),
                    !ElementKeys([element], for: type).misfits.isEmpty
                {
                    found.append(child)
                }
                child = tape.next(after: child)
            }
        }
        // A transform may have made others of them.
        return found.isEmpty ? [place] : found
    }

    /// Reports the keys of records that were usable in the end.
    ///
    /// The values stay in their attributes and the records are not left out, since everything else in
    /// them is right.
    mutating func reportMisfitKeys() throws(MappingError) {
        for key in misfitKeys where !records[Int(key.record)].hasFailed {
            let standard = Conversion(type: key.type, transform: .default)
            let reading = standard.diagnosis(document, at: key.place, reason: nil)
            guard let misfit = reading.misfits.first else { continue }
            try report(
                .invalidValue, at: key.place, plan: Int(records[Int(key.record)].plan),
                record: Int(key.record), attribute: key.attribute,
                expected: "\(misfit.expected) for \(key.destination)", found: misfit.found)
        }
    }
}
