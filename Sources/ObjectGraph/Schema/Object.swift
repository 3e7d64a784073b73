/// One object of a context, with the properties of a schema struct.
///
/// ```swift
/// let article = context.insert(Article.self)      // Object<Article>
/// article.title = "Hello"
/// article.author?.name                             // String?
/// article.tags.append(swift)
/// ```
///
/// Reading never stops the program. If the stored value does not fit the Swift type, because an
/// older version or another program wrote it, or if an attribute that is not optional has no
/// value yet or its object no longer exists, reading returns `nil` for an optional attribute, or
/// else the default, or else ``AttributeValue/placeholder``. The context records such a read:
/// its next ``ManagedObjectContext/save()`` throws a ``StoreError`` with code `unreadableValue`,
/// so that no change based on a substituted value is saved. ``managedObject`` gives access to
/// the stored value.
///
/// A custom type that rejects the zero value of its kind and has no placeholder cannot be read in
/// this way. A model of schema structs rejects it. With a model that was created by name, typed
/// fetches throw a ``StoreError`` with code `invalidRequest`, and access to the properties without
/// a typed fetch is a programming error. Neither depends on the stored data.
@dynamicMemberLookup
public struct Object<E: Entity>: Hashable {
    /// The untyped object.
    public let managedObject: ManagedObject

    /// Creates the typed view of an object; `nil` if the object is of another entity.
    public init?(_ object: ManagedObject) {
        guard let layout = object.context.model.layout(named: E.entityName),
            layout.includes(object.layout.index)
        else { return nil }
        managedObject = object
    }

    /// Creates a typed view without a check; the caller ensures that the object is of this entity.
    @inlinable
    init(unchecked object: ManagedObject) {
        managedObject = object
    }

    /// The identifier of the object, which can be used outside the unit of work.
    public var objectID: ManagedObjectID { managedObject.objectID }

    /// Indicates whether the object exists.
    ///
    /// Such an object was deleted neither in this context nor in the store.
    public var exists: Bool { managedObject.exists }

    /// Returns the same object as an object of an ancestor or a descendant entity.
    ///
    /// The result is `nil` if the object does not belong to the entity.
    public func `as`<Other: Entity>(_ type: Other.Type) -> Object<Other>? {
        Object<Other>(managedObject)
    }

    /// The value of an attribute.
    public subscript<Value: AttributeValue>(
        dynamicMember path: KeyPath<E, Attribute<Value>>
    ) -> Value {
        @inlinable get {
            let stored = managedObject.value(of: path) ?? valueFoundFirst(of: path)
            return Value(attributeValue: stored) ?? standIn(for: path, stored)
        }
        nonmutating set {
            let index = propertyIndex(of: path, schema[keyPath: path].nameInModel)
            let stored = newValue.attributeValue
            let isOutlier = stored.isNull && newValue.outlier != nil
            managedObject.assign(stored, to: name(at: index), isOutlier: isOutlier)
        }
    }

    /// The object of a to-one relationship.
    public subscript<Destination: Entity>(
        dynamicMember path: KeyPath<E, ToOne<Destination>>
    ) -> Object<Destination>? {
        get {
            let index = propertyIndex(of: path, schema[keyPath: path].nameInModel)
            return managedObject[toOne: name(at: index)].map(Object<Destination>.init(unchecked:))
        }
        nonmutating set {
            let index = propertyIndex(of: path, schema[keyPath: path].nameInModel)
            managedObject[toOne: name(at: index)] = newValue?.managedObject
        }
    }

    /// The objects of a to-many relationship.
    public subscript<Destination: Entity>(
        dynamicMember path: KeyPath<E, ToMany<Destination>>
    ) -> [Object<Destination>] {
        get {
            let index = propertyIndex(of: path, schema[keyPath: path].nameInModel)
            return managedObject[toMany: name(at: index)].map(Object<Destination>.init(unchecked:))
        }
        nonmutating set {
            let index = propertyIndex(of: path, schema[keyPath: path].nameInModel)
            managedObject[toMany: name(at: index)] = newValue.map(\.managedObject)
        }
    }

    private var schema: E { managedObject.context.schema(E.self) }

    /// Returns the property's index in the context's memory, adding the property on first use.
    private func propertyIndex(of path: AnyKeyPath, _ name: @autoclosure () -> String) -> Int {
        let context = managedObject.context
        return context.properties.index(of: path)
            ?? context.addProperty(path, name(), of: E.entityName)
    }

    private func name(at index: Int) -> String { managedObject.context.properties[index].name }

    /// Returns the value of an attribute that may not be in the context's property memory yet.
    @usableFromInline
    func valueFoundFirst<Value>(
        of path: KeyPath<E, Attribute<Value>>
    ) -> ObjectGraph.Value {
        managedObject.value(at: propertyIndex(of: path, schema[keyPath: path].nameInModel))
    }

    /// Returns the substitute for an invalid stored value, and records the read in the context.
    @usableFromInline
    func standIn<Value: AttributeValue>(
        for path: KeyPath<E, Attribute<Value>>, _ stored: ObjectGraph.Value
    ) -> Value {
        let attribute = schema[keyPath: path]
        managedObject.context.noteUnreadable(managedObject, attribute.name, "\(Value.self)", stored)
        let layout = managedObject.context.model.layout(named: E.entityName)
        let slot = layout?.slotIndexes[attribute.name]
        let fallback = slot.flatMap { slot in
            layout.flatMap { Value(attributeValue: $0.defaults[slot]) }
        }
        guard
            let value = Value(attributeValue: .null) ?? attribute.defaultValue ?? fallback
                ?? Value.placeholder
        else {
            // Stored data cannot cause this: the schema struct is rejected before the first read.
            preconditionFailure(
                "\(E.entityName).\(attribute.name) is not optional and has no default, and "
                    + "\(Value.self) no longer has a placeholder")
        }
        return value
    }
}

extension ManagedObjectContext {
    /// Inserts a new object with the default values of its entity.
    public func insert<E: Entity>(_ type: E.Type) -> Object<E> {
        Object(unchecked: insert(E.entityName))
    }

    /// Deletes an object and applies the delete rules to related objects.
    public func delete<E: Entity>(_ object: Object<E>) {
        delete(object.managedObject)
    }
}
