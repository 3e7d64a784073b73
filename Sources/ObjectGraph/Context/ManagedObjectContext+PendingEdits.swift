/// The pending edits, which wait to be sent to a server.
extension ManagedObjectContext {
    /// Tests whether there can be such edits, in the store or in pending changes.
    package func hasPendingEdits() throws(StoreError) -> Bool {
        if state.metadata.has(behind: PendingEdit.prefix) { return true }
        return try registeredConnections().hasPendingEdits
    }

    /// Returns the edits of some objects, pending changes included.
    ///
    /// - Complexity: One request for each object if there are few objects, or else one for the
    ///   edits of the tree; none without pending edits.
    package func pendingEdits(
        root: Int, _ numbers: [Int64]
    ) throws(StoreError) -> [Int64: [PendingEdit]] {
        guard !numbers.isEmpty, try hasPendingEdits() else { return [:] }
        let (name, wanted) = (model.entities[root].name, Set(numbers))
        let prefixes =
            wanted.count > 8
            ? [PendingEdit.prefix(name)] : wanted.map { PendingEdit.prefix(name, $0) }
        let edits = try pendingEdits(behind: prefixes, root: root).filter {
            if case .deletion = $0.kind { false } else { wanted.contains($0.number) }
        }
        return Dictionary(grouping: edits, by: \.number)
    }

    /// Returns the deletions of objects in a tree, pending changes included.
    package func pendingDeletions(root: Int) throws(StoreError) -> [PendingEdit] {
        guard try hasPendingEdits() else { return [] }
        return try pendingEdits(
            behind: [PendingEdit.deletions(model.entities[root].name)], root: root)
    }

    private func pendingEdits(
        behind prefixes: [String], root: Int
    ) throws(StoreError) -> [PendingEdit] {
        var found: [String: String] = [:]
        if try registeredConnections().hasPendingEdits {
            for prefix in prefixes {
                for metadata in try metadata(behind: prefix) {
                    found[metadata.key.name] = metadata.text
                }
            }
        }
        for change in prefixes.flatMap(state.metadata.behind) {
            found[change.key.name] = change.text
        }
        let name = model.entities[root].name
        return found.sorted { $0.key < $1.key }.compactMap {
            PendingEdit(MetadataEntry(MetadataKey($0.key, beside: root), $0.value), root: name)
        }
    }

    /// Returns the objects with other edits than the given ones, pending changes included.
    ///
    /// - Complexity: One request for the names of all edits; none without pending edits.
    package func editedObjects(except ended: Set<String> = []) throws(StoreError) -> Set<RowID> {
        guard try hasPendingEdits() else { return [] }
        var names = Set(
            try metadata(behind: PendingEdit.prefix, withTexts: false).map(\.key.name))
        for change in state.metadata.behind(PendingEdit.prefix) {
            if change.text == nil {
                names.remove(change.key.name)
            } else {
                names.insert(change.key.name)
            }
        }
        return Set(
            names.compactMap { name in
                let parts = name.split(separator: ":")
                guard parts.count == 4, !ended.contains(String(parts[3])),
                    let number = Int64(parts[2]), let root = model.index(ofEntity: String(parts[1]))
                else { return nil }
                return RowID(root: root, number: number)
            })
    }

    /// Returns the names of the edits of an object in the store, deletions included.
    package func namesOfPendingEdits(
        root: Int, _ number: Int64
    ) throws(StoreError) -> [String] {
        guard try registeredConnections().hasPendingEdits else { return [] }
        let name = model.entities[root].name
        let prefixes = [
            PendingEdit.prefix(name, number), "\(PendingEdit.deletions(name))\(number):",
        ]
        var names: [String] = []
        for prefix in prefixes {
            names += try metadata(behind: prefix, withTexts: false)
                .map { String($0.key.name.dropFirst(prefix.count)) }
        }
        return names
    }

    /// Schedules the replacement of the edit with a name; `nil` removes the edit.
    ///
    /// - Parameters:
    ///   - name: The name of the metadata entry.
    ///   - new: The edit.
    ///   - isNew: Whether the store cannot have an edit with the name.
    ///   - entity: The entity of the store that keeps the edit.
    /// - Throws: `StoreError` if the store fails.
    package func movePendingEdit(
        named name: String, to new: PendingEdit?, isNew: Bool, beside entity: Int
    ) throws(StoreError) {
        let key = MetadataKey(name, beside: entity)
        let stored = isNew ? nil : try metadata(key)
        guard stored != new?.text || state.metadata[key] != nil else {
            return
        }
        compareAndSet(MetadataChange(key, from: stored, to: new?.text))
    }
}
