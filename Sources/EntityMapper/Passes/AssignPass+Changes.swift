import ObjectGraph
import Payload

/// Buffering changed rows of existing objects, in the same way as rows of new ones.
extension AssignPass {
    /// Writes the values of a record into a copy of an existing object's row, directly from the
    /// payload.
    ///
    /// The context receives the rows in ``applyChanges(to:)``. Returns `false`, without any effect,
    /// if the record requires the general path.
    mutating func changeDirectly(
        _ index: Int, _ object: Int, _ old: Row, entity: Int, _ session: inout MappingSession
    ) -> Bool {
        let record = session.records[index]
        let plan = session.plan(of: record)
        guard changesAreDirect, !record.isIdentifier, !plan.assignsDefaults,
            plan.layout.index == entity
        else { return false }
        let place = Int(record.plan)
        let position = changedRows[place].append(
            record, of: object, by: encoders[place], over: old, tape, &session)
        guard position != nil else { return false }
        session.objects[object].isUpdated = true
        session.noteDirectlyApplied(index)
        return true
    }

    /// Flushes the changed rows to the context, at the end of the pass or before an object is
    /// changed again.
    mutating func applyChanges(to session: inout MappingSession) {
        for plan in changedRows.indices where changedRows[plan].count > 0 {
            let layout = session.plan.entities[plan].layout
            let rows = changedRows[plan]
            changedRows[plan] = RowBatch(layout, sharing: tape.bytes)
            let block = rows.rows.block()
            for (place, object) in rows.objects.enumerated() {
                session.context.replaceAttributes(
                    Row(block, at: place), root: layout.root,
                    at: session.objects[Int(object)].position)
            }
        }
    }
}
