import ObjectGraph

/// The edits that a payload must not overwrite.
///
/// They wait to be sent, or the payload may be older than their answers; edits that the payload
/// itself answers are none of them.
extension MappingInput {
    /// Tests whether there can be such edits.
    func hasEdits() throws(StoreError) -> Bool {
        try context.hasPendingEdits() || !edits.crossing().isEmpty
    }

    /// Returns the edits of some objects in a tree.
    ///
    /// - Complexity: That of ``ObjectGraph/ManagedObjectContext/pendingEdits(root:_:)``.
    func edits(root: Int, _ numbers: [Int64]) throws(StoreError) -> [Int64: [PendingEdit]] {
        var found = try context.pendingEdits(root: root, numbers)
            .mapValues { $0.filter { !edits.answered.contains($0.id) } }
        let crossing = try crossing(root)
        if !crossing.isEmpty {
            let wanted = Set(numbers)
            for edit in crossing where wanted.contains(edit.number) && !edit.isDeletion {
                found[edit.number, default: []].append(edit)
            }
        }
        return found.filter { !$0.value.isEmpty }
    }

    /// Returns the deletions of objects in a tree.
    func deletions(root: Int) throws(StoreError) -> [PendingEdit] {
        try context.pendingDeletions(root: root).filter { !edits.answered.contains($0.id) }
            + crossing(root).filter(\.isDeletion)
    }

    /// Returns the objects with edits that were answered since the payload was requested.
    func crossedObjects() -> Set<RowID> {
        Set(
            edits.crossing().compactMap { edit in
                guard !edit.isDeletion, !edits.answered.contains(edit.id),
                    let root = context.model.index(ofEntity: edit.root)
                else { return nil }
                return RowID(root: root, number: edit.number)
            })
    }

    /// Returns the edits of a tree that were answered since the payload was requested.
    ///
    /// The store is read before: an edit whose answer is saved later is still pending in the view.
    private func crossing(_ root: Int) throws(StoreError) -> [PendingEdit] {
        let name = context.model.entities[root].name
        return edits.crossing().filter { $0.root == name && !edits.answered.contains($0.id) }
    }
}

extension PendingEdit {
    fileprivate var isDeletion: Bool {
        if case .deletion = kind { true } else { false }
    }
}
