import EntityMapper
import ObjectGraph
import ResourceMapping

/// The marks of edited objects, and their values while a conflict is treated.
///
/// Mapping itself leaves edits alone, see `PendingEdit`.
struct UnsentEdits {
    let plan: RemotePlan

    /// Returns which of some objects have edits other than an entry's.
    func objects(
        among objects: [ManagedObjectID], except ending: String?, in context: ManagedObjectContext
    ) throws(StoreError) -> Set<ManagedObjectID> {
        var found: Set<ManagedObjectID> = []
        for (name, objects) in Dictionary(grouping: objects, by: \.entityName) {
            guard let root = context.model.index(ofEntity: name) else { continue }
            for (number, edits) in try context.pendingEdits(root: root, objects.map(\.number))
            where edits.contains(where: { $0.id != ending }) {
                found.insert(context.objectID(root: root, number))
            }
        }
        return found
    }

    /// Gives the edits of objects that were joined with sent ones to these.
    func adopt(_ joined: [JoinedObject], in context: ManagedObjectContext) throws(StoreError) {
        for pair in joined {
            guard let object = try context.object(with: pair.object) else { continue }
            try adopt(from: pair.other, by: object)
        }
    }

    /// Gives the edits of an object that was joined with another one to that.
    func adopt(
        from other: ManagedObjectID, by object: ManagedObject
    ) throws(StoreError) {
        let entries = try EntryPlan.entries(of: other, in: object.context)
        for entry in entries {
            var own = entry
            own.object = object.objectID
            try object.context.move(entry, to: own)
        }
        if !entries.isEmpty { markEdited(object) }
    }

    /// Gives the edited attributes and relationships of an object their committed values.
    func keep(_ entry: OutboxEntry, _ object: ManagedObject) {
        let names = entry.kind == .create ? object.changedAttributes : entry.base.keys.sorted()
        for name in names where object.entity.attribute(named: name) != nil {
            object[name] = object.committedValue(of: name)
        }
        for name in entry.references.keys {
            object.setReference(name, to: object.committedReference(of: name))
        }
    }

    /// Marks an object as edited, unless it is marked as conflicting or the like.
    func markEdited(_ object: ManagedObject) {
        guard let name = plan.synchronizationAttribute(of: object.entity),
            case .integer(let number) = object[name],
            SynchronizationState(rawValue: number)?.hasEdits == true
        else { return mark(object, .edited) }
    }

    /// Sets the synchronization state of an object if its mapping has an attribute for it.
    func mark(_ object: ManagedObject, _ state: SynchronizationState) {
        guard let name = plan.synchronizationAttribute(of: object.entity) else { return }
        object[name] = state.attributeValue
    }
}
