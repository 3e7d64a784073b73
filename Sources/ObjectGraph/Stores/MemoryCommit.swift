/// One commit to a ``MemoryState``, which checks everything before the first permanent change.
///
/// It is created before the turn of the commit, with copies of the new rows. The steps in order
/// are: metadata, versions, references, links, unique keys, and then the writes, which cannot fail.
/// Only rows and indexes change while unique keys are checked, and they can revert their changes.
struct MemoryCommit {
    let changes: ChangeSet
    let model: ManagedObjectModel
    /// The slots that reference other rows, by entity.
    private let references: [[MemoryReference]]
    /// The changes of rows by root, in the order of the change set.
    var rowChanges: [[RowChange]]
    /// The inserted rows, and the deleted rows, by root.
    private(set) var arriving: [NumberRanges]
    private var leaving: [Set<Int64>]

    init(_ changes: ChangeSet, in model: ManagedObjectModel) {
        self.changes = changes
        self.model = model
        references = model.memoryReferences
        rowChanges = Array(repeating: [], count: model.entities.count)
        arriving = Array(repeating: NumberRanges(), count: model.entities.count)
        leaving = Array(repeating: [], count: model.entities.count)
        // The store keeps a row for longer than the bytes of a payload should be retained.
        var packer = RowPacker()
        for stored in changes.inserted { packer.append(stored.row) }
        for (stored, row) in zip(changes.inserted, packer.finish()) {
            let root = root(of: stored.entity)
            arriving[root].insert(stored.number)
            let new = StoredRow(
                number: stored.number, entity: stored.entity, version: 1, row: row)
            rowChanges[root].append(RowChange(number: stored.number, old: nil, new: new))
        }
    }

    /// Applies the commit, whose new rows have reserved numbers, or throws and leaves the state
    /// unchanged.
    mutating func apply(
        to state: inout MemoryState, _ numbers: ReservedNumbers
    ) throws(StoreError) {
        try checkArrivals(in: state, numbers)
        let marks = try changes.marks(at: state.version) { !state.connections.isEmpty }
        if changes.emptiesStore {
            var emptied = state
            emptied.removeAll()
            try applyRows(to: &emptied)
            state = emptied
        } else {
            try applyRows(to: &state)
        }
        state.marks.merge(marks) { _, new in new }
        for name in changes.settledMarks { state.marks[name] = nil }
        if changes.changesVersion { state.version += 1 }
    }

    private mutating func applyRows(to state: inout MemoryState) throws(StoreError) {
        let isCrossed = changes.isCrossed(at: state.version)
        for change in changes.metadata { try change.check(state.metadata[change.key.name]) }
        try collect(from: state)
        try checkReferences(in: state)
        try checkDepartures(in: state)
        try checkLinks(in: state)
        if isCrossed { try checkPartners(in: state) }
        try updateRows(of: &state)
        for root in rowChanges.indices {
            for change in rowChanges[root] { writeReferrers(change, root, to: &state) }
        }
        removeLinksOfLeavingRows(in: &state)
        for links in changes.links { write(links, to: &state) }
        if isCrossed { separatePositions(in: &state) }
        state.connections.removeAll { changes.removedConnections.contains($0.target) }
        for connection in changes.connections where !state.connections.contains(connection) {
            state.connections.append(connection)
        }
        for change in changes.metadata { state.metadata[change.key.name] = change.text }
    }

    func root(of entity: Int) -> Int { model.layouts[entity].root }

    // MARK: Versions

    /// Checks that new rows have reserved numbers without a row.
    private func checkArrivals(
        in state: MemoryState, _ numbers: ReservedNumbers
    ) throws(StoreError) {
        for stored in changes.inserted {
            let root = root(of: stored.entity)
            guard numbers.contain(stored.number, root: root),
                state.tables[root][stored.number] == nil
            else {
                throw StoreError(
                    .conflict,
                    "\(state.name(root: root, number: stored.number)) cannot be inserted: expected "
                        + "a reserved number without a row; reserve a new number")
            }
        }
    }

