import ObjectGraph
import Payload

/// Type mismatches on paths in a representation.
extension CollectPass {
    /// Converts the obstacles met by the key matcher to mismatches.
    mutating func noteObstacles() {
        misfits += members.obstacles.map {
            Misfit(place: $0.place, expected: "an object", entry: $0.entry)
        }
        members.obstacles = []
    }

    /// Removes the obstacles that do not block a path after all, and marks the values behind the
    /// others.
    ///
    /// If a key is repeated, only its last value counts. If one of the values is an array, the path
    /// is evaluated separately in any case.
    mutating func settleMisfits(
        _ place: Int, _ plan: EntityPlan, _ firstPlace: Int, _ session: inout MappingSession
    ) {
        let followed = Set(members.crossings.flatMap(members.forest.innerTargets))
        misfits = misfits.filter { misfit in
            guard let entry = misfit.entry else { return true }
            let targets = members.forest.innerTargets(of: entry)
            guard let target = targets.first, !followed.contains(target),
                case .mismatch(misfit.place, _) = PayloadPathEvaluator(tape).evaluate(
                    plan.paths[target].components[...], from: place)
            else { return false }
            for target in targets {
                session.places[firstPlace + target] = Int32(MappingSession.misfit)
            }
            return true
        }
    }

    /// Reports type mismatches on paths, whose values are invalid instead of absent.
    mutating func reportMisfits(
        of record: Int, plan: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        guard !misfits.isEmpty else { return }
        let found = misfits
        misfits = []
        for misfit in found {
            try session.report(
                .unexpectedKind, at: misfit.place, plan: plan, record: record,
                attribute: misfit.target.map(session.plan.entities[plan].nameOfTarget),
                expected: misfit.expected, found: tape.word(at: misfit.place))
        }
        if session.options.failurePolicy == .skipRecord { session.records[record].hasFailed = true }
    }
}
