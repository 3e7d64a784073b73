import Mercator

/// An object as one line of JSON: its attributes, and for each object that it refers to the key.
struct ObjectJSON {
    let store: OpenStore

    /// Returns the JSON of an object.
    func text(of object: ManagedObject) -> String {
        JSONLine.text(.dictionary(members(of: object)))
    }

    /// Returns the members: attributes, keys of references, and the number of the object as `_id`.
    func members(of object: ManagedObject) -> [String: Value] {
        var members: [String: Value] = ["_id": .integer(object.objectID.number)]
        if !object.entity.ancestors.isEmpty { members["_entity"] = .string(object.entity.name) }
        for attribute in object.entity.attributes {
            members[attribute.name] = store.value(attribute, of: object)
        }
        for relationship in object.entity.relationships where !relationship.isToMany {
            let other = object[toOne: relationship.name]
            members[relationship.name] = other.map { .dictionary(key(of: $0)) } ?? .null
        }
        return members
    }

    /// Returns the key of an object: the attributes that identify it; its number if there are none,
    /// or if their values are hidden.
    func key(of object: ManagedObject) -> [String: Value] {
        let keys = store.shownIdentification(of: object.entity)
        guard !keys.isEmpty else { return ["_id": .integer(object.objectID.number)] }
        return Dictionary(
            keys.map { ($0.name, store.value($0, of: object)) },
            uniquingKeysWith: { first, _ in first })
    }
}
