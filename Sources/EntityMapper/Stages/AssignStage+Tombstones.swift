import ObjectGraph

/// The attributes that mark objects as deleted.
///
/// These are assigned even for an unmodified record, since an object may be marked as deleted
/// without a new version.
extension AssignStage {
    /// Assigns the attributes that the deletion predicate reads.
    mutating func assignTombstone(_ index: RecordIndex, _ object: ObjectIndex) throws {
        let root = graph.plan(of: index).layout.root
        guard let position = graph.objects[object].row?.position else { return }
        let old = context.state.tables[root].entries[position].row
        var row = old
        try writeTombstone(to: &row, by: index)
        guard row != old else { return }
        context.replaceAttributes(row, root: root, at: position)
        graph.objects[object].isUpdated = true
        graph.objects[object].state = .existing
    }

    /// Marks an object as deleted for a record that may delete but not update it.
    mutating func assignDisallowed(_ index: RecordIndex) throws {
        log.notify(.disallowedRecord, index, in: graph)
        let record = graph.records[index]
        let plan = graph.plan(of: record)
        let isInside = record.parent.map { graph.records[$0].isDisallowed } ?? false
        guard record.isUnmodified, !isInside, let tombstone = plan.tombstone?.evaluator,
            graph.operations(of: record).intersection(plan.operations)
                .contains(.delete),
            let object = record.object, let position = graph.objects[object].row?.position
        else { return }
        if graph.objects[object].isUpdated { flushChanges() }
        let entry = context.state.tables[plan.layout.root].entries[position]
        var row = entry.row
        try writeTombstone(to: &row, by: index)
        guard row != entry.row else { return }
        var stored = entry.stored
        stored.row = row
        if try tombstone.matches(stored, in: context) { try assignTombstone(index, object) }
    }

    /// Writes the attributes that the deletion predicate of a record's mapping reads into a row.
    mutating func writeTombstone(to row: inout Row, by index: RecordIndex) throws {
        let record = graph.records[index]
        let plan = graph.plan(of: record)
        for number in plan.tombstone?.attributes ?? [] {
            let attribute = plan.attributes[number]
            guard let location = graph.field(number, of: record).index,
                let value = try converted(
                    by: attribute, attribute.name, of: index, at: location),
                !value.isNull || !attribute.isMandatory
            else { continue }
            row[attribute.slot] = value
        }
    }
}
