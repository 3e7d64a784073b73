import ObjectGraph

/// The mappings of a plan by index: entity plans, followed by dynamic plans.
extension MappingPlan {
    /// Returns the entity plan at an index of mappings; `nil` for a dynamic mapping.
    func entityPlan(at mapping: Int) -> PlanIndex? {
        mapping < entities.count ? PlanIndex(mapping) : nil
    }

    /// Returns the plan of a mapping, or those that a dynamic mapping can select.
    func entityPlans(of mapping: Int) -> [EntityPlan] {
        guard mapping >= entities.count else { return [entities[mapping]] }
        return dynamics[mapping - entities.count].matchers.flatMap(\.plans).map { entities[$0] }
    }

    /// Returns the entities of the objects of a mapping.
    package func entities(of mapping: Int) -> Set<Int> {
        Set(entityPlans(of: mapping).flatMap(\.layout.family))
    }

    /// Tests whether a mapping treats an object as a collection.
    package func forcesCollection(_ mapping: Int) -> Bool {
        mapping < entities.count
            ? entities[mapping].forcesCollection
            : dynamics[mapping - entities.count].forcesCollection
    }

    /// Returns the transform of the representations of a mapping.
    func representationTransform(of mapping: Int) -> RepresentationTransform? {
        mapping < entities.count
            ? entities[mapping].representationTransform
            : dynamics[mapping - entities.count].representationTransform
    }

    /// Returns the name of a mapping.
    func name(of mapping: Int) -> String {
        mapping < entities.count
            ? entities[mapping].name : dynamics[mapping - entities.count].name
    }
}

extension EntityPlan {
    /// Returns the property of a path, by index of the path.
    package func nameOfTarget(_ target: Int) -> String {
        if target < attributes.count { return attributes[target].name }
        let relationship = target - attributes.count
        if relationship < relationships.count { return relationships[relationship].layout.name }
        return routes[relationship - relationships.count].name
    }

    /// Returns the index of the path of a relationship.
    func path(ofRelationship index: Int) -> Int { attributes.count + index }

    /// Returns the index of the path of a route.
    func path(ofRoute index: Int) -> Int { attributes.count + relationships.count + index }
}
