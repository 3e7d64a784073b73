import ObjectGraph
import Payload

/// The parts of an `EntityPlan` read for every record, flattened to avoid reference counting.
struct HotPlan {
    /// Indicates whether every object becomes a record of this plan without transforms or
    /// overrides.
    let isPlain: Bool
    /// Indicates whether a value at any path is evidence that a representation is mappable.
    let hasPlainEvidence: Bool
    /// Indicates whether repeated equal representations share a record.
    let isShareable: Bool
    let followsSubentities: Bool
    /// The root node of the plan in the key trie.
    let node: Int32
    let hasKeys: Bool
    let pathCount: Int32
    let hasSpecialPaths: Bool
    let hasOwnPaths: Bool
    /// The index of the first relationship among those of all plans.
    let firstRelation: Int32
    let relationCount: Int32
    /// The index of the attribute that identifies by an unconverted integer, or -1.
    let key: Int
    /// The identity space of the key.
    let space: Int

    /// Returns the flattened plans and relationships for an operation.
    static func hotPlans(of session: MappingSession) -> ([HotPlan], [HotRelationship]) {
        var hotPlans: [HotPlan] = []
        var relations: [HotRelationship] = []
        for number in session.plan.entities.indices {
            hotPlans.append(HotPlan(number, session, firstRelation: relations.count))
            let plan = session.plan.entities[number]
            relations += plan.relationships.enumerated().map { index, relationship in
                HotRelationship(
                    relationship, target: plan.attributes.count + index, of: plan, session.plan)
            }
        }
        return (hotPlans, relations)
    }

    private init(_ number: Int, _ session: MappingSession, firstRelation: Int) {
        let plan = session.plan.entities[number]
        let trie = session.plan.trie
        isPlain = plan.representationTransform == nil && session.overrides.isEmpty
        hasPlainEvidence = plan.isEvidence.allSatisfy { $0 }
        isShareable = RecordDeduplicator.areShareable(plan, session)
        followsSubentities = plan.followsSubentities
        node = Int32(trie.roots[number])
        hasKeys = trie.hasKeys(trie.roots[number])
        pathCount = Int32(plan.paths.count)
        hasSpecialPaths = !plan.specialPaths.isEmpty
        hasOwnPaths = !plan.ownPaths.isEmpty
        self.firstRelation = Int32(firstRelation)
        relationCount = Int32(plan.relationships.count)
        let identification = plan.identification
        space = identification?.space ?? -1
        key =
            identification.flatMap { identification in
                let first = identification.attributes[0]
                let isInteger = session.spaces[identification.space].plan.isInteger
                return isInteger && plan.attributes[first].isPlainInteger ? first : nil
            } ?? -1
    }
}

/// The parts of a `RelationshipPlan` read for every record, flattened to avoid reference counting.
struct HotRelationship {
    /// The index of the plan for nested representations; dynamic plans follow the entity plans.
    let mapping: Int32
    /// The index of its path among those of a record.
    let target: Int32
    let isMany: Bool
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

    init(
        _ relationship: RelationshipPlan, target: Int, of plan: EntityPlan, _ plans: MappingPlan
    ) {
        mapping = Int32(relationship.mapping)
        self.target = Int32(target)
        isMany = relationship.layout.isToMany
        isOutward = relationship.isOutward
        isAggregated = relationship.isAggregated
        needsArray = plan.requiresArrays && isMany
        isFilledIn = plan.assignsNilForMissingRelationships
        takesNull = plan.assignsNilForNullRelationships
        isLeaf =
            relationship.mapping < plans.entities.count
            && plans.entities[relationship.mapping].relationships.isEmpty
    }
}
