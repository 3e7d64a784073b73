import MercatorPayload
import ObjectGraph

/// The parts of an `EntityPlan` read for every record, flattened to avoid reference counting.
struct HotPlan {
    /// Indicates whether every object becomes a record of this plan, without transform or override.
    let isPlain: Bool
    /// Indicates whether a value at any path is evidence that a representation is mappable.
    let hasPlainEvidence: Bool
    /// Indicates whether repeated equal representations share a record.
    let isShareable: Bool
    let followsSubentities: Bool
    let hasKeys: Bool
    let hasSpecialPaths: Bool
    let hasOwnPaths: Bool
    /// The root node of the plan in the key trie.
    let node: Int
    let pathCount: Int
    /// The relationships of the plan, as a range of the relationships of all plans.
    let relationships: Range<Int>
    /// The attribute that identifies by an unconverted integer, with the identity space.
    let integerKey: (attribute: Int, space: Int)?

    /// Returns the flattened plans and relationships for an operation.
    static func hotPlans(
        of input: MappingRequest, _ decisions: MappingDecisions
    ) -> ([HotPlan], [HotRelationship]) {
        var hotPlans: [HotPlan] = []
        var relationships: [HotRelationship] = []
        for (number, plan) in input.plan.entities.enumerated() {
            let first = relationships.count
            relationships += plan.relationships.enumerated().map { index, relationship in
                HotRelationship(relationship, at: index, of: plan, input.plan)
            }
            hotPlans.append(
                HotPlan(
                    plan, PlanIndex(number), relationships: first..<relationships.count, input,
                    decisions))
        }
        return (hotPlans, relationships)
    }

    private init(
        _ plan: EntityPlan, _ number: PlanIndex, relationships: Range<Int>, _ input: MappingRequest,
        _ decisions: MappingDecisions
    ) {
        let trie = input.plan.trie
        isPlain = plan.representationTransform == nil && decisions.overrides.isEmpty
        hasPlainEvidence = plan.isEvidence.allSatisfy { $0 }
        isShareable = RecordDeduplicator.areShareable(
            plan, input.plan, isObserved: input.observer != nil)
        followsSubentities = plan.followsSubentities
        node = trie.roots[number]
        hasKeys = trie.hasKeys(trie.roots[number])
        pathCount = plan.paths.count
        hasSpecialPaths = !plan.specialPaths.isEmpty
        hasOwnPaths = !plan.ownPaths.isEmpty
        self.relationships = relationships
        integerKey = plan.identification.flatMap { identification in
            let first = identification.attributes[0]
            let isInteger = input.plan.spaces[identification.space].isInteger
            return isInteger && plan.attributes[first].isPlainInteger
                ? (first, identification.space) : nil
        }
    }
}

/// The parts of a `RelationshipPlan` read for every record, flattened to avoid reference counting.
struct HotRelationship {
    let role: RoleIndex
    /// The index of the plan for nested representations; dynamic plans follow the entity plans.
    let mapping: Int
    /// The index of its path in a record.
    let path: Int
    let isToMany: Bool
    let isOutward: Bool
    let isAggregated: Bool
    /// Indicates whether a single representation must be in an array too.
    let needsArray: Bool
    /// Indicates whether an absent relationship is cleared.
    let isFilledIn: Bool
    /// Indicates whether `null` clears the relationship.
    let takesNull: Bool
    /// Indicates whether nested records have no relationships.
    let isLeaf: Bool

    init(_ relationship: RelationshipPlan, at index: Int, of plan: EntityPlan, _ plans: MappingPlan)
    {
        role = RoleIndex(index)
        mapping = relationship.mapping
        path = plan.path(ofRelationship: index)
        isToMany = relationship.layout.isToMany
        isOutward = relationship.isOutward
        isAggregated = relationship.isAggregated
        needsArray = plan.requiresArrays && isToMany
        isFilledIn = plan.assignsNilForMissingRelationships
        takesNull = plan.assignsNilForNullRelationships
        isLeaf =
            relationship.mapping < plans.entities.count
            && plans.entities[relationship.mapping].relationships.isEmpty
    }
}
