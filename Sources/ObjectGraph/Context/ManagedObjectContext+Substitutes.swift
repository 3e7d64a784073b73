/// Attributes with substitute values.
extension ManagedObjectContext {
    /// Indicates whether this unit of work has assigned substitutes.
    package var assignsSubstitutes: Bool { !state.substitutes.marked.isEmpty }

    /// Tests whether there can be substitutes, in the store or in pending changes.
    package func hasSubstitutes() throws(StoreError) -> Bool {
        guard state.substitutes.marked.isEmpty else { return true }
        return try registeredConnections().hasSubstitutes
    }

    /// Returns the substitutes of some objects, with their texts; pending changes included.
    ///
    /// A value with another text is not a substitute, see ``Value/substituteText``.
    ///
    /// - Complexity: One request, for the substitutes of these objects if there are few objects, or
    ///   else for all of the tree; none if the store has never kept a substitute.
    package func substitutes(
        root: Int, _ numbers: [Int64]
    ) throws(StoreError) -> [SubstituteKey: String] {
        guard !numbers.isEmpty, try hasSubstitutes() else { return [:] }
        var found = try storedSubstitutes(root: root, Set(numbers))
        for key in state.substitutes.settled { found[key] = nil }
        let wanted = Set(numbers)
        for (key, text) in state.substitutes.marked
        where key.root == root && wanted.contains(key.number) {
            found[key] = text
        }
        return found
    }

    /// Returns the substitutes in the store.
    private func storedSubstitutes(
        root: Int, _ numbers: Set<Int64>
    ) throws(StoreError) -> [SubstituteKey: String] {
        guard try registeredConnections().hasSubstitutes else { return [:] }
        let tree = SubstituteKey.prefix(model.entities[root].name)
        let prefixes = numbers.count > 8 ? [tree] : numbers.map { "\(tree)\($0):" }
        var found: [SubstituteKey: String] = [:]
        for prefix in prefixes {
            for metadata in try metadata(behind: prefix) {
                guard let key = SubstituteKey(metadata, root: root, prefix: tree),
                    numbers.contains(key.number)
                else { continue }
                found[key] = metadata.text
            }
        }
        return found
    }

    /// Records that an attribute has no substitute because a program has assigned its value.
    ///
    /// The save recognizes a value that differs from the stored value; an equal value is recorded
    /// only here.
    func noteChoice(_ attribute: String, slot: Int, root: Int, at position: Int) {
        let table = state.tables[root]
        let entry = table.entries[position]
        let key = SubstituteKey(root: root, number: entry.number, attribute: attribute)
        state.substitutes.settleIfMarked(key)
        guard entry.state == .clean || entry.state == .updated else { return }
        let stored = table.original(at: position) ?? entry.row
        if entry.row.isSame(slot, as: stored) { state.substitutes.settle(key) }
    }

    /// Returns the changes of metadata that record the substitutes of a save.
    func substituteChanges(_ changes: ChangeSet) throws(StoreError) -> [MetadataChange] {
        guard !state.substitutes.isEmpty || !changes.updated.isEmpty || !changes.deleted.isEmpty,
            try hasSubstitutes()
        else { return [] }
        let marked = state.substitutes.marked.filter { isAlive($0.key) }
        var written: [Int: [Int64: Set<String>]] = [:]
        for update in changes.updated {
            let layout = model.layouts[update.row.entity]
            written[layout.root, default: [:]][update.row.number] = Set(
                update.changedSlots.map { layout.slots[$0].name })
        }
        for key in state.substitutes.settled {
            written[key.root, default: [:]][key.number, default: []].insert(key.attribute)
        }
        for key in marked.keys { written[key.root, default: [:]][key.number, default: []] = [] }
        var deleted: [Int: Set<Int64>] = [:]
        for deletion in changes.deleted {
            let root = root(of: deletion.entity)
            deleted[root, default: []].insert(deletion.number)
            written[root, default: [:]][deletion.number, default: []] = []
        }
        return try moves(marked, written, deleted)
    }

    /// Returns the moves for new substitutes, for written attributes and for deleted objects.
    private func moves(
        _ marked: [SubstituteKey: String], _ written: [Int: [Int64: Set<String>]],
        _ deleted: [Int: Set<Int64>]
    ) throws(StoreError) -> [MetadataChange] {
        var moves: [MetadataChange] = []
        for (root, objects) in written {
            let stored = try storedSubstitutes(root: root, Set(objects.keys))
            for (key, text) in stored where marked[key] == nil {
                let isGone = deleted[root]?.contains(key.number) == true
                guard isGone || objects[key.number]?.contains(key.attribute) == true
                else { continue }
                moves.append(MetadataChange(key.metadata(in: model), from: text, to: nil))
            }
            for (key, text) in marked where key.root == root && stored[key] != text {
                moves.append(
                    MetadataChange(key.metadata(in: model), from: stored[key], to: text))
            }
            let flag = MetadataKey(SubstituteKey.flag, beside: root)
            if marked.keys.contains(where: { $0.root == root }), try metadata(flag) == nil,
                !moves.contains(where: { $0.key.name == flag.name })
            {
                moves.append(MetadataChange(flag, from: nil, to: "1"))
            }
        }
        return moves
    }

    private func isAlive(_ key: SubstituteKey) -> Bool {
        state.isAlive(root: key.root, key.number)
    }
}
