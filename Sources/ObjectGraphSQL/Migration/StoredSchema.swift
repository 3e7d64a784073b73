/// The content of a file, as described in `mercator_schema`.
///
/// In contrast to a model, it includes the entities of each tree, but not their inheritance.
struct StoredSchema {
    let definitions: [StoreDefinition.Key: StoreDefinition]
    /// The trees, by the name of the root entity.
    let trees: [String: StoredTree]
    private let roots: [String: String]

    init(_ list: [StoreDefinition]) {
        var trees: [String: StoredTree] = [:]
        var roots: [String: String] = [:]
        for definition in list {
            guard case .entity(let root, _) = definition.content else { continue }
            trees[root, default: StoredTree(root: root, table: definition.name)].entities
                .insert(definition.key.entity)
            roots[definition.key.entity] = root
        }
        definitions = Dictionary(
            list.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        self.trees = trees
        self.roots = roots
    }

    /// The names of the entities, sorted.
    var entities: [String] { roots.keys.sorted() }

    /// Returns the tree of an entity.
    func tree(of entity: String) -> StoredTree? { roots[entity].flatMap { trees[$0] } }

    /// Returns the definition of a property, if the file has it.
    subscript(entity: String, property: String) -> StoreDefinition? {
        definitions[.init(entity: entity, property: property)]
    }

    /// Returns the names of the attributes and relationships that an entity itself declares.
    func properties(of entity: String) -> Set<String> {
        Set(
            definitions.values
                .filter { $0.key.entity == entity && !$0.key.property.isEmpty }
                .filter { $0.content != .position }
                .map(\.key.property))
    }

    /// Returns the names of the columns that store a tree's properties.
    func columns(of tree: StoredTree) -> Set<String> {
        let own = definitions.values.filter { definition in
            guard tree.entities.contains(definition.key.entity) else { return false }
            switch definition.content {
            case .attribute, .reference, .position, .unknown: return true
            case .entity, .links: return false
            }
        }
        return Set(own.map(\.name))
    }

    /// Returns the definition of the column with the positions of a reference's sources.
    func positions(of reference: StoreDefinition) -> StoreDefinition? {
        self[reference.key.entity, reference.key.property + ".position"]
    }
}
