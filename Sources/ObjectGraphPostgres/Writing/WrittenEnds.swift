import ObjectGraph
import ObjectGraphSQL

/// The objects to which the written references and links of a save lead, except new ones.
struct WrittenEnds {
    private let schema: StoreSchema
    private var model: ManagedObjectModel { schema.model }
    /// The numbers by the root entity of their tree.
    private(set) var numbers: [Int: Set<Int64>] = [:]
    /// The written references and links, for messages.
    private var changes = ChangeSet()

    init(_ schema: StoreSchema) {
        self.schema = schema
    }

    /// Adds the references and links of a change set.
    mutating func add(_ changes: ChangeSet) {
        self.changes = changes
        let slots = referenceSlots
        for row in changes.inserted {
            for slot in slots[row.entity] ?? [] { add(row.row.reference(slot.slot), slot.root) }
        }
        for update in changes.updated {
            for slot in slots[update.row.entity] ?? []
            where update.changedSlots.contains(slot.slot) {
                add(update.row.row.reference(slot.slot), slot.root)
            }
        }
        for links in changes.links where !links.stored.isEmpty {
            guard let table = schema.joinTables[links.relationship] else { continue }
            for link in links.stored {
                add(link.source, table.sourceRoot)
                add(link.destination, table.destinationRoot)
            }
        }
        for row in changes.inserted {
            numbers[model.layouts[row.entity].root]?.remove(row.number)
        }
        numbers = numbers.filter { !$0.value.isEmpty }
    }

    /// Returns the error for the first written reference or link to one of some objects.
    func brokenReference(to missing: Set<Int64>, of root: Int) -> StoreError {
        let slots = referenceSlots
        for row in changes.inserted + changes.updated.map(\.row) {
            for slot in slots[row.entity] ?? [] where slot.root == root {
                guard let number = row.row.reference(slot.slot), missing.contains(number),
                    let table = schema.tables[model.layouts[row.entity].root],
                    let column = try? schema.column(slot.slot, of: row.entity)
                else { continue }
                return schema.brokenReference(column, of: row.number, in: table)
            }
        }
        for links in changes.links {
            guard let table = schema.joinTables[links.relationship] else { continue }
            let isBroken = links.stored.contains { link in
                table.sourceRoot == root && missing.contains(link.source)
                    || table.destinationRoot == root && missing.contains(link.destination)
            }
            if isBroken { return schema.brokenLink(of: table) }
        }
        return StoreError(
            .brokenReference, "a reference would lead to an object that does not exist")
    }

    private mutating func add(_ number: Int64?, _ root: Int) {
        if let number { numbers[root, default: []].insert(number) }
    }

    /// The slots with references and the roots of their destinations, by entity.
    private var referenceSlots: [Int: [(slot: Int, root: Int)]] {
        var slots: [Int: [(slot: Int, root: Int)]] = [:]
        for layout in model.layouts {
            for (slot, content) in layout.slots.enumerated() {
                guard case .reference(let relationship) = content.content else { continue }
                let destination = model.relationships[relationship].destination
                slots[layout.index, default: []].append((slot, model.layouts[destination].root))
            }
        }
        return slots
    }
}
