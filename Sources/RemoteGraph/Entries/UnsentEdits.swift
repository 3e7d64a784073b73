import EntityMapper
import ObjectGraph
import OrphanDetection
import ResourceMapping

/// The protection of edits that were not sent from the values of responses.
///
/// It runs in the unit of work that maps a response, before its save. Edited attributes keep the
/// value that they have in the store, and a deleted object does not come back.
struct UnsentEdits {
    let plan: RemotePlan
    /// The name of the entry whose response is mapped, and which therefore ends.
    var ending: String?

    /// Undoes the changes that a response has made to edits.
    ///
    /// - Complexity: One request for the names of the entries if there are none.
    func keep(in context: ManagedObjectContext) throws(StoreError) {
        for entry in try entries(in: context) {
            guard entry.kind != .delete else {
                try deleteAgain(entry, in: context)
                continue
            }
            guard let object = try context.object(with: entry.object) else { continue }
            keep(entry, object)
            markEdited(object)
        }
    }

    /// Excludes edited objects from a deletion of orphans.
    func sparing(
        _ deletion: OrphanDeletion, in context: ManagedObjectContext
    ) throws(StoreError) -> OrphanDeletion {
        var deletion = deletion
        for entry in try entries(in: context) where entry.kind != .delete {
            guard let object = try context.object(with: entry.object),
                let key = plan.identification(of: object.entity).first, !object[key].isNull
            else { continue }
            let others = EntityPredicate(.comparison(PropertyPath(key), .notEqual, object[key]))
            for index in deletion.scopes.indices {
                let name = deletion.scopes[index].request.entityName
                guard
                    ([object.entity] + object.entity.ancestors).contains(where: { $0.name == name })
                else { continue }
                deletion.scopes[index].request.predicate =
                    deletion.scopes[index].request.predicate && others
            }
        }
        return deletion
    }

    /// Returns the objects that have edits.
    func objects(in context: ManagedObjectContext) throws(StoreError) -> Set<ManagedObjectID> {
        Set(try entries(in: context).map(\.object))
    }

    private func entries(in context: ManagedObjectContext) throws(StoreError) -> [OutboxEntry] {
        try EntryPlan.entries(in: context).filter {
            $0.isReadable && $0.checkpoint.name != ending
        }
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

    private func deleteAgain(
        _ entry: OutboxEntry, in context: ManagedObjectContext
    ) throws(StoreError) {
        guard !entry.identity.isEmpty, let entity = entry.entityName else { return }
        let found = try context.fetch(
            FetchRequest(
                entity,
                where: entry.identity.sorted { $0.key < $1.key }.reduce(.true) { all, value in
                    all
                        && EntityPredicate(
                            .comparison(PropertyPath(value.key), .equal, value.value))
                }))
        context.delete(found.filter(\.isInserted))
    }
}
