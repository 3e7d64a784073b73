package import ObjectGraph

/// The part of a model that `mercator_schema` describes, for files without a ``ModelRecord``.
///
/// It is sufficient to read all tables. Missing information is simplified: all sub-entities of a
/// tree inherit from its root, and relationships lead to the root of a tree. An inverse whose name
/// is unknown, and which must exist because its objects are ordered, is called `authorOfArticle`.
package struct DefinedModel {
    private var entities: [String: EntityDescription] = [:]
    /// The entities in their order: sources of links that are ordered at both ends come first,
    /// because links are stored at the end that is declared first.
    private var order: [String] = []

    /// Creates the description from definitions and from the attributes of unique indexes, with
    /// their entities.
    package init(_ definitions: [StoreDefinition], unique: [(entity: String, names: [String])]) {
        let sorted = definitions.sorted {
            ($0.key.entity, $0.key.property) < ($1.key.entity, $1.key.property)
        }
        var first: Set<String> = []
        for definition in sorted {
            let name = definition.key.entity
            switch definition.content {
            case .entity(let root, let isAbstract):
                entities[name] = EntityDescription(
                    name, parent: root == name ? nil : root, isAbstract: isAbstract)
            case .links(_, _, isInverseOrdered: true): first.insert(name)
            default: break
            }
        }
        for definition in sorted { add(definition, among: sorted) }
        for (entity, names) in unique { add(unique: names, to: entity) }
        order = entities.keys.sorted {
            (first.contains($0) ? 0 : 1, $0) < (first.contains($1) ? 0 : 1, $1)
        }
    }

    /// Returns the model.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch` if the definitions are inconsistent.
    package func model() throws(StoreError) -> ManagedObjectModel {
        do {
            return try ManagedObjectModel(order.compactMap { entities[$0] })
        } catch {
            throw StoreError(.schemaMismatch, "mercator_schema describes no model: \(error)")
        }
    }

    private mutating func add(_ definition: StoreDefinition, among all: [StoreDefinition]) {
        let (name, property) = (definition.key.entity, definition.key.property)
        switch definition.content {
        case .attribute(let type, let isMandatory):
            entities[name]?.declaredAttributes.append(
                AttributeDescription(property, type, isOptional: !isMandatory))
        case .reference(let destination):
            let hasPosition = all.contains {
                $0.key == .init(entity: name, property: property + ".position")
            }
            let inverse = hasPosition ? addInverse(of: property, of: name, to: destination) : nil
            entities[name]?.declaredRelationships.append(
                .toOne(property, destination, inverse: inverse))
        case .links(let destination, let isOrdered, let isInverseOrdered):
            let inverse =
                isInverseOrdered ? addInverse(of: property, of: name, to: destination) : nil
            entities[name]?.declaredRelationships.append(
                .toMany(property, destination, inverse: inverse, isOrdered: isOrdered))
        case .entity, .position, .unknown: break
        }
    }

    private mutating func addInverse(
        of property: String, of entity: String, to destination: String
    ) -> String {
        let name = "\(property)Of\(entity)"
        entities[destination]?.declaredRelationships.append(
            .toMany(name, entity, inverse: property, isOrdered: true))
        return name
    }

    private mutating func add(unique names: [String], to entity: String) {
        let index = entities[entity]?.declaredAttributes.firstIndex { [$0.name] == names }
        if let index {
            entities[entity]?.declaredAttributes[index].isUnique = true
        } else {
            entities[entity]?.uniquenessConstraints.append(names)
        }
    }
}
