import ObjectGraph

/// The correspondence of entities and properties between a model and a file.
///
/// Names take precedence. A renaming identifier is used if the file does not have the current name,
/// or if that name in the file belongs to something that has itself been renamed; it can therefore
/// remain in the model after the file was migrated.
struct ModelMatch {
    let model: ManagedObjectModel
    let stored: StoredSchema
    /// The name in the file of each entity, by its index in the model.
    let entities: [Int: String]
    /// The source tree in the file, by the root's index of each tree.
    let origins: [Int: StoredTree]
    /// The origins of the values or links of a property; several if it was declared by
    /// sub-entities before.
    private(set) var sources: [StoreDefinition.Key: [StoreDefinition]] = [:]
    private let indexes: [String: Int]

    /// Matches a model with a file; objects of `transformed` entities of the file are
    /// moved by closures.
    init(
        _ model: ManagedObjectModel, _ stored: StoredSchema, transformed: Set<String> = []
    ) {
        let names = ModelMatch.pairs(
            model.entities.map { ($0.name, $0.renamingIdentifier) }, Set(stored.entities))
        var entities: [Int: String] = [:]
        for layout in model.layouts { entities[layout.index] = names[layout.name] }
        var origins: [Int: StoredTree] = [:]
        for layout in model.layouts where layout.root == layout.index {
            let family = layout.family.compactMap { entities[$0] }
            let fixed = family.filter { !transformed.contains($0) }
            origins[layout.index] = (fixed.isEmpty ? family : fixed).first.flatMap(stored.tree)
        }
        self.model = model
        self.stored = stored
        self.entities = entities
        self.origins = origins
        indexes = Dictionary(
            entities.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        matchProperties()
    }

    /// Returns the index of the entity that corresponds to one of the file.
    func index(ofStored entity: String) -> Int? { indexes[entity] }

    /// Matches names with names of a file, which may be earlier names.
    static func pairs(
        _ wanted: [(name: String, earlier: String?)], _ stored: Set<String>
    ) -> [String: String] {
        var pairs: [String: String] = [:]
        var taken: Set<String> = []
        var goesOn = true
        while goesOn {
            goesOn = false
            for (name, earlier) in wanted where pairs[name] == nil {
                guard let earlier, earlier != name, stored.contains(earlier),
                    !taken.contains(earlier), !stored.contains(name) || taken.contains(name)
                else { continue }
                pairs[name] = earlier
                taken.insert(earlier)
                goesOn = true
            }
        }
        for (name, _) in wanted
        where pairs[name] == nil && stored.contains(name) && !taken.contains(name) {
            pairs[name] = name
        }
        return pairs
    }

    private mutating func matchProperties() {
        var taken: Set<StoreDefinition.Key> = []
        for layout in model.layouts {
            guard let entity = entities[layout.index] else { continue }
            let pairs = ModelMatch.pairs(
                declared(layout.index), stored.properties(of: entity))
            for (name, earlier) in pairs {
                guard let source = stored[entity, earlier] else { continue }
                sources[.init(entity: layout.name, property: name)] = [source]
                taken.insert(source.key)
            }
        }
        for layout in model.layouts {
            for (name, earlier) in declared(layout.index) {
                let key = StoreDefinition.Key(entity: layout.name, property: name)
                guard sources[key] == nil else { continue }
                let owners = formerOwners(of: layout)
                for property in [name, earlier].compactMap(\.self) where sources[key] == nil {
                    let moved = owners.compactMap { stored[$0, property] }
                        .filter { !taken.contains($0.key) && fits($0, key, layout) }
                    if !moved.isEmpty { sources[key] = moved }
                }
            }
        }
    }

    private func declared(_ entity: Int) -> [(name: String, earlier: String?)] {
        let entity = model.entities[entity]
        return entity.declaredAttributes.map { ($0.name, $0.renamingIdentifier) }
            + entity.declaredRelationships.map { ($0.name, $0.renamingIdentifier) }
    }

    /// Returns the possible former entities of a property: sub-entities, ancestors, and removed
    /// ones.
    private func formerOwners(of layout: EntityLayout) -> [String] {
        guard let origin = origins[layout.root] else { return [] }
        return origin.entities.sorted().filter { name in
            guard let index = indexes[name] else { return true }
            return index != layout.index
                && (layout.includes(index) || model.layouts[index].includes(layout.index))
        }
    }

    private func fits(
        _ source: StoreDefinition, _ key: StoreDefinition.Key, _ layout: EntityLayout
    ) -> Bool {
        let attribute = model.entities[layout.index].attribute(named: key.property)
        switch source.content {
        case .attribute(let type, _):
            return attribute.map { type.widening(to: $0.type) != nil } ?? false
        default: return attribute == nil && source.content.isRelationship
        }
    }
}

extension ModelMatch {
    /// Removes the origins of a property, because they cannot be converted to it.
    mutating func drop(_ key: StoreDefinition.Key) {
        sources[key] = nil
    }

    /// Returns the stored pairs of a relationship, either from the relationship itself or
    /// from its inverse.
    func pairs(of relationship: RelationshipLayout) -> [StoredPairs] {
        let own = sources[StoreSchema.key(of: relationship, model)] ?? []
        if !own.isEmpty { return own.map { StoredPairs($0, isReversed: false, stored) } }
        guard let inverse = relationship.inverse.map({ model.relationships[$0] }),
            inverse.index != relationship.index
        else { return [] }
        let back = sources[StoreSchema.key(of: inverse, model)] ?? []
        return back.map { StoredPairs($0, isReversed: true, stored) }
    }

    /// Indicates whether a to-one relationship is stored in columns that can be copied
    /// with their rows.
    func isPlainReference(_ relationship: RelationshipLayout) -> Bool {
        let own = sources[StoreSchema.key(of: relationship, model)] ?? []
        return !own.isEmpty
            && own.allSatisfy { if case .reference = $0.content { true } else { false } }
    }

    /// Returns the current name of a property; `nil` if it no longer exists.
    func renamed(_ property: String, of entity: Int) -> String? {
        let lineage = [model.entities[entity]] + model.entities[entity].ancestors
        for owner in lineage {
            for name in owner.declaredAttributes.map(\.name)
                + owner.declaredRelationships.map(\.name)
            {
                let own = sources[.init(entity: owner.name, property: name)] ?? []
                if own.contains(where: { $0.key.property == property }) { return name }
            }
        }
        // A relationship stored at the destination has no definition in the file.
        let ways = lineage.flatMap { owner in
            owner.declaredRelationships.filter {
                sources[.init(entity: owner.name, property: $0.name)] == nil
            }
        }
        let way =
            ways.first { $0.name == property }
            ?? ways.first { $0.renamingIdentifier == property }
        return way?.name
    }
}
