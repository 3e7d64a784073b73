import ObjectGraph

/// The counts and issues of an applied plan.
extension MappingSession {
    /// Counts the orphans of a scope that may not be deleted.
    ///
    /// - Throws: ``MappingError`` if the store fails.
    mutating func notePreserved(_ scope: OrphanPlan.Scope) throws(MappingError) {
        for preserved in scope.preserved where preserved.reason == .deletionNotAllowed {
            guard let place = RowID(preserved.objectID, in: context.model) else { continue }
            try notePreserved([place.number], root: place.root)
        }
    }

    /// Records that orphans of a refused scope were not deleted.
    mutating func reportRefusals(of scope: OrphanPlan.Scope) {
        guard !scope.orphans.isEmpty, !scope.refusals.isEmpty else { return }
        let count =
            scope.orphans.count == 1
            ? "1 orphan stays" : "\(scope.orphans.count) orphans stay"
        issues.add(
            PendingIssue(
                code: .orphansRefused, entity: scope.request.entityName, place: nil,
                expected: "a load that tells which objects are gone; \(count)",
                found: scope.refusals.map(\.description).joined(separator: "; "), isNotice: true))
    }
}
