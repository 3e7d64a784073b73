extension ManagedObjectContext {
    /// Inserts a new object with the default values of its entity.
    ///
    /// An abstract entity, or an entity that is missing from the model, is a programming error. If
    /// the store fails to reserve a number for the object, the next save throws.
    public func insert(_ entityName: String) -> ManagedObject {
        let layout = layout(named: entityName)
        precondition(
            !layout.isAbstract, "\(entityName) is abstract; insert one of its sub-entities")
        return object(root: layout.root, insertRow(entity: layout.index))
    }

    /// Deletes an object and applies the delete rules to related objects.
    ///
    /// Deleting an object that no longer exists has no effect.
    public func delete(_ object: ManagedObject) {
        delete([object])
    }

    /// Deletes objects in as few requests as their relationships allow.
    public func delete(_ objects: [ManagedObject]) {
        for object in objects where object.context !== self {
            preconditionFailure(
                "\(object.objectID) belongs to another context; find it again with "
                    + "context.object(with: id)")
        }
        let byRoot = Dictionary(grouping: objects, by: \.root)
        for (root, objects) in byRoot.sorted(by: { $0.key < $1.key }) {
            recordingFailure(()) { () throws(StoreError) in
                try delete(root: root, objects.map(\.number))
            }
        }
    }

    /// Returns the object with an identifier, or `nil` if it does not exist.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read, with code `invalidRequest` for an
    ///   identifier of another model.
    public func object(with id: ManagedObjectID) throws(StoreError) -> ManagedObject? {
        guard let layout = model.layout(named: id.entityName), layout.root == layout.index else {
            throw StoreError(.invalidRequest, "\(id) is no object of this model")
        }
        guard try position(root: layout.root, id.number) != nil else { return nil }
        return object(root: layout.root, id.number)
    }

    /// Returns the number of objects that match a request, including pending changes.
    ///
    /// - Throws: The errors of ``fetch(_:)-(FetchRequest)``.
    public func count(_ request: FetchRequest) throws(StoreError) -> Int {
        try count(matching: RowRequest(request, model))
    }

    package func object(root: Int, _ number: Int64) -> ManagedObject {
        ManagedObject(context: self, root: root, number: number)
    }

    package func objectID(root: Int, _ number: Int64) -> ManagedObjectID {
        ManagedObjectID(entityName: model.layouts[root].name, number: number)
    }

    func layout(named name: String) -> EntityLayout {
        guard let layout = model.layout(named: name) else {
            preconditionFailure(
                "the model has no entity '\(name)'"
                    + Suggestion.text(for: name, among: model.entities.map(\.name)))
        }
        return layout
    }
}
