import EntityMapper
import HTTPValues
public import ObjectGraph
import OutboxEntries
import RemoteGraph
public import RemotePlanning

/// Adding edits.
///
/// Each method schedules an entry that the next save of the context writes together with the edit.
/// `user` is the name of the user whose credential sends the edit (``Credential/identity``). The
/// default is the user of the manager's most recent credential. Before the first request, and
/// without names, an edit is sent with any credential; pass the name if users share a store. All
/// methods throw ``RemoteError`` with code `missingObject` for an object that does not exist, and
/// with code `failedOutbox` if the store cannot be read.
extension Outbox {
    /// Adds the creation of a new object.
    ///
    /// ```swift
    /// let article = context.insert("Article")
    /// article["title"] = "Maps"
    /// try manager.outbox.create(article.objectID, in: context)
    /// try context.save()
    /// ```
    ///
    /// The object is sent as it is at the time of sending. An object that already has an identifier
    /// is sent by PUT if there is a route for it, and otherwise by POST.
    ///
    /// - Parameters:
    ///   - object: The object, which may be unsaved.
    ///   - context: The context of the edit.
    ///   - user: The name of the user.
    /// - Throws: ``RemoteError``.
    public func create(
        _ object: ManagedObjectID, in context: ManagedObjectContext, user: String? = nil
    ) throws(RemoteError) {
        try Self.wrapping {
            let object = try existing(object, context)
            try add(try entry(.create, object, user), in: context)
            plan.markEdited(object)
        }
    }

    /// Adds the changes of an object, to be called after them and before the save.
    ///
    /// The changed attributes and to-one relationships are sent by PATCH. The object is sent as a
    /// whole, by PUT, if there is no route for PATCH, or if there are changes of to-many
    /// relationships only.
    ///
    /// - Parameters:
    ///   - object: The object with unsaved changes.
    ///   - context: The context of the edit.
    ///   - user: The name of the user.
    /// - Returns: Whether there are changes; without any, no entry is added.
    /// - Throws: ``RemoteError``.
    @discardableResult
    public func update(
        _ object: ManagedObjectID, in context: ManagedObjectContext, user: String? = nil
    ) throws(RemoteError) -> Bool {
        try Self.wrapping {
            let object = try existing(object, context)
            var entry = try entry(.update, object, user)
            let state = plan.synchronizationAttribute(of: object.entity)
            for name in object.changedAttributes where name != state {
                entry.base[name] = object.committedValue(of: name)
            }
            entry.references = object.changedReferences
            entry.lists = object.changedLists
            guard !entry.base.isEmpty || !entry.references.isEmpty || !entry.lists.isEmpty
            else { return false }
            entry.versionTag = try versionTag(of: object, entry.kind, entry.user)
            try add(entry, in: context)
            plan.markEdited(object)
            return true
        }
    }

    /// Deletes an object in a context, and adds its deletion on the server.
    ///
    /// The URL of the request is determined now, from the values of the object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - context: The context of the edit.
    ///   - user: The name of the user.
    /// - Throws: ``RemoteError``, also if the object has an identifier, but no route for DELETE.
    public func delete(
        _ object: ManagedObjectID, in context: ManagedObjectContext, user: String? = nil
    ) throws(RemoteError) {
        try Self.wrapping {
            let object = try existing(object, context)
            var entry = try entry(.delete, object, user)
            for name in plan.identification(of: object.entity) where !object[name].isNull {
                entry.identity[name] = object[name]
            }
            // An object that was never sent has no URL.
            if !entry.identity.isEmpty {
                entry.url = Secrets(plan.server).removing(
                    from: try plan.request(.delete, for: object).request.url)
            }
            entry.versionTag = try versionTag(of: object, entry.kind, entry.user)
            entry.parents = object.entity.relationships.filter { !$0.isToMany }
                .compactMap { object[toOne: $0.name]?.objectID }
            try add(entry, in: context)
            context.delete(object)
        }
    }

    private func existing(
        _ identifier: ManagedObjectID, _ context: ManagedObjectContext
    ) throws -> ManagedObject {
        guard let object = try context.object(with: identifier) else {
            throw RemoteError(
                .missingObject,
                "\(identifier) does not exist; add an edit before the object is deleted")
        }
        return object
    }

    private func entry(
        _ kind: OutboxEntry.Kind, _ object: ManagedObject, _ user: String?
    ) throws -> OutboxEntry {
        var entry = OutboxEntry(
            kind, of: object.objectID,
            order: try EntryOrder.next(in: object.context), key: EntryOrder.identifier(),
            entity: object.root)
        entry.entityName = object.entity.name
        entry.user = user ?? manager.userName
        return entry
    }

    private func add(
        _ entry: OutboxEntry, in context: ManagedObjectContext
    ) throws(StoreError) {
        try context.move(entry, to: entry)
    }

    /// Returns the stored version of an object, for `If-Match`.
    private func versionTag(
        of object: ManagedObject, _ kind: OutboxEntry.Kind, _ user: String?
    ) throws -> String? {
        let method: ResourceRequest.Method = kind == .delete ? .delete : .patch
        if let tag = plan.versionTag(of: object, method) { return tag }
        guard options.sendsIfMatch,
            let request = try? plan.request(.get, for: object).request
        else { return nil }
        return try manager.strongTag(of: request, user: user, in: object.context)
    }
}

extension ManagedObject {
    /// The to-many relationships with pending changes.
    fileprivate var changedLists: Set<String> {
        Set(
            layout.relationships.map { context.model.relationships[$0] }
                .filter { $0.isToMany && context.changedSources(of: $0.index).contains(number) }
                .map(\.name))
    }
}
