import MercatorPayload

/// Type mismatches on paths in a representation.
extension CollectStage {
    /// Converts the obstacles met by the key matcher to mismatches.
    mutating func noteObstacles() {
        mismatches += keyMatcher.obstacles.map {
            PathMismatch(index: TapeIndex($0.position), expected: "an object", entry: $0.entry)
        }
        keyMatcher.obstacles = []
    }

    /// Removes the obstacles that do not block a path after all.
    ///
    /// The values of the blocked paths are marked as mismatches.
    ///
    /// If a key is repeated, only its last value counts. If one of the values is an array, the path
    /// is evaluated separately in any case.
    mutating func settleMismatches(
        _ representation: Int, _ plan: EntityPlan, _ firstField: FieldIndex
    ) {
        let followed = Set(keyMatcher.crossings.flatMap(keyMatcher.trie.innerTargets))
        let found = mismatches
        mismatches = []
        for mismatch in found {
            guard let entry = mismatch.entry else {
                mismatches.append(mismatch)
                continue
            }
            let paths = keyMatcher.trie.innerTargets(of: entry)
            guard let path = paths.first, !followed.contains(path),
                case .mismatch(mismatch.index.position, _) = PayloadPathEvaluator(tape).evaluate(
                    plan.paths[path].components[...], from: representation)
            else { continue }
            for path in paths { graph.fields[firstField + path] = .mismatch }
            mismatches.append(mismatch)
        }
    }

    /// Reports type mismatches on paths, whose values are invalid instead of absent.
    mutating func reportMismatches(of record: RecordIndex) throws {
        let found = mismatches
        mismatches = []
        let plan = graph.plan(of: record)
        for mismatch in found {
            try log.report(
                .unexpectedKind, at: mismatch.index, of: record, in: graph,
                property: mismatch.path.map(plan.nameOfTarget), expected: mismatch.expected,
                found: tape.word(at: mismatch.index.position))
        }
        if log.failurePolicy == .skipRecord { graph.records[record].hasFailed = true }
    }
}
