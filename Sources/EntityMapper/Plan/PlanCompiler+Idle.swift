import ObjectGraph

/// Warnings about declarations that can have no effect.
extension PlanCompiler {
    mutating func noteIdle() {
        noteUnreached()
        for mapping in mappings.mappings { noteUnmappedKeys(of: mapping) }
        noteMissingInverses()
    }

    /// Warns about mappings to which no root path and no relationship leads.
    ///
    /// Mappings that were derived from a model are there for all of its entities.
    private mutating func noteUnreached() {
        guard !mappings.origin.isModel, !mappings.roots.isEmpty else { return }
        var reached = Set(mappings.roots.map(\.mapping))
        var open = Array(reached)
        while let name = open.popLast() {
            for next in namesReached(from: name) where reached.insert(next).inserted {
                open.append(next)
            }
        }
        for mapping in mappings.mappings where !reached.contains(mapping.name) {
            guard model.layout(named: mapping.entity.name).map(isFollowed) != true else { continue }
            warn(
                .idle, mapping, nil,
                "no root path and no relationship leads to this mapping, so no record is mapped by "
                    + "it; add a root path, unless a program or a response names it")
        }
    }

    /// Tests whether another mapping follows sub-entities down to an entity.
    private func isFollowed(_ layout: EntityLayout) -> Bool {
        mappings.mappings.contains { other in
            other.followsSubentities && other.entity.name != layout.name
                && model.layout(named: other.entity.name)?.includes(layout.index) == true
        }
    }

    /// Returns the mappings that a mapping refers to.
    private func namesReached(from name: String) -> [String] {
        if let dynamic = mappings.dynamicMappings.first(where: { $0.name == name }) {
            return dynamic.knownMappings
        }
        return mappings[name]?.relationshipMappings.map(\.mapping) ?? []
    }

    /// Warns about connections by foreign keys that no mapping of the entity's family fills.
    private mutating func noteUnmappedKeys(of mapping: EntityMapping) {
        guard let layout = model.layout(named: mapping.entity.name) else { return }
        let family = mappings.mappings.filter { other in
            model.layout(named: other.entity.name).map {
                $0.includes(layout.index) || layout.includes($0.index)
            } ?? false
        }
        let mapped = Set(family.flatMap { $0.attributeMappings.map(\.destination) })
        for connection in mapping.connections {
            let keys = mapping.resolved(connection, in: model).keys.map(\.source)
            guard let key = keys.first(where: { !mapped.contains($0) }) else { continue }
            warn(
                .idle, mapping, connection.relationship,
                "the connection of '\(connection.relationship)' by '\(key)': nothing is mapped to "
                    + "'\(key)', so it connects nothing; map it, unless a program sets it")
        }
    }

    /// Warns about two relationships in opposite directions without an inverse.
    private mutating func noteMissingInverses() {
        let mapped = Set(mappings.mappings.compactMap { model.index(ofEntity: $0.entity.name) })
        let single = model.relationships.filter {
            $0.inverse == nil && mapped.contains($0.entity) && mapped.contains($0.destination)
                && $0.entity != $0.destination
        }
        for one in single {
            let opposite = single.filter {
                $0.entity == one.destination && $0.destination == one.entity
            }
            // With several candidates, they mean different things.
            guard opposite.count == 1, let other = opposite.first, one.index < other.index,
                single.count(where: {
                    $0.entity == one.entity && $0.destination == one.destination
                }) == 1,
                let mapping = mappings.mappings.first(where: {
                    $0.entity.name == model.layouts[one.entity].name
                })
            else { continue }
            let (left, right) = (model.layouts[one.entity].name, model.layouts[other.entity].name)
            warn(
                .idle, mapping, one.name,
                "\(left).\(one.name) and \(right).\(other.name) have no inverse, so linking one "
                    + "leaves the other empty; declare one as the inverse of the other, unless they "
                    + "mean different things")
        }
    }
}
