import EntityMapper
import ObjectGraph

/// The relationships of objects that a save would change, seen from both ends.
struct RelationshipChanges {
    /// A relationship of an object.
    private struct End: Hashable {
        let relationship: Int
        let number: Int64
    }

    private let model: ManagedObjectModel
    private var ends: Set<End> = []

    init(_ context: ManagedObjectContext) {
        model = context.model
        let changes = context.changeSet()
        for row in changes.inserted {
            note(row, slots: row.row.slots, before: nil)
        }
        for update in changes.updated {
            let root = context.root(of: update.row.entity)
            let table = context.state.tables[root]
            let before = table.position(of: update.row.number).flatMap { table.original(at: $0) }
            note(update.row, slots: update.changedSlots, before: before)
        }
        for change in changes.links {
            let layout = model.relationships[change.relationship]
            // An ordered to-many relationship is saved as a whole, so all its destinations count as
            // changed.
            for link in change.stored + change.removed {
                note(layout.index, link.source)
                note(layout.inverse, link.destination)
            }
        }
    }

    /// Tests whether the relationship has gained or lost objects, or the object itself is new.
    func hasChange(_ relationship: RelationshipLayout, of object: RepresentedObject) -> Bool {
        object.isInserted
            || ends.contains(End(relationship: relationship.index, number: object.number))
    }

    private mutating func note(_ row: StoredRow, slots: some Sequence<Int>, before: Row?) {
        for slot in slots {
            switch model.layouts[row.entity].slots[slot].content {
            case .attribute: continue
            case .reference(let index):
                let layout = model.relationships[index]
                note(layout.index, row.number)
                for target in [row.row.reference(slot), before?.reference(slot)] {
                    if let target { note(layout.inverse, target) }
                }
            case .position(let index):
                let layout = model.relationships[index]
                guard case .reference(let slot) = layout.storage,
                    let target = row.row.reference(slot)
                else { continue }
                note(layout.inverse, target)
            }
        }
    }

    private mutating func note(_ relationship: Int?, _ number: Int64) {
        guard let relationship else { return }
        ends.insert(End(relationship: relationship, number: number))
    }
}
