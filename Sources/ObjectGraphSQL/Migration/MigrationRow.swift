public import ObjectGraph

/// An object in a ``MigrationStep``: its values and to-one relationships, by name.
///
/// ```swift
/// changed["fullName"] = old["name"]
/// changed[toOne: "employer"] = company.objectID
/// ```
///
/// A wrong name or type of value is a programming error and stops the program, as with
/// ``ObjectGraph/ManagedObject``.
public struct MigrationRow: Sendable {
    /// The identifier of the object, whose number is kept unless the object moves to a different
    /// tree.
    public let objectID: ManagedObjectID
    /// The name of the object's own entity.
    public var entityName: String { layout.name }

    package var row: Row
    package let version: Int64
    package let model: ManagedObjectModel
    package let layout: EntityLayout

    init(_ row: Row, number: Int64, version: Int64, entity: Int, _ model: ManagedObjectModel) {
        layout = model.layouts[entity]
        objectID = ManagedObjectID(entityName: model.layouts[layout.root].name, number: number)
        self.row = row
        self.version = version
        self.model = model
    }

    /// The value of an attribute.
    public subscript(name: String) -> Value {
        get { row[attribute(name).slot] }
        set {
            let (slot, type) = attribute(name)
            guard let value = type.normalized(newValue) else {
                preconditionFailure("\(layout.name).\(name): expected \(type), found another kind")
            }
            row[slot] = value
        }
    }

    /// The object of a to-one relationship.
    ///
    /// A one-to-one relationship is stored at one end only; use ``RowMigration/link(_:_:to:)`` and
    /// ``RowMigration/related(_:_:)`` for the inverse.
    public subscript(toOne name: String) -> ManagedObjectID? {
        get {
            let (slot, root) = reference(name)
            return row.reference(slot).map { ManagedObjectID(entityName: root, number: $0) }
        }
        set { row[reference(name).slot] = newValue.map { .integer($0.number) } ?? .null }
    }

    private func attribute(_ name: String) -> (slot: Int, type: AttributeType) {
        guard let slot = layout.slotIndexes[name], let attribute = layout.slots[slot].attribute
        else {
            let names = layout.slots.compactMap(\.attribute).map(\.name)
            preconditionFailure(
                "\(layout.name) has no attribute '\(name)'"
                    + Suggestion.text(for: name, among: names))
        }
        return (slot, attribute.type)
    }

    private func reference(_ name: String) -> (slot: Int, root: String) {
        guard let index = layout.relationshipIndexes[name],
            case .reference(let slot) = model.relationships[index].storage
        else {
            preconditionFailure(
                "\(layout.name) has no to-one relationship '\(name)' that is kept in its row; "
                    + "use RowMigration.related and RowMigration.link")
        }
        let root = model.layouts[model.relationships[index].destination].root
        return (slot, model.layouts[root].name)
    }
}
