import Mercator

/// Objects of one entity as a table, as JSON or as comma-separated values.
struct ObjectList {
    let store: OpenStore
    let entity: EntityDescription
    let objects: [ManagedObject]

    private var attributes: [AttributeDescription] {
        entity.attributes(identifiedBy: store.identification(of: entity))
    }

    private var references: [RelationshipDescription] {
        entity.relationships.filter { !$0.isToMany }
    }

    private var names: [String] { attributes.map(\.name) + references.map(\.name) }

    /// The objects as a table; references are shown by key and label.
    var table: TextTable {
        TextTable(
            names.map(\.escapingControls),
            rows: objects.map { object in
                attributes.map { store.cell($0, of: object) }
                    + references.map { object[toOne: $0.name].map(store.name) ?? "" }
            })
    }

    /// The objects as JSON, one in each line.
    var lines: [String] { objects.map { ObjectJSON(store: store).text(of: $0) } }

    /// The objects as comma-separated values; references by their key.
    var csv: [[Value]] {
        [names.map(Value.string)]
            + objects.map { object in
                attributes.map { store.value($0, of: object) }
                    + references.map { key(of: object[toOne: $0.name]) }
            }
    }

    private func key(of object: ManagedObject?) -> Value {
        guard let object else { return .null }
        let keys = store.shownIdentification(of: object.entity)
            .map { store.value($0, of: object) }
        guard keys.count != 1 else { return keys[0] }
        return keys.isEmpty
            ? .integer(object.objectID.number)
            : .string(keys.map(CSVText.field).joined(separator: " "))
    }
}
