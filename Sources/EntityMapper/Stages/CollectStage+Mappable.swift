import MercatorPayload
import ObjectGraph

/// Recognizing representations without anything for their mapping.
extension CollectStage {
    /// Tests whether a representation contains anything for a plan.
    ///
    /// For an aggregated representation, which is shared with the enclosing record, only values
    /// inside of it count. Mapping a representation without any value would create an empty object,
    /// unless it is mapped into the target object.
    func isMappable(
        _ candidate: Candidate, _ index: PlanIndex, _ firstField: FieldIndex,
        _ isAggregated: Bool
    ) -> Bool {
        if hotPlans[index].hasPlainEvidence, !isAggregated {
            for field in firstField.position..<graph.fields.count
            where graph.fields.elements[field].isLocated {
                return true
            }
        }
        let plan = input.plan.entities[index]
        let evidence = isAggregated ? plan.isEvidenceInside : plan.isEvidence
        for path in evidence.indices
        where evidence[path] && graph.fields[firstField + path].isLocated {
            return true
        }
        guard !isAggregated else { return false }
        let position = candidate.representation.position
        if plan.hasAggregated, hasParts(position, plan) { return true }
        let isEmpty = tape.count(at: position) == 0
        if candidate.index == .single, input.target != nil {
            return isEmpty || plan.assignsDefaults || plan.assignsNilForMissingRelationships
        }
        // The mapping may have a policy for an empty representation without identification.
        return isEmpty && plan.identification != nil && plan.missingIdentification != .insert
    }

    /// Tests whether a representation contains anything for the aggregated objects of a mapping.
    private func hasParts(_ position: Int, _ plan: EntityPlan) -> Bool {
        var open = [plan]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(plan)]
        while let next = open.popLast() {
            for relationship in next.relationships where relationship.isAggregated {
                for part in input.plan.entityPlans(of: relationship.mapping)
                where seen.insert(ObjectIdentifier(part)).inserted {
                    if part.representationTransform != nil || hasKeys(position, part) {
                        return true
                    }
                    open.append(part)
                }
            }
        }
        return false
    }

    private func hasKeys(_ position: Int, _ plan: EntityPlan) -> Bool {
        plan.paths.indices.contains { number in
            let path = plan.paths[number]
            guard plan.isEvidenceInside[number] else { return false }
            if path.isPlain, tape.find(path, from: position) != nil { return true }
            let result = tape.evaluator(for: path, at: position)
                .evaluate(path.components[...], from: position)
            if case .absent = result { return false }
            return true
        }
    }
}
