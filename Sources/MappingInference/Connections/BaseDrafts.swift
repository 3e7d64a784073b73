import EntityMapper
import MappingFiles
import ObjectGraph
import Payload

/// Restores the entity drafts from a mapping file.
struct BaseDrafts {
    private let file: MappingFile
    private let earlier: BaseMapping
    private let mappings: [EntityMapping]
    private let indices: [String: Int]

    init(_ file: MappingFile) {
        self.file = file
        earlier = BaseMapping(file)
        var seen: Set<String> = []
        mappings = file.mappings.mappings.filter { mapping in
            mapping.name == mapping.entity.name && seen.insert(mapping.name).inserted
        }
        indices = Dictionary(
            mappings.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The drafts of entities that have a mapping, without values.
    var drafts: [EntityDraft] { mappings.map(draft) }

    private func draft(_ mapping: EntityMapping) -> EntityDraft {
        var draft = EntityDraft(records: [])
        draft.name = mapping.name
        draft.identity =
            switch earlier.identity(of: mapping.name) {
            case .members(let paths): .members(paths)
            case .key: .key
            case .position: .position
            case .local(let paths): .local(paths)
            case .some(.none), nil: EntityDraft.Identity.none
            }
        draft.aliases = aliases(of: mapping.name)
        draft.attributes = mapping.attributeMappings.map { attribute(of: $0, in: mapping) }
        draft.relationships =
            mapping.relationshipMappings.compactMap { relationship(of: $0, in: mapping) }
            + mapping.connections.compactMap { relationship(of: $0, in: mapping, draft) }
        return draft
    }

    /// Returns the aliases of an entity: its name and the last keys of its paths.
    private func aliases(of entity: String) -> Set<String> {
        let keys = (file.places[entity] ?? []).compactMap { place in
            place.split(whereSeparator: { ".:[]{}".contains($0) }).last.map(String.init)
        }
        let telling = keys.filter { !NameWords($0).isGenericWord && $0 != "self" }
        return Set([entity] + telling.map { EntityName.of(key: $0) })
    }

    private func attribute(
        of attribute: AttributeMapping, in mapping: EntityMapping
    ) -> AttributeDraft {
        let keys = attribute.source.components.compactMap(\.key)
        var draft = AttributeDraft(path: keys, columns: [], profile: NodeProfile(KindCounts()))
        draft.name = attribute.destination
        draft.type = mapping.entity.attribute(named: attribute.destination)?.type ?? .dictionary
        draft.origin =
            switch attribute.source.scope {
            case .key: .key
            case .parent: .parent(keys)
            case .metadata: keys == ["source"] ? .sourceName : .position
            case .representation, .record, .root, .rest: .member
            }
        return draft
    }

    private func relationship(
        of relationship: RelationshipMapping, in mapping: EntityMapping
    ) -> RelationshipDraft? {
        guard
            let description = mapping.entity.relationship(named: relationship.destination),
            let destination = indices[description.destination]
        else { return nil }
        var draft = RelationshipDraft(
            path: relationship.source.components.compactMap(\.key), destination: destination,
            isToMany: description.isToMany, isOrdered: description.isOrdered, isShared: true,
            records: [])
        draft.proposedName = description.name
        return draft
    }

    private func relationship(
        of connection: ConnectionDescription, in mapping: EntityMapping, _ entity: EntityDraft
    ) -> RelationshipDraft? {
        guard let description = mapping.entity.relationship(named: connection.relationship),
            let destination = indices[description.destination],
            let own = indices[mapping.name]
        else { return nil }
        let keys = connection.keys.compactMap { key in
            entity.attributes.firstIndex { $0.name == key.source }.map { ($0, 0) }
        }
        guard let first = keys.first else { return nil }
        var draft = RelationshipDraft(
            path: [], destination: destination, isToMany: description.isToMany,
            isOrdered: description.isOrdered, isShared: true, records: [])
        draft.proposedName = description.name
        draft.connection = ConnectionDraft(
            entity: own, keys: keys, destination: destination, rule: .earlier, confidence: 1,
            found: 0, count: 0, reason: "decided before")
        if connection.sourcePredicate != .true { draft.connection?.condition = (first.0, "") }
        return draft
    }
}

/// Finds possible foreign keys and their possible destinations.
struct StoredQuestions {
    private let drafts: [EntityDraft]
    private let file: MappingFile
    private let readsAll: Bool

    init(_ drafts: [EntityDraft], _ file: MappingFile, readsAll: Bool) {
        self.drafts = drafts
        self.file = file
        self.readsAll = readsAll
    }

    /// The attributes to read, by index, without duplicates.
    var attributes: [(entity: Int, attribute: Int)] {
        var found: Set<[Int]> = []
        for entity in drafts.indices {
            for index in drafts[entity].attributes.indices where isSource(index, of: entity) {
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
        let attribute = drafts[entity].attributes[index]
        guard attribute.origin == .member,
            Self.keyTypes.contains(attribute.type) || attribute.type == .array,
            !file.fixed.contains("\(drafts[entity].name).\(attribute.name)"),
            drafts[entity].identity != .members([attribute.path])
        else { return false }
        return !drafts[entity].relationships.contains { relationship in
            relationship.connection?.keys.contains { $0.source == index } == true
        }
    }

    /// The single-attribute identities and the alternate keys.
    private var targets: [[Int]] {
        drafts.indices.flatMap { entity -> [[Int]] in
            let draft = drafts[entity]
            return draft.attributes.indices.filter { index in
                let attribute = draft.attributes[index]
                guard Self.keyTypes.contains(attribute.type) else { return false }
                switch draft.identity {
                case .members(let paths):
                    return paths.contains(attribute.path) && attribute.origin == .member
                        || IdentityNames.class(of: attribute.path.last ?? "", entity: draft.name)
                            .map { $0.letter < .f } ?? false
                case .key: return attribute.origin == .key
                case .none, .local, .position: return false
                }
            }.map { [entity, $0] }
        }
    }

    /// Tests whether the name or type of an attribute suggests a target.
    private func isNamed(_ index: Int, of entity: Int, _ target: [Int]) -> Bool {
        let attribute = drafts[entity].attributes[index]
        let (owner, key) = (drafts[target[0]], drafts[target[0]].attributes[target[1]])
        if attribute.type == .uuid { return key.type == .uuid }
        let name = ForeignKeyName(attribute.path.last ?? "")
        let aliases = owner.aliases.map(ForeignKeyName.words)
        return aliases.contains { name.names($0) || name.endsIn($0) }
            || target[0] == entity && name.refersToSelf
            || NameWords(key.path.last ?? "").joined == name.joined
    }
}
