/// One object of a context, with access to its properties by name.
///
/// A managed object is a handle: the values belong to the context, and all handles of an
/// object access the same values. Two handles are equal if they refer to the same object of
/// the same context.
///
/// ```swift
/// let article = context.insert("Article")
/// article["title"] = "Hello"
/// article[toOne: "author"] = anna
/// article[toMany: "tags"].append(swift)
/// ```
///
/// Using a name that the entity does not have, or a value of the wrong type, is a programming error
/// and stops the program with a message that contains both.
public struct ManagedObject {
    /// The context of the object.
    public let context: ManagedObjectContext
    @usableFromInline package let number: Int64
    @usableFromInline let rootIndex: Int32
    /// The row's position when the handle was created; valid until a rollback of the context.
    @usableFromInline let knownPosition: Int32

    @inlinable
    package init(context: ManagedObjectContext, root: Int, number: Int64, position: Int = -1) {
        self.context = context
        self.number = number
        rootIndex = Int32(truncatingIfNeeded: root)
        knownPosition = Int32(truncatingIfNeeded: position)
    }

    /// The index of the root entity of the object's inheritance tree.
    package var root: Int { Int(rootIndex) }

    /// The identifier of the object, which can be used outside the unit of work.
    public var objectID: ManagedObjectID { context.objectID(root: root, number) }

    /// The object's own entity, which can be a sub-entity of the fetched entity.
    ///
    /// For an object that no longer exists, the root entity of its tree.
    public var entity: EntityDescription { context.model.entities[layout.index] }

    /// Indicates whether the object exists.
    ///
    /// Such an object was deleted neither in this context nor in the store.
    public var exists: Bool { position != nil }

    /// Indicates whether the object was inserted in this context and is not saved yet.
    public var isInserted: Bool { state == .inserted }

    /// Indicates whether the object has unsaved changes; a value that was set back is not a change.
    public var isUpdated: Bool {
        guard state == .updated, let position else { return false }
        let table = context.state.tables[root]
        return table.original(at: position) != table.entries[position].row
    }

    package var position: Int? {
        context.state.tables[root].livePosition(of: number, near: Int(knownPosition))
            ?? readPosition
    }

    private var readPosition: Int? {
        context.recordingFailure(nil) { () throws(StoreError) in
            try context.position(root: root, number)
        }
    }

    private var state: RowTable.State? {
        position.map { context.state.tables[root].entries[$0].state }
    }

    package var layout: EntityLayout {
        let entity =
            part(0)?.entity ?? position.map { context.state.tables[root].entries[$0].entity }
        return context.model.layouts[entity ?? root]
    }
}

extension ManagedObject: Hashable {
    /// Tests whether both handles refer to the same object of the same context.
    public static func == (left: ManagedObject, right: ManagedObject) -> Bool {
        left.number == right.number && left.root == right.root && left.context === right.context
    }

    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(root)
        hasher.combine(number)
    }
}

extension ManagedObject {
    /// The value of an attribute.
    ///
    /// An equal value is not written; setting an attribute of an object that no longer exists has
    /// no effect. The save throws a ``ValidationError`` for a value that the Swift type of a schema
    /// struct rejects, such as a string without a case in an enumeration; the same applies to a
    /// number out of the attribute's range, and an array or a dictionary that is nested too deeply,
    /// or contains an infinite number.
    ///
    /// - Complexity: O(1); the first access to an object that was not fetched reads from the store.
    public subscript(name: String) -> Value {
        get {
            let (slot, _) = attribute(name)
            if let value = part(slot)?.value { return value }
            guard let position else { return .null }
            return context.state.tables[root].entries[position].row[slot]
        }
        nonmutating set { assign(newValue, to: name) }
    }

    /// Sets an attribute.
    ///
    /// The save rejects an outlier, which denotes a value that no store can keep.
    func assign(_ value: Value, to name: String, isOutlier: Bool = false) {
        let (slot, attribute) = attribute(name)
        guard let position else { return }
        context.assign(
            value, to: attribute, slot: slot, root: root, at: position, isOutlier: isOutlier)
    }

    /// The object of a to-one relationship; `nil` if it no longer exists.
    ///
    /// - Complexity: One request for each 256 objects, if the objects are visited in fetch order.
    public subscript(toOne name: String) -> ManagedObject? {
        get { objects(relationship(name, isToMany: false)).first }
        nonmutating set {
            set(relationship(name, isToMany: false), to: newValue.map { [$0] } ?? [])
        }
    }

