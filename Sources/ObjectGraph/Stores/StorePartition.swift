/// A model divided into parts without relationships between them, with the indices on both sides.
struct StorePartition: Sendable {
    /// The location of an element of the whole model: the part, and its index there.
    struct Location: Sendable {
        let part: Int
        let index: Int
    }

    /// The model of each part; the last contains the entities of no other part.
    let models: [ManagedObjectModel]
    /// The locations of the entities of the whole model.
    let entities: [Location]
    /// The locations of the relationships of the whole model.
    let relationships: [Location]
    /// The entities of the whole model, by part and by entity of the part.
    let wholeEntities: [[Int]]
    /// The relationships of the whole model, by part and by relationship of the part.
    let wholeRelationships: [[Int]]

    private let names: [String: Int]

    /// Divides a model; `trees` contains the root entities of each part except the last.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` and all reasons.
    init(_ model: ManagedObjectModel, _ trees: [[String]]) throws(StoreError) {
        var parts = Array(repeating: trees.count, count: model.entities.count)
        for (part, names) in trees.enumerated() {
            for layout in names.compactMap({ model.layout(named: $0) }) {
                for member in layout.family { parts[member] = part }
            }
        }
        try StorePartition.check(trees, parts, of: model)
        (models, wholeEntities) = try StorePartition.cut(model, parts, count: trees.count + 1)
        let local = models.map(StorePartition.indexes)
        let entities = model.layouts.map { layout in
            let part = parts[layout.index]
            return Location(part: part, index: local[part][layout.name] ?? 0)
        }
        let models = models
        let relationships = model.relationships.map { relationship in
            let entity = entities[relationship.entity]
            let found = models[entity.part].relationship(
                named: relationship.name, of: entity.index)
            return Location(part: entity.part, index: found?.index ?? 0)
        }
        var wholeRelationships = models.map { $0.relationships.map { _ in 0 } }
        for (index, location) in relationships.enumerated() {
            wholeRelationships[location.part][location.index] = index
        }
        self.entities = entities
        self.relationships = relationships
        self.wholeRelationships = wholeRelationships
        names = StorePartition.indexes(model)
    }

    /// Returns the part that keeps an entity.
    func part(ofEntityNamed name: String) -> Int? { names[name].map { entities[$0].part } }

    private static func indexes(_ model: ManagedObjectModel) -> [String: Int] {
        Dictionary(
            model.layouts.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
    }

    /// Throws an error with all reasons why a model cannot be divided into trees.
    private static func check(
        _ trees: [[String]], _ parts: [Int], of model: ManagedObjectModel
    ) throws(StoreError) {
        var problems = problems(of: trees, model)
        for relationship in model.relationships
        where parts[relationship.entity] != parts[relationship.destination] {
            let destination = model.layouts[relationship.destination].name
            problems.append(
                "\(model.layouts[relationship.entity].name).\(relationship.name) leads to "
                    + "\(destination), which is in another store")
        }
        guard !problems.isEmpty else { return }
        throw StoreError(
            .invalidRequest,
            "the model cannot be kept in these stores:\n"
                + problems.map { "- \($0)\n" }.joined()
                + "Keep what belongs together in one store; across stores, keep a key as an "
                + "attribute and fetch by it.")
    }

    private static func problems(of trees: [[String]], _ model: ManagedObjectModel) -> [String] {
        var problems: [String] = []
        var seen: Set<String> = []
        for name in trees.joined() {
            guard let layout = model.layout(named: name) else {
                let advice = Suggestion.text(for: name, among: model.entities.map(\.name))
                problems.append("the model has no entity '\(name)'\(advice)")
                continue
            }
            if layout.root != layout.index {
                let root = model.layouts[layout.root].name
                problems.append("'\(name)' is part of the tree of '\(root)'; name '\(root)'")
            }
            if !seen.insert(name).inserted { problems.append("'\(name)' is named twice") }
        }
        return problems
    }

    private static func cut(
        _ model: ManagedObjectModel, _ parts: [Int], count: Int
    ) throws(StoreError) -> (models: [ManagedObjectModel], members: [[Int]]) {
        var models: [ManagedObjectModel] = []
        var members: [[Int]] = []
        for part in 0..<count {
            let own = model.entities.indices.filter { parts[$0] == part }
            do {
                models.append(try ManagedObjectModel(own.map { model.entities[$0] }))
            } catch {
                throw StoreError(.invalidRequest, "a part of the model is no model: \(error)")
            }
            members.append(own)
        }
        return (models, members)
    }
}
