/// Rules that a context applies to the graph it has read, and that a commit applies once more if
/// others have committed in the meantime.
extension MemoryCommit {
    /// Checks that no object of a one-to-one relationship belongs to two objects after the commit.
    func checkPartners(in state: MemoryState) throws(StoreError) {
        for layout in model.relationships where layout.isExclusive(in: model) {
            guard case .reference(let slot) = layout.storage,
                !changes.isSettledLater(layout, in: model)
            else { continue }
            let root = root(of: layout.entity)
            var written: [Int64: Int64?] = [:]
            for change in rowChanges[root] {
                let new = target(of: change.new, layout, slot)
                if new != target(of: change.old, layout, slot) {
                    written.updateValue(new, forKey: change.number)
                }
            }
            var owners: [Int64: Int64] = [:]
            for (number, target) in written.sorted(by: { $0.key < $1.key }) {
                guard let target else { continue }
                let other = state.referrers[layout.index].numbers(of: target)
                    .first { written[$0] == nil }
                guard let other = owners.updateValue(number, forKey: target) ?? other else {
                    continue
                }
                let targetRoot = self.root(of: layout.destination)
                throw StoreError.shared(
                    layout, by: [other, number].map { state.name(root: root, number: $0) },
                    state.name(root: targetRoot, number: target))
            }
        }
    }

    private func target(
        of stored: StoredRow?, _ layout: RelationshipLayout, _ slot: Int
    ) -> Int64? {
        guard let stored, model.layouts[layout.entity].includes(stored.entity) else { return nil }
        return stored.row.reference(slot)
    }

    /// Gives written objects and links that share a position with others of an ordered relationship
    /// a position after these.
    func separatePositions(in state: inout MemoryState) {
        for layout in model.relationships {
            guard let order = model.positionSlot(of: layout),
                case .reference(let slot) = layout.storage
            else { continue }
            let root = root(of: layout.entity)
            var written: [Int64: Set<Int64>] = [:]
            for change in rowChanges[root] {
                guard let owner = target(of: change.new, layout, slot),
                    owner != target(of: change.old, layout, slot) || change.changes(order)
                else { continue }
                written[owner, default: []].insert(change.number)
            }
            for (owner, written) in written {
                let rows = state.referringRows(layout.index, to: owner)
                let list = rows.map { ListPosition($0.number, at: $0.row.reference(order)) }
                for moved in list.separated(written) {
                    guard var row = state.tables[root][moved.number] else { continue }
                    row.row[order] = moved.place.map(Value.integer) ?? .null
                    state.tables[root].set(row, at: moved.number)
                }
            }
        }
        for links in changes.links { separatePositions(of: links, in: &state) }
    }

    private func separatePositions(of changes: LinkChanges, in state: inout MemoryState) {
        let index = changes.relationship
        for (source, written) in Dictionary(grouping: changes.stored, by: \.source) {
            let links = state.links[index].links(from: source)
            let list = links.map { ListPosition($0.destination, at: $0.position) }
            for moved in list.separated(Set(written.map(\.destination))) {
                guard var link = links.first(where: { $0.destination == moved.number }) else {
                    continue
                }
                link.position = moved.place
                state.links[index].store(link)
            }
        }
        for (destination, written) in Dictionary(grouping: changes.stored, by: \.destination) {
            let links = state.links[index].links(to: destination)
            let list = links.map { ListPosition($0.source, at: $0.inversePosition) }
            for moved in list.separated(Set(written.map(\.source))) {
                guard var link = links.first(where: { $0.source == moved.number }) else {
                    continue
                }
                link.inversePosition = moved.place
                state.links[index].store(link)
            }
        }
    }
}

extension StoreError {
    /// Creates the conflict of two objects that would have the same object of a one-to-one
    /// relationship.
    package static func shared(
        _ relationship: RelationshipLayout, by owners: [String], _ target: String
    ) -> StoreError {
        StoreError(
            .conflict,
            "\(owners.joined(separator: " and ")) would both have \(target) as their "
                + "\(relationship.name): it was given to one of them since it was read for the "
                + "other; read it again and repeat the work")
    }
}
