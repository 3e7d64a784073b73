import EntityMapper
import ObjectGraph

/// Names attributes, relationships and inverses (N3, N6).
struct PropertyNaming {
    private let options: InferenceOptions
    private let earlier: BaseMapping?

    init(options: InferenceOptions) {
        self.options = options
        earlier = options.base.map(BaseMapping.init)
    }

    /// Names the properties of all entities, and applies the types that corrections give them.
    ///
    /// Attributes come first, then relationships, then inverses, so that an inverse never renames a
    /// member.
    func named(_ entities: [ConnectedEntity]) -> [NamedEntity] {
        var tables = entities.map { _ in NameTable() }
        let attributes = entities.indices.map { index in
            attributeNames(of: entities[index], &tables[index])
        }
        let relationships = entities.indices.map { index in
            relationshipNames(of: entities[index], &tables[index], entities.map(\.name))
        }
        let inverses = inverseNames(of: entities, relationships, &tables)
        return entities.indices.map { index in
            let entity = entities[index]
            return NamedEntity(
                connected: entity,
                attributes: zip(entity.typed.attributes, attributes[index]).map {
                    NamedAttribute(typed: corrected($0, $1, of: entity.name), name: $1)
                },
                relationships: entity.relationships.indices.map {
                    NamedRelationship(
                        connected: entity.relationships[$0], name: relationships[index][$0],
                        inverse: inverses[index][$0])
                }.sorted { $0.name < $1.name })
        }
    }

    /// Returns an attribute with the type of a correction, if there is one.
    private func corrected(
        _ attribute: TypedAttribute, _ name: String, of entity: String
    ) -> TypedAttribute {
        let names = [name, PathText.text(attribute.path)]
        let correction = options.corrections.types.last {
            $0.property.entity == entity && names.contains($0.property.name)
        }
        guard let correction else { return attribute }
        return TypedAttribute(
            candidate: attribute.candidate, type: correction.type,
            transform: correction.transform ?? .default)
    }

    private func attributeNames(
        of entity: ConnectedEntity, _ table: inout NameTable
    ) -> [String] {
        let attributes = entity.typed.attributes
        let connections = entity.relationships.compactMap(\.connection).filter { !$0.hasEnding }
        // The identity comes first: in a city with `id` and `city_id`, `id` becomes `cityID`.
        let order = attributes.indices.sorted { left, right in
            isIdentity(attributes[left], of: entity) && !isIdentity(attributes[right], of: entity)
        }
        let count = order.prefix { isIdentity(attributes[$0], of: entity) }.count
        var names = attributes.map { _ in "" }
        for indices in [order.prefix(count), order.dropFirst(count)] {
            let claims = indices.map { claim(for: $0, of: entity, filling: connections) }
            for (index, name) in zip(indices, table.claim(claims)) { names[index] = name }
        }
        return names
    }

    private func claim(
        for index: Int, of entity: ConnectedEntity, filling connections: [ConnectionCandidate]
    ) -> NameTable.Claim {
        let attribute = entity.typed.attributes[index]
        let path = attribute.path.filter { !$0.hasPrefix("$") }
        var name = AttributeName.of(path: path.isEmpty ? ["value"] : path)
        if isIdentity(attribute, of: entity), path.count == 1 {
            name = AttributeName.identity(key: path[0], entity: entity.name)
        }
        let own = connections.filter { $0.keys.contains { $0.source == index } }
        if own.contains(where: \.isInURL) { name = ForeignKeyName.withoutURL(name) }
        if !own.isEmpty { name = keyName(name, isList: attribute.type == .array) }
        return NameTable.Claim(
            key: attribute.path.joined(separator: "\u{0}") + "\(attribute.origin)",
            proposals: [renamed(attribute.path, name, entity.name)]
                + (name == "field1" ? [] : [name + "Value"]))
    }

