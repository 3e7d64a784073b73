import ObjectGraph
import Payload

extension AssignPass {
    /// Writes what the deletion predicate reads, which is never skipped: an object may be marked as gone
    /// without a new version.
    func assignTombstone(
        _ index: Int, _ object: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        let record = session.records[index]
        let plan = session.plan(of: record)
        guard !plan.tombstoneAttributes.isEmpty else { return }
        let root = plan.layout.root
        let position = session.objects[object].position
        var row = session.context.state.tables[root].entries[position].row
        for number in plan.tombstoneAttributes {
            let attribute = plan.attributes[number]
            let place = Int(session.places[record.firstPlace + number])
            guard place >= 0 else { continue }
            switch attribute.conversion.convert(session.document, at: place) {
            case .value(let value) where value.isNull && attribute.isMandatory: continue
            case .value(let value): row[attribute.slot] = value
            case .invalid(let reason):
                try session.report(attribute, of: index, at: place, reason: reason)
            }
        }
        guard row != session.context.state.tables[root].entries[position].row else { return }
        session.context.replaceAttributes(row, root: root, at: position)
        session.objects[object].isUpdated = true
        session.objects[object].state = .existing
    }
}
