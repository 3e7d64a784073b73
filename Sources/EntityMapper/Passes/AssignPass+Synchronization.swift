import ObjectGraph

/// The treatment of stubs and of objects with local edits.
extension MappingSession {
    /// Records that the values of a record have been written to a row.
    ///
    /// A string or a number provides only the identifier of an object, so a new object becomes a
    /// stub.
    mutating func noteApplied(_ index: Int, in row: inout Row, isNew: Bool) {
        let record = records[index]
        let object = Int(record.object)
        var state = SynchronizationState.clean
        if record.isIdentifier {
            guard isNew, objects[object].position < 0 else { return }
            // An object without identification cannot be completed by a later record.
            objects[object].isStub = objects[object].isIdentified
            state = .stub
        } else {
            objects[object].isStub = false
            objects[object].appliedRecord = Int32(index)
            records[index].isApplied = true
        }
        guard let slot = plan(of: record).synchronizationSlot else { return }
        row[slot] = .integer(state.rawValue)
    }

    /// Tests whether a record is skipped because its object has local edits.
    func keepsEdited(_ index: Int, _ row: Row) -> Bool {
        let record = records[index]
        guard !record.isIdentifier, let slot = plan(of: record).synchronizationSlot else {
            return false
        }
        return row[slot] == .integer(SynchronizationState.edited.rawValue)
    }

    /// Tests whether a row is that of a stub, for which every record is newer.
    func isStub(_ row: Row, _ plan: EntityPlan) -> Bool {
        guard let slot = plan.synchronizationSlot else { return false }
        return row[slot] == .integer(SynchronizationState.stub.rawValue)
    }
}
