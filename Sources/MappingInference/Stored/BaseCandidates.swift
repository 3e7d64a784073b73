import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph

/// The entities of a mapping file, without values.
struct BaseCandidates {
    /// The entities that have a mapping; each attribute belongs to an attribute mapping.
    let entities: [TypedEntity]
    let connections: [ConnectionCandidate]
    private let mappings: [EntityMapping]

    init(_ file: MappingFile) {
        let earlier = BaseMapping(file)
        var seen: Set<String> = []
        let mappings = file.mappings.mappings.filter { mapping in
            mapping.name == mapping.entity.name && seen.insert(mapping.name).inserted
        }
        let indices = Dictionary(
            mappings.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.mappings = mappings
        entities = mappings.map { mapping in
            TypedEntity(
                candidate: EntityCandidate(
                    records: [], name: mapping.name,
                    identity: earlier.identity(of: mapping.name) ?? .none,
                    relationships: mapping.relationshipMappings.compactMap {
                        Self.relationship(of: $0, in: mapping, indices)
                    },
                    aliases: Self.aliases(of: mapping.name, file)),
                attributes: mapping.attributeMappings.map { Self.attribute(of: $0, in: mapping) })
        }
        connections = mappings.flatMap { mapping in
            mapping.connections.compactMap { Self.connection($0, in: mapping, indices) }
        }
    }

    /// Returns the name of an attribute, by index.
    func name(of attribute: Int, in entity: Int) -> String {
        mappings[entity].attributeMappings[attribute].destination
    }

    /// Returns the aliases of an entity: its name and the last keys of its paths.
    private static func aliases(of entity: String, _ file: MappingFile) -> Set<String> {
        let keys = (file.paths[entity] ?? []).compactMap { path in
            path.split(whereSeparator: { ".:[]{}".contains($0) }).last.map(String.init)
        }
        let telling = keys.filter { !NameWords($0).isGenericWord && $0 != "self" }
        return Set([entity] + telling.map { EntityName.of(key: $0) })
    }

    private static func attribute(
        of attribute: AttributeMapping, in mapping: EntityMapping
    ) -> TypedAttribute {
        let keys = attribute.source.components.compactMap(\.key)
        let origin: AttributeCandidate.Origin =
            switch attribute.source.scope {
            case .key: .key
            case .parent: .parent(keys)
            case .metadata: keys == ["source"] ? .sourceName : .position
            case .representation, .record, .root, .rest: .member
            }
        return TypedAttribute(
            candidate: AttributeCandidate(
                path: keys, columns: [], profile: NodeProfile(KindCounts()), origin: origin),
            type: mapping.entity.attribute(named: attribute.destination)?.type ?? .dictionary)
    }

    private static func relationship(
        of relationship: RelationshipMapping, in mapping: EntityMapping, _ indices: [String: Int]
    ) -> RelationshipCandidate? {
        guard
            let description = mapping.entity.relationship(named: relationship.destination),
            let destination = indices[description.destination]
        else { return nil }
        return RelationshipCandidate(
            path: relationship.source.components.compactMap(\.key), destination: destination,
            isToMany: description.isToMany, isOrdered: description.isOrdered, isShared: true,
            records: [], proposedName: description.name)
    }

    private static func connection(
        _ connection: ConnectionDescription, in mapping: EntityMapping, _ indices: [String: Int]
    ) -> ConnectionCandidate? {
        guard let description = mapping.entity.relationship(named: connection.relationship),
            let destination = indices[description.destination],
            let entity = indices[mapping.name]
        else { return nil }
        let keys = connection.keys.compactMap { key in
            mapping.attributeMappings.firstIndex { $0.destination == key.source }.map { ($0, 0) }
        }
        guard let first = keys.first else { return nil }
        return ConnectionCandidate(
            entity: entity, keys: keys, destination: destination, rule: .earlier, confidence: 1,
            found: 0, count: 0, reason: "decided before", isList: description.isToMany,
            condition: connection.sourcePredicate == .true ? nil : (first.0, ""),
            proposedName: description.name)
    }
}
