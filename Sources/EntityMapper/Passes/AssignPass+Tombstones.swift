import ObjectGraph
import Payload

extension AssignPass {
    /// Assigns the attributes that the deletion predicate reads.
    ///
    /// These are assigned even for an unmodified record, since an object may be marked as deleted
    /// without a new version.
    func assignTombstone(
        _ index: Int, _ object: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        let root = session.plan(of: session.records[index]).layout.root
        let position = session.objects[object].position
        let old = session.context.state.tables[root].entries[position].row
        var row = old
        try markAsGone(&row, by: index, &session)
        guard row != old else { return }
        session.context.replaceAttributes(row, root: root, at: position)
        session.objects[object].isUpdated = true
        session.objects[object].state = .existing
    }

    /// Marks an object as deleted for a record that may delete but not update it.
    mutating func assignDisallowed(
        _ index: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        if session.isObserved { session.notify(.disallowedRecord, record: index) }
        let record = session.records[index]
        let plan = session.plan(of: record)
        let isInside = record.parent >= 0 && session.records[Int(record.parent)].isDisallowed
        guard record.isUnmodified, !isInside, let tombstone = plan.tombstone,
            session.allowedOperations(of: record).intersection(plan.allowedOperations)
                .contains(.delete)
        else { return }
        let object = Int(record.object)
        if session.objects[object].isUpdated { applyChanges(to: &session) }
        let entry = session.context.state.tables[plan.layout.root]
            .entries[session.objects[object].position]
        var row = entry.row
        try markAsGone(&row, by: index, &session)
        guard row != entry.row else { return }
        var stored = entry.stored
        stored.row = row
        let context = session.context
        let isGone = try MappingError.wrapping { () throws(StoreError) in
            try tombstone.matches(stored, in: context)
        }
        if isGone { try assignTombstone(index, object, &session) }
    }

    /// Writes the attributes that the deletion predicate of a record's mapping reads into a row.
    func markAsGone(
        _ row: inout Row, by index: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        let record = session.records[index]
        let plan = session.plan(of: record)
        for number in plan.tombstoneAttributes {
            let attribute = plan.attributes[number]
            let place = Int(session.places[record.firstPlace + number])
            guard place >= 0 else { continue }
            switch attribute.conversion.convert(session.document, at: place) {
            case .value(let value) where value.isNull && attribute.isMandatory: continue
            case .value(let value): row[attribute.slot] = value
            case .invalid(let reason):
                let other = try session.report(attribute, of: index, at: place, reason: reason)
                if let other { row[attribute.slot] = other }
            }
        }
    }
}