    /// Collects the changed rows, and checks that their stored versions are unchanged.
    private mutating func collect(from state: MemoryState) throws(StoreError) {
        var packer = RowPacker()
        var updated: [StoredRow] = []
        for update in changes.updated {
            let old = try current(
                root(of: update.row.entity), update.row.number, update.row.version, in: state)
            packer.append(old.row, replacing: update.changedSlots, from: update.row.row)
            updated.append(old)
        }
        for (old, row) in zip(updated, packer.finish()) {
            let new = StoredRow(
                number: old.number, entity: old.entity, version: old.version + 1, row: row)
            rowChanges[root(of: old.entity)].append(
                RowChange(number: new.number, old: old, new: new))
        }
        for deletion in changes.deleted {
            let root = root(of: deletion.entity)
            let old = try current(root, deletion.number, deletion.version, in: state)
            leaving[root].insert(deletion.number)
            rowChanges[root].append(RowChange(number: deletion.number, old: old, new: nil))
        }
    }

    private func current(
        _ root: Int, _ number: Int64, _ version: Int64, in state: MemoryState
    ) throws(StoreError) -> StoredRow {
        var name: String { state.name(root: root, number: number) }
        guard let stored = state.tables[root][number] else {
            throw StoreError(
                .conflict,
                "\(name) was deleted since it was read; read it again and repeat the work")
        }
        guard stored.version == version else {
            throw StoreError(
                .conflict,
                "\(name) was written since it was read: expected version \(version), found "
                    + "\(stored.version); read it again and repeat the work")
        }
        return stored
    }

    // MARK: References and links

    private func willExist(_ root: Int, _ number: Int64, in state: MemoryState) -> Bool {
        arriving[root].contains(number)
            || state.tables[root][number] != nil && !leaving[root].contains(number)
    }

    /// Checks that the objects referenced by the written rows exist after the commit.
    private func checkReferences(in state: MemoryState) throws(StoreError) {
        for root in rowChanges.indices {
            for case let (number, new?) in rowChanges[root].lazy.map({ ($0.number, $0.new) }) {
                for reference in references[new.entity] {
                    guard let target = new.row.reference(reference.slot),
                        !willExist(reference.destinationRoot, target, in: state)
                    else { continue }
                    let relationship = model.relationships[reference.relationship].name
                    throw broken(
                        "\(state.name(root: root, number: number)).\(relationship)",
                        state.name(root: reference.destinationRoot, number: target))
                }
            }
        }
    }

    /// Checks that no remaining row references a deleted one.
    private func checkDepartures(in state: MemoryState) throws(StoreError) {
        for relationship in model.relationships {
            guard case .reference(let slot) = relationship.storage else { continue }
            let target = root(of: relationship.destination)
            let source = root(of: relationship.entity)
            guard !leaving[target].isEmpty else { continue }
            let rewritten = Set(
                rowChanges[source].lazy.filter { $0.changes(slot) }.map(\.number))
            for number in leaving[target].sorted() {
                let referrer = state.referrers[relationship.index].numbers(of: number)
                    .first { !leaving[source].contains($0) && !rewritten.contains($0) }
                guard let referrer else { continue }
                throw broken(
                    "\(state.name(root: source, number: referrer)).\(relationship.name)",
                    state.name(root: target, number: number))
            }
        }
    }

    /// Checks that both ends of the new links exist after the commit.
    private func checkLinks(in state: MemoryState) throws(StoreError) {
        for links in changes.links {
            let layout = model.relationships[links.relationship]
            guard layout.storage == .links else {
                throw StoreError(
                    .invalidRequest,
                    "\(model.layouts[layout.entity].name).\(layout.name) is not kept as links")
            }
            let (source, target) = (root(of: layout.entity), root(of: layout.destination))
            for link in links.stored {
                var owner: String { state.name(root: source, number: link.source) }
                guard willExist(source, link.source, in: state) else {
                    throw broken("a link of \(layout.name)", owner)
                }
                guard willExist(target, link.destination, in: state) else {
                    throw broken(
                        "\(owner).\(layout.name)",
                        state.name(root: target, number: link.destination))
                }
            }
        }
    }

    private func broken(_ subject: String, _ target: String) -> StoreError {
        StoreError(
            .brokenReference,
            "\(subject) would lead to \(target), which does not exist; clear it or keep the object")
    }
}

