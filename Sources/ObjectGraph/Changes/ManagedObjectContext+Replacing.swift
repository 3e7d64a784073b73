/// The values and links that unsaved changes have replaced.
extension ManagedObjectContext {
    /// A value, a reference or a link of an object that is in the store.
    package enum ReplacedPart: Sendable, Hashable {
        /// The value of an attribute, by the entity and the slot.
        case value(entity: Int, slot: Int)
        /// A link, by the relationship that stores it.
        case link(relationship: Int)
    }

    /// Visits all stored values and links that unsaved changes have replaced or removed.
    ///
    /// - Parameters:
    ///   - isIncluded: Returns whether an object is concerned, by its tree and its number.
    ///   - visit: A closure called for each replaced or removed part.
    /// - Complexity: O(changes).
    package func visitReplacedParts(
        where isIncluded: (_ root: Int, _ number: Int64) -> Bool, _ visit: (ReplacedPart) -> Void
    ) {
        for root in state.tables.indices {
            let table = state.tables[root]
            for position in table.changed {
                let entry = table.entries[position]
                guard entry.state == .updated, isIncluded(root, entry.number),
                    let old = table.original(at: position), old != entry.row
                else { continue }
                visitReplacedParts(of: entry, old, visit)
            }
        }
        for relationship in state.links.indices {
            let table = state.links[relationship]
            let root = root(of: model.relationships[relationship].entity)
            for list in table.touched.map({ table.list(at: $0) })
            where list.isChanged && isIncluded(root, list.source) {
                let kept = Set(list.current.map(\.destination))
                for link in list.original where !kept.contains(link.destination) {
                    visit(.link(relationship: relationship))
                }
            }
        }
    }

    private func visitReplacedParts(
        of entry: RowTable.Entry, _ old: Row, _ visit: (ReplacedPart) -> Void
    ) {
        for (slot, layout) in model.layouts[entry.entity].slots.enumerated()
        where !old.isNull(slot) && old[slot] != entry.row[slot] {
            switch layout.content {
            case .attribute: visit(.value(entity: entry.entity, slot: slot))
            case .reference(let relationship): visit(.link(relationship: relationship))
            case .position: continue
            }
        }
    }
}
