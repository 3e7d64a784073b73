import MappingFiles
import ObjectGraph

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
