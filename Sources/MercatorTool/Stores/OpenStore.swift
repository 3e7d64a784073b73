import Mercator

/// A store opened for looking at it, without knowing its model beforehand.
struct OpenStore {
    let file: SQLiteStore
    let description: StoredDescription
    let container: PersistentContainer

    /// Opens a file, which is only read.
    ///
    /// - Throws: `StoreError` if there is no such file, or if it is no store.
    init(_ path: String) throws {
        file = SQLiteStore(path, options: .init(isReadOnly: true))
        description = try file.storedDescription()
        container = try PersistentContainer(model: description.model, store: file)
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

    /// Returns a short name of an object for people: its key, and its label if it has one.
    func name(of object: ManagedObject) -> String {
        let keys = identification(of: object.entity).map { CellText($0, object).text }
        let key = keys.isEmpty ? "#\(object.objectID.number)" : keys.joined(separator: ", ")
        guard let label = object.entity.labelAttribute,
            !identification(of: object.entity).contains(where: { $0.name == label }),
            case .string(let text) = object[label]
        else { return key }
        return "\(key) (\(text.escapingControls.cut(toWidth: 40)))"
    }
}

extension EntityDescription {
    /// The attributes in the order of their interest: those that identify, the label, the others.
    func attributes(identifiedBy keys: [AttributeDescription]) -> [AttributeDescription] {
        let label = labelAttribute.flatMap(attribute)
        let first = keys + (label.map { keys.contains($0) ? [] : [$0] } ?? [])
        return first + attributes.filter { !first.contains($0) }
    }
}
