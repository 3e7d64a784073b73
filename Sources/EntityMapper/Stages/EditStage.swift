import ObjectGraph

/// The stage that preserves edits waiting to be sent to a server.
///
/// Edited values keep their state from before the operation, and deleted objects stay deleted,
/// regardless of the payload and the hooks. The edit is sent to the server later, and the response
/// completes it.
struct EditStage {
    private let input: MappingInput
    /// The state at the start of the operation; `nil` if nothing waits.
    private let start: GraphChanges.Moment?

    /// Creates the stage; it does nothing if no edit waits in the store or the context.
    ///
    /// - Throws: `StoreError` if the store fails.
    init(_ input: MappingInput) throws(StoreError) {
        self.input = input
        start = try input.hasEdits() ? GraphChanges.Moment(input.context) : nil
    }

    private var context: ManagedObjectContext { input.context }

    /// Undoes the changes that the operation has made to edits so far.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: `StoreError` if the store fails.
    /// - Complexity: O(changes), and one request for the edits of each tree; nothing if no edit
    ///   waits.
    func run(_ deletions: inout Deletions) throws(StoreError) -> Bool {
        guard let start else { return false }
        let changes = GraphChanges(since: start, in: context)
        var hasKept = try removeDeleted(changes.inserted, &deletions)
        let changed = changes.written.union(changes.relinked).union(changes.reached)
        for (root, rows) in Dictionary(grouping: changed, by: \.root).sorted(by: { $0.key < $1.key }
        ) {
            let edits = try input.edits(root: root, rows.map(\.number).sorted())
            for (number, edits) in edits.sorted(by: { $0.key < $1.key }) {
                for edit in edits where try keep(edit, root, number) { hasKept = true }
            }
        }
        return hasKept
    }

    /// Deletes new objects that were deleted before.
    private func removeDeleted(
        _ inserted: Set<RowID>, _ deletions: inout Deletions
    ) throws(StoreError) -> Bool {
        var hasRemoved = false
        for (root, rows) in Dictionary(grouping: inserted, by: \.root).sorted(by: {
            $0.key < $1.key
        }
        ) {
            let edits = try input.deletions(root: root)
            guard !edits.isEmpty else { continue }
            let table = context.state.tables[root]
            let doomed = rows.map(\.number).sorted().filter { number in
                guard let entry = table.position(of: number).map({ table.entries[$0] }) else {
                    return false
                }
                let layout = context.model.layouts[entry.entity]
                return edits.contains { edit in
                    edit.isDeletion(of: context.model.entities[entry.entity]) { name in
                        layout.slotIndexes[name].map { entry.row[$0] }
                    }
                }
            }
            guard !doomed.isEmpty else { continue }
            try context.delete(root: root, doomed)
            (deletions.hasDeleted, hasRemoved) = (true, true)
            for number in doomed { deletions.withdrawn.insert(RowID(root: root, number: number)) }
        }
        return hasRemoved
    }

    /// Restores the edited properties of an object to their values from before the operation.
    private func keep(
        _ edit: PendingEdit, _ root: Int, _ number: Int64
    ) throws(StoreError) -> Bool {
        guard let position = try context.position(root: root, number),
            context.state.tables[root].isAlive(at: position)
        else { return false }
        let entry = context.state.tables[root].entries[position]
        // An object whose row is as in the store has changed in its relationships only.
        let before = input.rowBefore(root: root, at: position) ?? entry.row
        let layout = context.model.layouts[entry.entity]
        let relationships = layout.relationships.map { context.model.relationships[$0] }
        var slots = layout.slots.indices.filter { slot in
            if case .reference = layout.slots[slot].content { return false }
            return edit.includes(layout.slots[slot].name)
        }
        slots += synchronizationSlots(of: layout)
        var hasKept = false
        for slot in slots {
            let row = context.state.tables[root].entries[position].row
            guard !row.isSame(slot, as: before) else { continue }
            context.set(before[slot], slot: slot, root: root, at: position)
            hasKept = true
        }
        for relationship in relationships where edit.includes(relationship.name) {
            if try keep(relationship, of: number) { hasKept = true }
        }
        return hasKept
    }

    /// The attributes that mark objects of an entity as edited.
    private func synchronizationSlots(of layout: EntityLayout) -> Set<Int> {
        Set(
            input.plan.entities.compactMap { plan in
                plan.layout.includes(layout.index) ? plan.synchronizationSlot : nil
            })
    }

    private func keep(
        _ relationship: RelationshipLayout, of number: Int64
    ) throws(StoreError) -> Bool {
        let now = try context.destinations(of: relationship.index, from: number)
        let state = context.state
        context.state = input.before
        let found = Result { () throws(StoreError) in
            try context.destinations(of: relationship.index, from: number)
        }
        context.state = state
        let root = context.root(of: relationship.destination)
        let before = try found.get()
        try context.load(root: root, before.sorted())
        let wanted = before.filter { context.state.isAlive(root: root, $0) }
        let isSame =
            relationship.isOrdered ? now == wanted : now.sorted() == wanted.sorted()
        guard !isSame else { return false }
        try context.set(relationship.index, of: number, to: wanted)
        return true
    }
}

extension PendingEdit {
    /// Tests whether a property of the object was edited.
    fileprivate func includes(_ property: String) -> Bool {
        switch kind {
        case .creation: true
        case .update(let properties): properties.contains(property)
        case .deletion: false
        }
    }
}
