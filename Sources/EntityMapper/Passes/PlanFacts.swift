import ObjectGraph
import Payload

/// What the walk asks of a plan for each record, as plain values: asking the plan itself would count
/// references.
struct PlanFacts {
    /// Whether an object is a record of this plan without further questions.
    let isPlain: Bool
    /// Whether every value that a path leads to is reason enough to map a representation.
    let hasPlainEvidence: Bool
    /// Whether a representation that stands in the payload again is the same record.
    let isShareable: Bool
    let followsSubentities: Bool
    /// The node of the forest for representations, and whether it has keys.
    let node: Int32
    let hasKeys: Bool
    let pathCount: Int32
    let hasSpecialPaths: Bool
    let hasOwnPaths: Bool
    /// Where the relationships begin among those of all plans.
    let firstRelation: Int32
    let relationCount: Int32
    /// The attribute that identifies by a plain whole number, or -1.
    let key: Int
    /// The identity space of the key.
    let space: Int

    /// The facts for one operation, and those of the relationships.
    static func facts(of session: MappingSession) -> ([PlanFacts], [RelationFacts]) {
        var facts: [PlanFacts] = []
        var relations: [RelationFacts] = []
        for number in session.plan.entities.indices {
            facts.append(PlanFacts(number, session, firstRelation: relations.count))
            let plan = session.plan.entities[number]
            relations += plan.relationships.enumerated().map { index, relationship in
                RelationFacts(
                    relationship, target: plan.attributes.count + index, of: plan, session.plan)
            }
        }
        return (facts, relations)
    }

    private init(_ number: Int, _ session: MappingSession, firstRelation: Int) {
        let plan = session.plan.entities[number]
        let forest = session.plan.forest
        isPlain =
            plan.representationTransform == nil && session.refinements.isEmpty
        hasPlainEvidence = plan.isEvidence.allSatisfy { $0 }
        isShareable = SharedRecords.areShareable(plan, session)
        followsSubentities = plan.followsSubentities
        node = Int32(forest.roots[number])
        hasKeys = forest.hasKeys(forest.roots[number])
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

/// What the walk asks of a relationship for each record, as plain values.
struct RelationFacts {
    /// The plan for nested representations: one of entities, or behind them a dynamic one.
    let mapping: Int32
    /// Where its place is among those of a record.
    let target: Int32
    let isMany: Bool
    let isOutward: Bool
    let isAggregated: Bool
    /// Whether several must be in an array, also if it is one only.
    let needsArray: Bool
    /// Whether something is done where nothing is in the payload.
    let isFilledIn: Bool
    /// Whether something is done where `null` is in the payload.
    let takesNull: Bool

    /// Whether nothing is nested in what it leads to.
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
