import ObjectGraph
import Payload

/// Rows of known objects that change, side by side as those of new ones.
extension AssignPass {
    /// Writes what a record says of a known object into a copy of its row, straight from the payload.
    ///
    /// The context gets the rows when ``applyChanges(to:)`` is called. Returns false if something is
    /// out of the ordinary; nothing has happened then.
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
            record, of: object, by: programs[place], over: old, tape, &session)
        guard position != nil else { return false }
        session.objects[object].isUpdated = true
        session.noteDirectlyApplied(index)
        return true
    }

    /// Hands the changed rows over to the context: all have been written, or one is written again.
    mutating func applyChanges(to session: inout MappingSession) {
        for plan in changedRows.indices where changedRows[plan].count > 0 {
            let layout = session.plan.entities[plan].layout
            let rows = changedRows[plan]
            changedRows[plan] = NewRows(layout, sharing: tape.bytes)
            let block = rows.rows.block()
            for (place, object) in rows.objects.enumerated() {
                session.context.replaceAttributes(
                    Row(block, at: place), root: layout.root,
                    at: session.objects[Int(object)].position)
            }
        }
    }
}
