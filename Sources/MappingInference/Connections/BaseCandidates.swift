import EntityMapper
import MappingFiles
import ObjectGraph
import Payload

/// The entities of a mapping file, without values.
struct BaseCandidates {
    /// The entities that have a mapping; each attribute is that of an attribute mapping.
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
                    identity: Self.identity(of: mapping, earlier),
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

    private static func identity(
        of mapping: EntityMapping, _ earlier: BaseMapping
    ) -> EntityCandidate.Identity {
        switch earlier.identity(of: mapping.name) {
        case .members(let paths): .members(paths)
        case .key: .key
        case .position: .position
        case .local(let paths): .local(paths)
        case .some(.none), nil: .none
        }
    }

    /// Returns the aliases of an entity: its name and the last keys of its paths.
    private static func aliases(of entity: String, _ file: MappingFile) -> Set<String> {
        let keys = (file.places[entity] ?? []).compactMap { place in
            place.split(whereSeparator: { ".:[]{}".contains($0) }).last.map(String.init)
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

/// Finds possible foreign keys and their possible destinations.
struct StoredQuestions {
    private let base: BaseCandidates
    private let file: MappingFile
    private let readsAll: Bool

    init(_ base: BaseCandidates, _ file: MappingFile, readsAll: Bool) {
        self.base = base
        self.file = file
        self.readsAll = readsAll
    }

    private var entities: [TypedEntity] { base.entities }

    /// The attributes to read, by index, without duplicates.
    var attributes: [(entity: Int, attribute: Int)] {
        var found: Set<[Int]> = []
        for entity in entities.indices {
            for index in entities[entity].attributes.indices where isSource(index, of: entity) {
                for target in targets where target != [entity, index] {
                    guard readsAll || isNamed(index, of: entity, target) else { continue }
                    found.insert([entity, index])
                    found.insert(target)
                }
            }
        }
        return found.sorted { $0.lexicographicallyPrecedes($1) }.map { ($0[0], $0[1]) }
    }

    private static let keyTypes: Set<AttributeType> = [.integer64, .string, .uuid]

    /// Tests whether an attribute can be a foreign key that is not connected yet.
    private func isSource(_ index: Int, of entity: Int) -> Bool {
        let attribute = entities[entity].attributes[index]
        guard attribute.origin == .member,
            Self.keyTypes.contains(attribute.type) || attribute.type == .array,
            !file.fixed.contains(
                "\(entities[entity].name).\(base.name(of: index, in: entity))"),
            entities[entity].identity != .members([attribute.path])
        else { return false }
        return !base.connections.contains { connection in
            connection.entity == entity && connection.keys.contains { $0.source == index }
        }
    }

    /// The single-attribute identities and the alternate keys.
    private var targets: [[Int]] {
        entities.enumerated().flatMap { number, entity -> [[Int]] in
            entity.attributes.indices.filter { index in
                let attribute = entity.attributes[index]
                guard Self.keyTypes.contains(attribute.type) else { return false }
                switch entity.identity {
                case .members(let paths):
                    return paths.contains(attribute.path) && attribute.origin == .member
                        || IdentityNames.class(of: attribute.path.last ?? "", entity: entity.name)
                            .map { $0.letter < .f } ?? false
                case .key: return attribute.origin == .key
                case .none, .local, .position: return false
                }
            }.map { [number, $0] }
        }
    }

    /// Tests whether the name or type of an attribute suggests a target.
    private func isNamed(_ index: Int, of entity: Int, _ target: [Int]) -> Bool {
        let attribute = entities[entity].attributes[index]
        let (owner, key) = (entities[target[0]], entities[target[0]].attributes[target[1]])
        if attribute.type == .uuid { return key.type == .uuid }
        let name = ForeignKeyName(attribute.path.last ?? "")
        let aliases = owner.aliases.map(ForeignKeyName.words)
        return aliases.contains { name.names($0) || name.endsIn($0) }
            || target[0] == entity && name.refersToSelf
            || NameWords(key.path.last ?? "").joined == name.joined
    }
}
