/// Rules of a context for the graph that it has read.
///
/// A commit applies them once more if others have committed in the meantime.
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

    /// Moves written objects and links that share a position in an ordered relationship.
    ///
    /// Their new positions follow the positions of the others.
    func separatePositions(in state: inout MemoryState) {
        for layout in model.relationships {
            guard let order = model.positionSlot(of: layout),
                case .reference(let slot) = layout.storage
            else { continue }
            let root = root(of: layout.entity)
            var written: [Int64: Set<Int64>] = [:]
            for change in rowChanges[root] {
                guard let owner = target(of: change.new, layout, slot),
                    owner != target(of: change.old, layout, slot) || change.changes(order),
                    !arriving[self.root(of: layout.destination)].contains(owner)
                else { continue }
                written[owner, default: []].insert(change.number)
            }
            for (owner, written) in written {
                let rows = state.referringRows(layout.index, to: owner)
                let list = rows.map { ListPosition($0.number, at: $0.row.reference(order)) }
                for moved in list.separated(written) {
                    guard var row = state.tables[root][moved.number] else { continue }
                    row.row[order] = moved.position.map(Value.integer) ?? .null
                    state.tables[root].set(row, at: moved.number)
                }
            }
        }
        for links in changes.links {
            let layout = model.relationships[links.relationship]
            separatePositions(of: links, at: .source, root(of: layout.entity), in: &state)
            separatePositions(of: links, at: .destination, root(of: layout.destination), in: &state)
        }
    }

    private func separatePositions(
        of changes: LinkChanges, at end: LinkEnd, _ root: Int, in state: inout MemoryState
    ) {
        let index = changes.relationship
        var written: [Int64: Set<Int64>] = [:]
        // An object that did not exist before has no positions of others.
        for link in changes.stored
        where end.position(of: link) != nil && !arriving[root].contains(end.owner(of: link)) {
            written[end.owner(of: link), default: []].insert(end.element(of: link))
        }
        for (owner, written) in written {
            let links = end.links(of: owner, in: state.links[index])
            let list = links.map { ListPosition(end.element(of: $0), at: end.position(of: $0)) }
            for moved in list.separated(written) {
                guard let link = links.first(where: { end.element(of: $0) == moved.number })
                else { continue }
                state.links[index].store(end.moved(link, to: moved.position))
            }
        }
    }
}

/// An end of links, seen as the owner of an ordered list of the objects at the other end.
private enum LinkEnd {
    case source, destination

    func owner(of link: StoredLink) -> Int64 {
        self == .source ? link.source : link.destination
    }

    func element(of link: StoredLink) -> Int64 {
        self == .source ? link.destination : link.source
    }

    func position(of link: StoredLink) -> Int64? {
        self == .source ? link.position : link.inversePosition
    }

    func moved(_ link: StoredLink, to position: Int64?) -> StoredLink {
        var link = link
        if self == .source { link.position = position } else { link.inversePosition = position }
        return link
    }

    func links(of owner: Int64, in links: MemoryLinks) -> [StoredLink] {
        self == .source ? links.links(from: owner) : links.links(to: owner)
    }
}

extension StoreError {
    /// Creates the conflict of two objects with the same object of a one-to-one relationship.
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
