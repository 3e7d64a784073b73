import ObjectGraph

/// What becomes of objects that stand for themselves only, and of those that were edited here.
extension MappingSession {
    /// Notes that the values of a record are in a row.
    ///
    /// A text or a number says nothing of an object but which it is: a new one is a stub.
    mutating func noteApplied(_ index: Int, in row: inout Row, isNew: Bool) {
        let record = records[index]
        let object = Int(record.object)
        var state = SynchronizationState.clean
        if record.isIdentifier {
            guard isNew, objects[object].position < 0 else { return }
            objects[object].isStub = true
            state = .stub
        } else {
            objects[object].isStub = false
            objects[object].appliedRecord = Int32(index)
        }
        guard let slot = plan(of: record).synchronizationSlot else { return }
        row[slot] = .integer(state.rawValue)
    }

    /// Whether a record is left out because its object was edited here.
    func keepsEdited(_ index: Int, _ row: Row) -> Bool {
        let record = records[index]
        guard !record.isIdentifier, let slot = plan(of: record).synchronizationSlot else {
            return false
        }
        return row[slot] == .integer(SynchronizationState.edited.rawValue)
    }

    /// Whether a row is that of a stub: everything is newer.
    func isStub(_ row: Row, _ plan: EntityPlan) -> Bool {
        guard let slot = plan.synchronizationSlot else { return false }
        return row[slot] == .integer(SynchronizationState.stub.rawValue)
    }
}
