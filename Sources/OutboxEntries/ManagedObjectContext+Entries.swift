package import ObjectGraph

/// Entries in a unit of work.
extension ManagedObjectContext {
    /// Schedules the replacement of an entry and of its pending edit, and returns the new entry.
    @discardableResult
    package func move(
        _ old: OutboxEntry, to new: OutboxEntry?
    ) throws(StoreError) -> OutboxEntry? {
        let (before, after) = (old.pendingEdit, new?.pendingEdit)
        for name in Set([before?.name, after?.name].compactMap(\.self)) {
            try movePendingEdit(
                named: name, to: after?.name == name ? after : nil, isNew: old.text == nil,
                beside: old.entity)
        }
        var new = new
        let text = new?.makeText()
        new?.text = text
        compareAndSet(MetadataChange(old.metadataKey, from: old.text, to: text))
        return new
    }

    /// Returns an entry as it is now: its object may have been merged into another object.
    ///
    /// - Returns: The entry; `nil` if anything else has changed, for example its claim.
    package func current(_ entry: OutboxEntry) throws(StoreError) -> OutboxEntry? {
        guard let text = try metadata(entry.metadataKey) else { return nil }
        guard text != entry.text else { return entry }
        let stored = OutboxEntry(MetadataEntry(entry.metadataKey, text))
        var moved = entry
        moved.object = stored.object
        return moved.makeText() == text ? stored : nil
    }

    /// Moves the entries of an object to the object that it was merged into.
    ///
    /// - Returns: Whether there are any.
    package func moveEntries(
        of other: ManagedObjectID, to object: ManagedObjectID
    ) throws(StoreError) -> Bool {
        let entries = try EntryPlan.entries(of: other, in: self)
        for entry in entries {
            var own = entry
            own.object = object
            try move(entry, to: own)
        }
        return !entries.isEmpty
    }

    /// Returns the objects that have entries, ignoring the entry that ends.
    package func objectsWithEntries(
        among objects: [ManagedObjectID], except ending: String?
    ) throws(StoreError) -> Set<ManagedObjectID> {
        var found: Set<ManagedObjectID> = []
        for (name, objects) in Dictionary(grouping: objects, by: \.entityName) {
            guard let root = model.index(ofEntity: name) else { continue }
            for (number, edits) in try pendingEdits(root: root, objects.map(\.number))
            where edits.contains(where: { $0.id != ending }) {
                found.insert(objectID(root: root, number))
            }
        }
        return found
    }
}

extension OutboxEntry {
    /// Gives the edited attributes and relationships of an object their committed values again.
    package func reapply(to object: ManagedObject) {
        let names = kind == .create ? object.changedAttributes : base.keys.sorted()
        for name in names where object.entity.attribute(named: name) != nil {
            object[name] = object.committedValue(of: name)
        }
        for name in references.keys {
            object.setReference(name, to: object.committedReference(of: name))
        }
    }
}
