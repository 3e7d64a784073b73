import MercatorPayload
import ObjectGraph

/// Records that are older than their object, and objects with local edits.
extension AssignStage {
    /// Tests whether a record is newer than a row.
    ///
    /// Strings are opaque versions: any different string is newer. Other values must be greater.
    /// Values that cannot be compared count as newer, and so does another record of the same
    /// version.
    func isNewer(
        _ index: RecordIndex, _ plan: EntityPlan, _ modification: ModificationPlan, than row: Row
    ) -> Bool {
        let record = graph.records[index]
        let attribute = plan.attributes[modification.attribute]
        let current = row[attribute.slot]
        guard let position = graph.field(modification.attribute, of: record).position,
            !current.isNull, !isStub(row, plan), graph.records.count > modification.threshold,
            case .value(let value) = attribute.conversion.convert(graph.document, at: position),
            !value.isNull
        else { return true }
        let isFirst = graph.object(of: record)?.appliedRecord == nil
        guard isFirst || value != current else { return true }
        if attribute.conversion.type == .string || attribute.conversion.type == .url {
            return value != current
        }
        return current.order(to: value) == .before
    }

    /// Tests whether a record of the same version as its object may replace substitutes.
    ///
    /// Substitutes are values that replaced payload values which an earlier mapping could not
    /// convert.
    func completes(
        _ index: RecordIndex, _ plan: EntityPlan, _ modification: ModificationPlan,
        _ entry: RowTable.Entry
    ) -> Bool {
        guard substitutes.has(plan.layout.root, entry.number),
            let position = graph.field(modification.attribute, of: graph.records[index]).position
        else { return false }
        let attribute = plan.attributes[modification.attribute]
        guard case .value(let value) = attribute.conversion.convert(graph.document, at: position)
        else { return false }
        return value == entry.row[attribute.slot]
    }

    /// Skips a record that is older than an earlier record of the same new object.
    ///
    /// The earlier record is treated as if it were in the store. Returns `false` if the record is
    /// not older.
    mutating func skipsOlder(
        _ index: RecordIndex, _ object: MappedObject, _ position: RowPosition
    ) throws -> Bool {
        let plan = graph.plan(of: index)
        guard let modification = plan.modification else { return false }
        var row = rows[object.plan].copy(of: position)
        guard !isNewer(index, plan, modification, than: row) else { return false }
        if modification.mapsRelationships {
            log.notify(.skippedRecord, index, in: graph)
        } else {
            leaveUnmodified(index)
        }
        try writeTombstone(to: &row, by: index)
        rows[object.plan].set(row, at: position)
        return true
    }

    /// Tests whether a record is skipped because its object has local edits.
    func keepsEdits(_ row: Row, _ plan: EntityPlan, _ record: Record) -> Bool {
        guard !record.isIdentifier, let slot = plan.synchronizationSlot else { return false }
        guard case .integer(let number) = row[slot] else { return false }
        return SynchronizationState(rawValue: number)?.hasEdits == true
    }

    /// Tests whether a row belongs to a stub, which every record supersedes.
    private func isStub(_ row: Row, _ plan: EntityPlan) -> Bool {
        guard let slot = plan.synchronizationSlot else { return false }
        return row[slot] == .integer(SynchronizationState.stub.rawValue)
    }
}
