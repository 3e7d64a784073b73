import ObjectGraph
import ObjectGraphSQL

/// The existing objects that written references and links of a save refer to.
struct WrittenEnds {
    private let schema: StoreSchema
    /// The written references and links, for messages.
    private let changes: ChangeSet
    /// The slots with references and the roots of their destinations, by entity.
    private let slots: [[(slot: Int, root: Int)]]
    /// The numbers by the root entity of their tree.
    private(set) var numbers: [Int: Set<Int64>] = [:]

    /// Collects the ends of the references and links of a change set.
    init(_ changes: ChangeSet, _ created: CreatedRows, _ schema: StoreSchema) {
        self.changes = changes
        self.schema = schema
        slots = WrittenEnds.referenceSlots(schema.model)
        var numbers = Array(repeating: Set<Int64>(), count: schema.model.layouts.count)
        for row in changes.inserted {
            for slot in slots[row.entity] {
                if let number = row.row.reference(slot.slot) { numbers[slot.root].insert(number) }
            }
        }
        for update in changes.updated {
            for slot in slots[update.row.entity] where update.changedSlots.contains(slot.slot) {
                let number = update.row.row.reference(slot.slot)
                if let number { numbers[slot.root].insert(number) }
            }
        }
        for links in changes.links where !links.stored.isEmpty {
            guard let table = schema.joinTables[links.relationship] else { continue }
            for link in links.stored {
                numbers[table.sourceRoot].insert(link.source)
                numbers[table.destinationRoot].insert(link.destination)
            }
        }
        for (root, ends) in numbers.enumerated() where !ends.isEmpty {
            let others = ends.subtracting(created.numbers(of: root))
            if !others.isEmpty { self.numbers[root] = others }
        }
    }

    /// Returns the error for the first written reference or link to one of some objects.
    func brokenReference(to missing: Set<Int64>, of root: Int) -> StoreError {
        for row in changes.inserted + changes.updated.map(\.row) {
            for slot in slots[row.entity] where slot.root == root {
                guard let number = row.row.reference(slot.slot), missing.contains(number),
                    let table = schema.tables[schema.model.layouts[row.entity].root],
                    let column = try? schema.column(slot.slot, of: row.entity)
                else { continue }
                return schema.brokenReference(column, of: row.number, in: table)
            }
        }
        for links in changes.links {
            guard let table = schema.joinTables[links.relationship] else { continue }
            let broken = links.stored.first { link in
                table.sourceRoot == root && missing.contains(link.source)
                    || table.destinationRoot == root && missing.contains(link.destination)
            }
            if let broken {
                return schema.brokenLink(broken, of: table, missing: missing, of: root)
            }
        }
        return StoreError(
            .brokenReference, "a reference would lead to an object that does not exist")
    }

    private static func referenceSlots(
        _ model: ManagedObjectModel
    ) -> [[(slot: Int, root: Int)]] {
        model.layouts.map { layout in
            layout.slots.enumerated().compactMap { slot, content in
                guard case .reference(let relationship) = content.content else { return nil }
                let destination = model.relationships[relationship].destination
                return (slot, model.layouts[destination].root)
            }
        }
    }
}
