/// Typed lookup by identifier, and deletion.
extension ManagedObjectContext {
    /// Returns the object with an identifier as an object of a schema struct.
    ///
    /// ```swift
    /// let article = try context.object(Article.self, with: result.first)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - id: The identifier; for `nil` the result is `nil`.
    /// - Returns: The object, or `nil` if it does not exist or is of another entity.
    /// - Throws: ``StoreError`` if the store cannot be read, if the identifier is not of this
    ///   model, or if an attribute has no substitute for stored values that do not fit.
    public func object<E: Entity>(
        _ type: E.Type, with id: ManagedObjectID?
    ) throws(StoreError) -> Object<E>? {
        _ = try readableSchema(type)
        guard let id, let object = try object(with: id) else { return nil }
        return Object(object)
    }

    /// Returns the objects with the given identifiers as objects of a schema struct.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - ids: The identifiers.
    /// - Returns: The objects in the order of their identifiers, without objects that no longer
    ///   exist or belong to another entity.
    /// - Throws: ``StoreError`` if the store cannot be read, or an identifier is not of this model.
    /// - Complexity: One request, regardless of the number of identifiers.
    public func objects<E: Entity>(
        _ type: E.Type, with ids: [ManagedObjectID]
    ) throws(StoreError) -> [Object<E>] {
        if let root = model.layout(named: E.entityName)?.root {
            let name = model.layouts[root].name
            try load(root: root, ids.filter { $0.entityName == name }.map(\.number))
        }
        var objects: [Object<E>] = []
        for id in ids {
            if let object = try object(type, with: id) { objects.append(object) }
        }
        return objects
    }

    /// Deletes objects and applies the delete rules to related objects.
    ///
    /// - Parameter objects: The objects, all of this context.
    public func delete<E: Entity>(_ objects: [Object<E>]) {
        delete(objects.map(\.managedObject))
    }
}
