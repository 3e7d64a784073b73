import EntityMapper
import ObjectGraph

/// The entities of a description in the form that the rules of naming read.
struct DescribedModel {
    let groups: [DescribedGroup]
    let properties: [[DescribedProperty]]
    /// The foreign keys of each entity, also with little confidence.
    let keys: [[DescribedKeys.Found]]
    private let options: InferenceOptions

    init(_ found: DescribedProperties, _ options: InferenceOptions) {
        let search = DescribedKeys(found)
        groups = found.groups
        properties = found.properties
        keys = found.groups.indices.map { search.find(in: $0) }
        self.options = options
    }

    /// Returns the entities with the names of their properties.
    func entities() -> [NamedEntity] {
        let typed = groups.indices.map { self.typed($0) }
        let connections = groups.indices.flatMap { group in
            keys[group].compactMap { connection($0, of: group, typed) }
        }
        var entities = typed
        for connection in connections {
            // The kinds are equal; the identity has the format.
            for (source, destination) in connection.keys where !connection.isList {
                entities[connection.entity].attributes[source].type =
                    typed[connection.destination].attributes[destination].type
            }
        }
        return PropertyNaming(options: options).named(entities.connected(by: connections))
    }

    /// Tests whether a foreign key is applied, with regard to corrections.
    func isApplied(_ key: DescribedKeys.Found, of group: Int) -> Bool {
        let path = properties[group][key.property].path
        let names = [AttributeName.of(path: path), PathText.text(path)]
        func isNamed(_ property: InferenceCorrections.Property) -> Bool {
            property.entity == groups[group].name && names.contains(property.name)
        }
        if options.corrections.disconnected.contains(where: isNamed) { return false }
        return key.confidence >= options.mark
            || options.corrections.connected.contains {
                isNamed($0.property) && $0.entity == groups[key.destination].name
            }
    }

    // MARK: Entities

    private func typed(_ group: Int) -> TypedEntity {
        let identity = groups[group].identity
        var candidate = EntityCandidate(records: [0], name: groups[group].name)
        candidate.identity = identity.map { .members([[$0.key]]) } ?? .none
        candidate.identityEvidence = identity.map { "\($0.evidence), from the description" } ?? ""
        candidate.aliases = Set(groups[group].aliases.map { $0.joined(separator: " ") })
        candidate.relationships = properties[group].compactMap { property in
            guard case .objects(let destination, let isToMany) = property.value else { return nil }
            return RelationshipCandidate(
                path: property.path, destination: destination, isToMany: isToMany,
                isOrdered: isToMany, isShared: groups[destination].identity != nil, records: [])
        }
        let attributes = properties[group].compactMap { property -> TypedAttribute? in
            guard let type = property.type(isIdentity: property.path == identity.map { [$0.key] })
            else { return nil }
            let attribute = AttributeCandidate(
                path: property.path, columns: [],
                profile: NodeProfile(step: .document, parent: nil))
            return TypedAttribute(
                candidate: attribute, type: type.type, transform: type.transform,
                decision: decision(type.type, type.transform, of: property))
        }
        return TypedEntity(candidate: candidate, attributes: attributes)
    }

    private func decision(
        _ type: AttributeType, _ transform: ValueTransform, of property: DescribedProperty
    ) -> TypeDecision {
        TypeDecision(
            type, transform == .default ? nil : transform, rule: .describedType, confidence: 1,
            fact: property.evidence, count: 0)
    }

    private func connection(
        _ key: DescribedKeys.Found, of group: Int, _ typed: [TypedEntity]
    ) -> ConnectionCandidate? {
        guard isApplied(key, of: group) else { return nil }
        let property = properties[group][key.property]
        let source = typed[group].attributes.firstIndex { $0.path == property.path }
        let identity = groups[key.destination].identity.map { [$0.key] }
        let destination = typed[key.destination].attributes.firstIndex { $0.path == identity }
        guard let source, let destination else { return nil }
        return ConnectionCandidate(
            entity: group, keys: [(source, destination)], destination: key.destination,
            rule: .describedKey, confidence: key.confidence, found: 0, count: 0,
            reason: key.reason, isList: property.isList,
            hasEnding: ForeignKeyName(property.path.last ?? "").hasEnding,
            proposedName: RelationshipName.of(
                path: property.path.suffix(1), isToMany: property.isList))
    }
}