    /// Returns the name of a foreign key whose own name the relationship has taken: `homeworldID`.
    private func keyName(_ name: String, isList: Bool) -> String {
        isList ? Noun.singular(name) + "IDs" : name + "ID"
    }

    private func isIdentity(_ attribute: TypedAttribute, of entity: ConnectedEntity) -> Bool {
        guard attribute.origin == .member else { return false }
        switch entity.identity {
        case .members(let paths): return paths.contains(attribute.path)
        case .local:
            return IdentityNames.class(of: attribute.path.last ?? "", entity: nil)?.letter == .a
        case .none, .key, .position: return false
        }
    }

    /// Returns the name from a correction, or the name itself.
    private func renamed(_ path: [String], _ name: String, _ entity: String) -> String {
        let byHand = options.corrections.renamed.first {
            $0.property.entity == entity
                && ($0.property.name == name || $0.property.name == PathText.text(path))
        }
        return byHand?.name ?? earlier?.name(of: path, in: entity) ?? name
    }

    private func relationshipNames(
        of entity: ConnectedEntity, _ table: inout NameTable, _ names: [String]
    ) -> [String] {
        let claims = entity.relationships.map { relationship -> NameTable.Claim in
            let path = relationship.path
            let isToMany = relationship.isToMany
            let full = RelationshipName.of(path: path, isToMany: isToMany)
            let name =
                relationship.proposedName
                ?? RelationshipName.of(
                    path: path.isEmpty ? [names[relationship.destination]] : Self.telling(path),
                    isToMany: isToMany)
            let destination = RelationshipName.of(
                path: [names[relationship.destination]], isToMany: isToMany)
            let isLink = relationship.isLink || path.isEmpty && relationship.connection == nil
            return NameTable.Claim(
                key: path.joined(separator: "\u{0}") + "\(relationship.destination)",
                proposals: [
                    renamed(path, isLink ? destination : name, entity.name),
                    full, name + (isToMany ? "List" : "Object"),
                ])
        }
        return table.claim(claims)
    }

    /// Returns the last key that is specific: `tracks` of `tracks.items`.
    private static func telling(_ path: [String]) -> [String] {
        let key = path.last { !NameWords($0).isGenericWord && !NameWords.isWrapper($0) }
        return (key ?? path.last).map { [$0] } ?? []
    }

    private func inverseNames(
        of entities: [ConnectedEntity], _ names: [[String]], _ tables: inout [NameTable]
    ) -> [[String]] {
        var claims: [Int: [(entity: Int, relationship: Int, claim: NameTable.Claim)]] = [:]
        for (index, entity) in entities.enumerated() {
            for (number, relationship) in entity.relationships.enumerated() {
                let name = names[index][number]
                let count = entity.relationships.count {
                    $0.destination == relationship.destination
                }
                func proposal(_ clashes: Bool) -> String {
                    RelationshipName.inverse(
                        owner: entity.name, relationship: name,
                        isToMany: relationship.isInverseToMany, clashes: clashes,
                        isSelf: index == relationship.destination)
                }
                let before = earlier?.inverse(of: name, in: entity.name)
                let proposals =
                    (before.map { [$0] } ?? [])
                    + (count > 1 ? [proposal(true)] : [proposal(false), proposal(true)])
                let claim = NameTable.Claim(
                    key: entity.name + "." + name, proposals: proposals)
                claims[relationship.destination, default: []].append((index, number, claim))
            }
        }
        var inverses = names
        for (destination, list) in claims.sorted(by: { $0.key < $1.key }) {
            // An entity inherits the properties of its parent.
            let family = entities.indices.filter {
                $0 == entities[destination].family || entities[$0].family == destination
            }
            for other in family { tables[destination].takeAll(of: tables[other]) }
            for (claimed, name) in zip(list, tables[destination].claim(list.map(\.claim))) {
                inverses[claimed.entity][claimed.relationship] = name
                for other in family { tables[other].take(name) }
            }
        }
        return inverses
    }
}