extension MemoryCommit {
    /// Writes the changed rows, creates the requested indexes, and updates all indexes.
    private func updateRows(of state: inout MemoryState) throws(StoreError) {
        let flags = state.indexes.map(\.isUnique)
        for description in changes.indexes { prepare(description, in: &state) }
        writeRows(\.new, to: &state)
        for position in state.indexes.indices {
            let root = root(of: state.indexes[position].entity)
            let table = state.tables[root]
            guard !rowChanges[root].isEmpty,
                let clash = state.indexes[position].apply(rowChanges[root], in: table)
            else { continue }
            let index = state.indexes[position]
            if changes.releases(
                IndexDescription(entity: index.entity, slots: index.slots, isUnique: true),
                in: model)
            {
                state.indexes[position].makeUnique(false)
                _ = state.indexes[position].apply(rowChanges[root], in: table)
                continue
            }
            let error = uniqueness(clash, state.indexes[position], root, state)
            for done in 0..<position {
                let root = self.root(of: state.indexes[done].entity)
                state.indexes[done].revert(rowChanges[root], in: state.tables[root])
            }
            writeRows(\.old, to: &state)
            state.indexes.removeLast(state.indexes.count - flags.count)
            for (position, flag) in flags.enumerated() { state.indexes[position].makeUnique(flag) }
            throw error
        }
    }

    private func writeRows(
        _ version: (RowChange) -> StoredRow?, to state: inout MemoryState
    ) {
        for root in rowChanges.indices {
            for change in rowChanges[root] {
                state.tables[root].set(version(change), at: change.number)
            }
        }
    }

    /// Creates an index over the existing rows, or makes an existing index unique.
    ///
    /// If rows share keys, the index is not unique.
    private func prepare(_ description: IndexDescription, in state: inout MemoryState) {
        let known = state.indexes.firstIndex {
            $0.entity == description.entity && $0.slots == description.slots
        }
        if let known {
            let isUnique = description.isUnique && state.indexes[known].canBeUnique
            if isUnique { state.indexes[known].makeUnique(true) }
            return
        }
        var index = MemoryIndex(
            entity: description.entity, slots: description.slots, isUnique: false, model: model)
        let table = state.tables[root(of: description.entity)]
        for row in table.rows { index.insert(row, of: table) }
        index.makeUnique(description.isUnique && index.canBeUnique)
        state.indexes.append(index)
    }

    private func uniqueness(
        _ clash: MemoryIndex.Clash, _ index: MemoryIndex, _ root: Int, _ state: MemoryState
    ) -> StoreError {
        let slots = model.layouts[index.entity].slots
        let names = index.slots.map { slots[$0].name }.joined(separator: ", ")
        return StoreError(
            .uniqueness,
            "\(state.name(root: root, number: clash.number)) and "
                + "\(state.name(root: root, number: clash.holder)) would share \(names), which "
                + "must be unique in \(model.layouts[index.entity].name)")
    }

    private func writeReferrers(_ change: RowChange, _ root: Int, to state: inout MemoryState) {
        let entity = (change.new ?? change.old)?.entity ?? root
        for reference in references[entity] {
            let old = change.old?.row.reference(reference.slot)
            let new = change.new?.row.reference(reference.slot)
            guard old != new else { continue }
            if let old {
                state.referrers[reference.relationship].remove(change.number, owner: old)
            }
            if let new {
                state.referrers[reference.relationship].insert(change.number, owner: new)
            }
        }
        for index in state.searchIndexes.indices { state.searchIndexes[index].apply(change) }
    }

    private func removeLinksOfLeavingRows(in state: inout MemoryState) {
        for layout in model.relationships where layout.storage == .links {
            let index = layout.index
            for number in leaving[root(of: layout.entity)] {
                for link in state.links[index].links(from: number) {
                    state.links[index].remove(source: number, destination: link.destination)
                }
            }
            for number in leaving[root(of: layout.destination)] {
                for link in state.links[index].links(to: number) {
                    state.links[index].remove(source: link.source, destination: number)
                }
            }
        }
    }

    private func write(_ changes: LinkChanges, to state: inout MemoryState) {
        for link in changes.removed {
            state.links[changes.relationship].remove(
                source: link.source, destination: link.destination)
        }
        for link in changes.stored { state.links[changes.relationship].store(link) }
    }
}
