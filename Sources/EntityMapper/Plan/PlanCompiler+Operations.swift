import ObjectGraph

extension PlanCompiler {
    /// The changes that every record may make which a relationship mapping leads to.
    func allowedOperations(of nested: RelationshipMapping, at place: Int) -> AllowedOperations {
        nested.allowedOperations
            ?? entityMappings(at: place).reduce(.all) { $0.intersection($1.allowedOperations) }
    }
}

extension MappingPlan {
    /// Whether any record may not do everything.
    static func restrictsOperations(_ entities: [EntityPlan]) -> Bool {
        entities.contains { plan in
            plan.allowedOperations != .all
                || plan.relationships.contains { ($0.allowedOperations ?? .all) != .all }
        }
    }

    /// Whether objects of an entity may be deleted: no mapping is for them, or one that allows it.
    func allowsDeletion(of entity: Int) -> Bool {
        guard restrictsOperations else { return true }
        let plans = entities.filter { $0.layout.includes(entity) }
        return plans.isEmpty || plans.contains { $0.allowedOperations.contains(.delete) }
    }
}
