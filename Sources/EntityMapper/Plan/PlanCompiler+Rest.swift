import MercatorPayload
import ObjectGraph

extension PlanCompiler {
    /// The keys read by mappings with a path to the remaining members of records, by index.
    var taken: [PlanIndex: KeyUse] {
        var taken: [PlanIndex: KeyUse] = [:]
        for (index, plan) in entities.enumerated()
        where plan.attributes.contains(where: \.takesRest) {
            var use = KeyUse()
            for part in parts(of: index) { addKeys(of: part, to: &use) }
            taken[PlanIndex(index)] = use
        }
        return taken
    }

    /// Returns the indices of a plan and of those that map the same representation again.
    private func parts(of index: Int) -> [Int] {
        var parts: [Int] = []
        var open = [index]
        while let next = open.popLast() {
            guard next < entities.count, !parts.contains(next) else { continue }
            parts.append(next)
            open += aggregated(by: entities[next])
        }
        return parts
    }

    /// Adds the keys that a mapping reads or ignores.
    private func addKeys(of index: Int, to use: inout KeyUse) {
        let plan = entities[index]
        for (number, attribute) in plan.attributes.enumerated() where !attribute.takesRest {
            use.take(plan.paths[number], attribute.conversion.takenKinds)
        }
        for (number, relationship) in plan.relationships.enumerated()
        where !relationship.isAggregated {
            let path = plan.paths[plan.path(ofRelationship: number)]
            use.take(path, takenKinds(of: relationship))
        }
        for (number, route) in plan.routes.enumerated() {
            let path = plan.paths[plan.path(ofRoute: number)]
            use.take(path, route.attribute.conversion.takenKinds)
        }
        for path in mappings.mappings[index].ignoredPaths { use.add(path.components) }
    }

    /// Returns the kinds of values that a relationship can be mapped from.
    private func takenKinds(of relationship: RelationshipPlan) -> KeyUse.Kinds {
        guard relationship.mapping < entities.count else { return .all }
        let nested = entities[relationship.mapping]
        return nested.acceptsScalars || nested.identifier != nil ? .all : .containers
    }
}

extension KeyUse {
    /// Adds a path, unless its value is computed and thus uses no member.
    fileprivate mutating func take(_ path: PayloadPath, _ kinds: Kinds) {
        let isComputed = path.components.contains { component in
            if case .operation = component.kind { true } else { false }
        }
        if !isComputed { add(path.components, taking: kinds) }
    }
}

extension Conversion {
    /// The kinds of values that can be converted, as far as the type determines them.
    fileprivate var takenKinds: KeyUse.Kinds {
        isStandard && type != .array && type != .dictionary ? .scalars : .all
    }
}
