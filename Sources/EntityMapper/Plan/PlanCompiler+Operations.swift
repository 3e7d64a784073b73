import ObjectGraph

extension PlanCompiler {
    /// Returns the changes that all nested records of a relationship mapping may make.
    func operations(of nested: RelationshipMapping, at index: Int) -> AllowedOperations {
        nested.allowedOperations
            ?? entityMappings(at: index).reduce(.all) { $0.intersection($1.allowedOperations) }
    }
}

extension MappingPlan {
    /// Tests whether any entity or relationship restricts the allowed operations.
    static func restrictsOperations(_ entities: [EntityPlan]) -> Bool {
        entities.contains { plan in
            plan.operations != .all
                || plan.relationships.contains { ($0.operations ?? .all) != .all }
        }
    }

    /// Tests whether objects of an entity may be deleted.
    ///
    /// This is the case if the entity has no mappings, or if one of them allows it.
    func allowsDeletion(of entity: Int) -> Bool {
        guard restrictsOperations else { return true }
        let plans = entities.filter { $0.layout.includes(entity) }
        return plans.isEmpty || plans.contains { $0.operations.contains(.delete) }
    }
}
