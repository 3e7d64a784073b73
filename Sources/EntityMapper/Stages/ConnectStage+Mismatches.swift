import ConnectionEvaluation
import MercatorPayload
import ObjectGraph

/// A foreign key in the payload that no destination can have.
struct MismatchedKey {
    let record: RecordIndex
    /// An element of an array, or a value.
    let index: TapeIndex
    /// The name of the attribute with the foreign key.
    let attribute: String
    let type: AttributeType
    /// The name of the destination's attribute.
    let destination: String
}

extension RecordGraph {
    /// Returns the foreign keys of sources that no destination can have, with their tape indices.
    func mismatchedKeys(
        of sources: Set<Int64>, _ connection: ConnectionPlan, _ context: ManagedObjectContext
    ) -> [MismatchedKey] {
        let root = context.root(of: connection.sourceEntity)
        let destination = context.model.layouts[connection.destinationEntity]
        var keys: [MismatchedKey] = []
        for (index, record) in records.enumerated() {
            let plan = plan(of: record)
            guard plan.layout.root == root, !record.isUnmodified,
                let object = object(of: record), sources.contains(object.number)
            else { continue }
            for (number, attribute) in plan.attributes.enumerated() {
                guard let location = field(number, of: record).index,
                    let part = connection.sourceSlots.firstIndex(of: attribute.slot)
                else { continue }
                let type = connection.destinationTypes[part]
                let slot = destination.slots[connection.destinationSlots[part]]
                keys += mismatches(of: attribute, at: location, type).map {
                    MismatchedKey(
                        record: index, index: $0, attribute: attribute.name, type: type,
                        destination: "\(destination.name).\(slot.name)")
                }
            }
        }
        return keys
    }

    /// Returns the tape indices of the invalid keys in the value of an attribute.
    private func mismatches(
        of attribute: AttributePlan, at location: TapeIndex, _ type: AttributeType
    ) -> [TapeIndex] {
        let (tape, position) = (document.tape, location.position)
        guard case .value(let value) = attribute.conversion.convert(document, at: position) else {
            return []
        }
        var elements = [value]
        if case .array(let found) = value { elements = found }
        guard !ElementKeys(elements, for: type).mismatches.isEmpty else { return [] }
        var found: [TapeIndex] = []
        if tape.isArray(at: position) {
            var child = tape.firstChild(of: position)
            while child < tape.end(of: position) {
                if let element = attribute.conversion.element(document, at: child),
                    !ElementKeys([element], for: type).mismatches.isEmpty
                {
                    found.append(TapeIndex(child))
                }
                child = tape.next(after: child)
            }
        }
        // If a transform has changed the elements, the index of the whole value is used.
        return found.isEmpty ? [location] : found
    }
}

extension MappingLog {
    /// Reports an invalid key, unless its record has failed.
    ///
    /// The value remains in its attribute and the record is not skipped, because everything else in
    /// it is valid.
    mutating func report(_ key: MismatchedKey, in graph: RecordGraph) throws(MappingError) {
        guard !graph.records[key.record].hasFailed else { return }
        let standard = Conversion(type: key.type, transform: .default)
        var expected = standard.expectation
        var found = graph.document.tape.word(at: key.index.position)
        if case .invalid = standard.convert(graph.document, at: key.index.position) {
            let reading = standard.diagnosis(
                graph.document, at: key.index.position, reason: nil)
            guard let mismatch = reading.mismatches.first else { return }
            (expected, found) = (mismatch.expected, mismatch.found)
        } else {
            // Only a mapping with the connection keeps the digits of a number in an array.
            found += " without its digits"
        }
        try report(
            .invalidValue, at: key.index, of: key.record, in: graph, property: key.attribute,
            expected: "\(expected) for \(key.destination)", found: found)
    }
}
