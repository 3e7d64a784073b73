import ObjectGraph
import Payload

/// What is in the way of paths in a representation.
extension CollectPass {
    /// Takes over what the walk could not go on from.
    mutating func noteObstacles() {
        misfits += members.obstacles.map {
            Misfit(place: $0.place, expected: "an object", entry: $0.entry)
        }
        members.obstacles = []
    }

    /// Keeps of what the walk could not go on from what is in the way in the end, and marks what lies
    /// behind it.
    ///
    /// A member may be there twice, and only the last one counts; where one of them is an array, the
    /// path will be followed in any case.
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

    /// What does not fit on the way of a path is invalid, not absent.
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
