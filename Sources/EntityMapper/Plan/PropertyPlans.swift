import MercatorPayload

/// The compiled property mappings of an entity mapping.
struct PropertyPlans {
    var attributes: [AttributePlan] = []
    var relationships: [RelationshipPlan] = []
    var routes: [RoutePlan] = []
    var attributePaths: [PayloadPath] = []
    var relationshipPaths: [PayloadPath] = []
    var routePaths: [PayloadPath] = []

    var paths: [PayloadPath] { attributePaths + relationshipPaths + routePaths }

    /// Returns the indices of the paths that satisfy a condition.
    func indices(where condition: (PayloadPath) -> Bool) -> [Int] {
        paths.enumerated().filter { condition($0.element) }.map(\.offset)
    }

    /// Tests whether an identification depends on the representation alone.
    ///
    /// In this case it does not depend on enclosing records or metadata.
    func isIndependent(_ identification: IdentificationPlan) -> Bool {
        identification.attributes.allSatisfy { !attributePaths[$0].dependsOnRecords }
    }

    /// Indicates for each path whether a value is evidence of a mappable representation.
    var isEvidence: [Bool] {
        let paths = paths
        let isOutsideOnly = paths.allSatisfy(\.startsOutsideRecord)
        return paths.enumerated().map { index, path in
            path.startsOutsideRecord
                ? isOutsideOnly : !path.startsAtRepresentation || index < attributes.count
        }
    }

    /// Indicates the same for a representation that is shared with an enclosing record.
    var isEvidenceInside: [Bool] {
        paths.map { !$0.startsAtContext && !$0.startsAtRepresentation }
    }
}
