import ObjectGraph
import Payload

/// A foreign key in the payload that no destination can have.
struct MismatchedKey {
    let record: Int32
    /// The tape index of an element of an array, or of a value.
    let place: Int
    /// The name of the attribute with the foreign key.
    let attribute: String
    let type: AttributeType
    /// The name of the destination's attribute.
    let destination: String
}

extension MappingSession {
    /// Records the foreign keys of sources that no destination can have, with their tape indices.
    mutating func noteMismatches(of sources: Set<Int64>, _ connection: ConnectionPlan) {
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
                for place in mismatches(of: attribute, at: place, type) {
                    mismatchedKeys.append(
                        MismatchedKey(
                            record: Int32(index), place: place, attribute: attribute.name,
                            type: type, destination: "\(destination.name).\(slot.name)"))
                }
            }
        }
    }

    /// Returns the tape indices of the invalid keys in the value of an attribute.
    private func mismatches(
        of attribute: AttributePlan, at place: Int, _ type: AttributeType
    ) -> [Int] {
        guard case .value(let value) = attribute.conversion.convert(document, at: place) else {
            return []
        }
        var elements = [value]
        if case .array(let found) = value { elements = found }
        guard !ElementKeys(elements, for: type).mismatches.isEmpty else { return [] }
        let tape = document.tape
        var found: [Int] = []
        if tape.isArray(at: place) {
            var child = tape.firstChild(of: place)
            while child < tape.end(of: place) {
                if let element = try? tape.json(at: child, level: 2),
                    !ElementKeys([element], for: type).mismatches.isEmpty
                {
                    found.append(child)
                }
                child = tape.next(after: child)
            }
        }
        // If a transform has changed the elements, the index of the whole value is used.
        return found.isEmpty ? [place] : found
    }

    /// Reports the invalid keys of records that have not failed.
    ///
    /// The values remain in their attributes and the records are not skipped, because everything
    /// else in them is valid.
    mutating func reportMismatchedKeys() throws(MappingError) {
        for key in mismatchedKeys where !records[Int(key.record)].hasFailed {
            let standard = Conversion(type: key.type, transform: .default)
            let reading = standard.diagnosis(document, at: key.place, reason: nil)
            guard let mismatch = reading.mismatches.first else { continue }
            try report(
                .invalidValue, at: key.place, plan: Int(records[Int(key.record)].plan),
                record: Int(key.record), attribute: key.attribute,
                expected: "\(mismatch.expected) for \(key.destination)", found: mismatch.found)
        }
    }
}
