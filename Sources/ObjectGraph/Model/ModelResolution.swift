/// Resolves the references among entities that were described separately.
package enum ModelResolution {
    /// The greatest number of ancestors of an entity.
    ///
    /// The compiled data of each ancestor grows with everything that it inherits.
    package static let ancestorLimit = 1000

    /// Returns the number of ancestors of each entity.
    ///
    /// The result omits entities in an inheritance cycle, and entities that inherit from one.
    ///
    /// - Complexity: O(*n*) in the number of entities.
    static func depths(_ byName: [String: EntityDescription]) -> [String: Int] {
        var depths: [String: Int] = [:]
        var visited: Set<String> = []
        for start in byName.keys {
            var way: [String] = []
            var next: String? = start
            while let name = next, let entity = byName[name], visited.insert(name).inserted {
                way.append(name)
                next = entity.parent
            }
            var depth = 0
            if let end = next, visited.contains(end) {
                // Without a depth, the entity at the end is part of a circle, or leads to one.
                guard let known = depths[end] else { continue }
                depth = known + 1
            }
            for name in way.reversed() {
                depths[name] = depth
                depth += 1
            }
        }
        return depths
    }

    /// Returns the entities with their ancestors and their implicit inverses.
    ///
    /// Ancestors are omitted if they are too many or form a cycle; an implicit inverse is named
    /// only at the other end.
    package static func resolve(_ entities: [EntityDescription]) -> [EntityDescription] {
        var byName: [String: EntityDescription] = [:]
        for entity in entities {
            byName[entity.name] = byName[entity.name] ?? entity.withoutAncestors
        }
        for entity in entities {
            for relationship in entity.declaredRelationships {
                guard let inverse = relationship.inverse else { continue }
                name(relationship.name, asInverseOf: inverse, in: relationship.destination, &byName)
            }
        }
        let depths = depths(byName)
        return entities.map { entity in
            var resolved = byName[entity.name] ?? entity.withoutAncestors
            guard let depth = depths[entity.name], depth <= ancestorLimit else { return resolved }
            var visited: Set<String> = [entity.name]
            var next = entity.parent
            while let name = next, let parent = byName[name], visited.insert(name).inserted {
                resolved.ancestors.append(parent)
                next = parent.parent
            }
            return resolved
        }
    }

    /// Sets the inverse of a relationship at the other end, in the ancestor that declares it.
    private static func name(
        _ name: String, asInverseOf inverse: String, in destination: String,
        _ byName: inout [String: EntityDescription]
    ) {
        var next: String? = destination
        var visited: Set<String> = []
        while let entity = next, visited.count <= ancestorLimit + 1, visited.insert(entity).inserted
        {
            let index = byName[entity]?.declaredRelationships.firstIndex { $0.name == inverse }
            if let index {
                let known = byName[entity]?.declaredRelationships[index].inverse
                byName[entity]?.declaredRelationships[index].inverse = known ?? name
                return
            }
            next = byName[entity]?.parent
        }
    }
}