    /// The objects of a to-many relationship, in its own order or in insertion order.
    ///
    /// Only an ordered relationship has its own order.
    ///
    /// Objects that no longer exist are omitted.
    public subscript(toMany name: String) -> [ManagedObject] {
        get { objects(relationship(name, isToMany: true)) }
        nonmutating set { set(relationship(name, isToMany: true), to: newValue) }
    }

    /// Returns the value of the attribute at a key path if it needs no read from the store.
    @usableFromInline
    func value(of path: AnyKeyPath) -> Value? {
        guard let (entity, slot) = context.properties.attribute(of: path) else { return nil }
        let (root, position) = (root, Int(knownPosition))
        // Each access is to one field: a table, or a method of it, would retain all its members.
        guard position >= 0, position < context.state.tables[root].entries.count,
            context.state.tables[root].entries[position].number == number,
            context.state.tables[root].entries[position].entity == entity
        else { return nil }
        return context.state.tables[root].entries[position].state.isLive
            ? context.state.tables[root].entries[position].row[slot]
            : context.state.tables[root].entries[position].row.part(slot)
    }

    /// Returns the value from a fetch of some attributes.
    ///
    /// The result is `nil` if the whole row is available, or if the value was not fetched.
    private func part(_ slot: Int) -> (entity: Int, value: Value?)? {
        context.state.tables[root].part(slot, of: number, near: Int(knownPosition))
    }

    /// Returns the value of the attribute at an index of the context's ``PropertyMemory``.
    func value(at index: Int) -> Value {
        let (owner, slot) = (context.properties[index].entity, context.properties[index].slot)
        if slot >= 0, let (entity, value) = part(slot), let value,
            context.model.layouts[owner].includes(entity)
        {
            return value
        }
        guard let position else { return .null }
        let entity = context.state.tables[root].entries[position].entity
        // Access by name finds an attribute of another entity, or reports the mistake.
        guard slot >= 0, entity == owner || context.model.layouts[owner].includes(entity) else {
            return self[context.properties[index].name]
        }
        return context.state.tables[root].entries[position].row[slot]
    }

    private func attribute(_ name: String) -> (slot: Int, AttributeDescription) {
        let layout = layout
        guard let slot = layout.slotIndexes[name], let attribute = layout.slots[slot].attribute
        else {
            let names = context.model.entities[layout.index].attributes.map(\.name)
            preconditionFailure(
                "\(layout.name) has no attribute '\(name)'"
                    + Suggestion.text(for: name, among: names))
        }
        return (slot, attribute)
    }

    private func relationship(_ name: String, isToMany: Bool) -> RelationshipLayout {
        let entity = layout.index
        guard let relationship = context.model.relationship(named: name, of: entity) else {
            let names = context.model.entities[entity].relationships.map(\.name)
            preconditionFailure(
                "\(layout.name) has no relationship '\(name)'"
                    + Suggestion.text(for: name, among: names))
        }
        precondition(
            relationship.isToMany == isToMany,
            "\(layout.name).\(name) is a \(isToMany ? "to-one" : "to-many") relationship; "
                + "use [\(isToMany ? "toOne" : "toMany"): \"\(name)\"]")
        return relationship
    }

    private func objects(_ relationship: RelationshipLayout) -> [ManagedObject] {
        guard exists else { return [] }
        let target = context.root(of: relationship.destination)
        return context.recordingFailure([]) { () throws(StoreError) -> [ManagedObject] in
            try context.follow(relationship.index, from: number)
            let numbers = try context.destinations(of: relationship.index, from: number)
            if case .reference(let slot) = relationship.storage, let first = numbers.first {
                try context.loadReference(
                    first, from: number, slot: slot, of: relationship.entity, root: target)
            } else {
                try context.load(root: target, numbers)
            }
            return numbers.filter { context.state.isAlive(root: target, $0) }
                .map { ManagedObject(context: context, root: target, number: $0) }
        }
    }

    private func set(_ relationship: RelationshipLayout, to objects: [ManagedObject]) {
        guard exists else { return }
        for object in objects { requireSuitable(object, for: relationship) }
        context.recordingFailure(()) { () throws(StoreError) in
            try context.set(relationship.index, of: number, to: objects.map(\.number))
        }
    }

    private func requireSuitable(_ object: ManagedObject, for relationship: RelationshipLayout) {
        precondition(
            object.context === context,
            "\(layout.name).\(relationship.name): \(object.objectID) belongs to another "
                + "context; find it again with context.object(with: id)")
        let destination = context.model.layouts[relationship.destination]
        precondition(
            destination.includes(object.layout.index) || !object.exists,
            "\(layout.name).\(relationship.name): expected \(destination.name), "
                + "found \(object.layout.name)")
    }
}
