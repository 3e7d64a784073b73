import ObjectGraph
import Payload

/// Type mismatches on paths in a representation.
extension CollectPass {
    /// Converts the obstacles met by the key matcher to mismatches.
    mutating func noteObstacles() {
        mismatches += keyMatcher.obstacles.map {
            PathMismatch(place: $0.place, expected: "an object", entry: $0.entry)
        }
        keyMatcher.obstacles = []
    }

    /// Removes the obstacles that do not block a path after all, and marks the values behind the
    /// others.
    ///
    /// If a key is repeated, only its last value counts. If one of the values is an array, the path
    /// is evaluated separately in any case.
    mutating func settleMismatches(
        _ place: Int, _ plan: EntityPlan, _ firstPlace: Int, _ session: inout MappingSession
    ) {
        let followed = Set(keyMatcher.crossings.flatMap(keyMatcher.trie.innerTargets))
        mismatches = mismatches.filter { mismatch in
            guard let entry = mismatch.entry else { return true }
            let targets = keyMatcher.trie.innerTargets(of: entry)
            guard let target = targets.first, !followed.contains(target),
                case .mismatch(mismatch.place, _) = PayloadPathEvaluator(tape).evaluate(
                    plan.paths[target].components[...], from: place)
            else { return false }
            for target in targets {
                session.places[firstPlace + target] = Int32(MappingSession.mismatch)
            }
            return true
        }
    }

    /// Reports type mismatches on paths, whose values are invalid instead of absent.
    mutating func reportMismatches(
        of record: Int, plan: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        guard !mismatches.isEmpty else { return }
        let found = mismatches
        mismatches = []
        for mismatch in found {
            try session.report(
                .unexpectedKind, at: mismatch.place, plan: plan, record: record,
                attribute: mismatch.target.map(session.plan.entities[plan].nameOfTarget),
                expected: mismatch.expected, found: tape.word(at: mismatch.place))
        }
        if session.options.failurePolicy == .skipRecord { session.records[record].hasFailed = true }
    }
}
