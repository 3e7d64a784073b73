import Mercator

/// A store opened for looking at it, without knowing its model beforehand.
struct OpenStore {
    let address: any StoreAddress
    let description: StoredDescription
    let container: PersistentContainer
    let mask: ValueMask
    /// The attributes of each entity that identify objects of it or of a related entity.
    private let keys: [String: Set<String>]

    /// Opens a store for reading.
    ///
    /// - Throws: ``CommandError`` or `StoreError` if the store does not exist.
    init(_ address: any StoreAddress, mask: ValueMask = ValueMask()) throws {
        try address.requireStorable()
        self.address = address
        description = try address.storedDescription()
        container = try PersistentContainer(model: description.model, store: address.readOnly())
        self.mask = mask
        var keys = description.identifications.mapValues(Set.init)
        for connection in try container.registeredConnections() {
            keys[connection.entity, default: []].formUnion(connection.keys.map(\.source))
        }
        self.keys = keys
    }

    var model: ManagedObjectModel { description.model }

    /// Returns the entity with a name.
    ///
    /// - Throws: ``CommandError`` with the nearest name.
    func entity(named name: String) throws(CommandError) -> EntityDescription {
        if let entity = model[name] { return entity }
        // Names of a model differ in more than case.
        let near = model.entities.first { $0.name.lowercased() == name.lowercased() }?.name
        let names = model.entities.map(\.name)
        let advice =
            near.map { "; did you mean '\($0)'?" } ?? Suggestion.text(for: name, among: names)
        throw CommandError("no entity '\(name)'\(advice)", status: .usage)
    }

    /// Returns the attributes that identify an object of an entity; empty if there are none.
    func identification(of entity: EntityDescription) -> [AttributeDescription] {
        (description.identifications[entity.name] ?? []).compactMap(entity.attribute)
    }

    /// Returns the attributes that name an object in outputs: its identification, unless hidden.
    func shownIdentification(of entity: EntityDescription) -> [AttributeDescription] {
        let attributes = identification(of: entity)
        return attributes.contains { mask.hides($0.name) } ? [] : attributes
    }

    /// Returns the value of an attribute as outputs show it.
    func value(_ attribute: AttributeDescription, of object: ManagedObject) -> Value {
        let entities = [object.entity.name] + object.entity.ancestors.map(\.name)
        let isKey = entities.contains { keys[$0]?.contains(attribute.name) == true }
        return mask.shown(object[attribute.name], of: attribute.name, isKey: isKey)
    }

    /// Returns the value of an attribute as a cell of a table.
    func cell(_ attribute: AttributeDescription, of object: ManagedObject) -> String {
        CellText(value(attribute, of: object)).text
    }

    /// Returns a short name of an object for people: its key, and its label if it has one.
    func name(of object: ManagedObject) -> String {
        let keys = shownIdentification(of: object.entity).map { cell($0, of: object) }
        let key = keys.isEmpty ? "#\(object.objectID.number)" : keys.joined(separator: ", ")
        guard let label = object.entity.labelAttribute.flatMap(object.entity.attribute),
            !identification(of: object.entity).contains(label),
            case .string(let text) = value(label, of: object), object[label.name] == .string(text)
        else { return key }
        return "\(key) (\(text.escapingControls.cut(toWidth: 40)))"
    }
}

extension EntityDescription {
    /// Returns the attributes by interest: the identification, the label, then the rest.
    func attributes(identifiedBy keys: [AttributeDescription]) -> [AttributeDescription] {
        let label = labelAttribute.flatMap(attribute)
        let first = keys + (label.map { keys.contains($0) ? [] : [$0] } ?? [])
        return first + attributes.filter { !first.contains($0) }
    }
}
