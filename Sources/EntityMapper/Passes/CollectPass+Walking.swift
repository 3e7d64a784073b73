import ObjectGraph
import Payload

/// One look at each member of a representation, and what is in the way of paths there.
extension CollectPass {
    /// Notes where the members of an object are that the tree asks for; later members win.
    mutating func walk(
        _ place: Int, _ tree: KeyTree, node: Int, _ firstSuccessor: Int, _ firstPlace: Int,
        _ places: inout [Int32]
    ) {
        var last = firstSuccessor + tree.entries.count + node
        var key = tape.firstChild(of: place)
        let end = tape.end(of: place)
        while key < end {
            let value = key + 1
            if let entry = entry(of: key, tree, node, after: last) {
                last = firstSuccessor + entry
                for target in tree.entries[entry].targets {
                    places[firstPlace + Int(tree.targets[Int(target)])] = Int32(value)
                }
                let child = Int(tree.entries[entry].child)
                if child >= 0 {
                    // A member may be there twice: nothing of the first one counts.
                    for target in tree.entries[entry].inner {
                        places[firstPlace + Int(tree.targets[Int(target)])] = -1
                    }
                    if tape.isObject(at: value) {
                        walk(value, tree, node: child, firstSuccessor, firstPlace, &places)
                    } else if tape.isArray(at: value) {
                        crossings.append(entry)
                    } else if !tape.isNull(at: value) {
                        misfits.append(Misfit(place: value, expected: "an object", entry: entry))
                    }
                }
            }
            key = tape.next(after: value)
        }
    }

    /// The entry of a key: the one that came next the last time, or else the one that is found.
    private mutating func entry(
        of key: Int, _ tree: KeyTree, _ node: Int, after last: Int
    ) -> Int? {
        let expected = Int(successors[last])
        if tree.matches(expected, tape, key) { return expected }
        guard let found = tree.entry(in: node, for: key, tape) else { return nil }
        successors[last] = Int32(found)
        return found
    }

    /// Keeps of what the walk could not go on from what is in the way in the end, and marks what lies
    /// behind it.
    ///
    /// A member may be there twice, and only the last one counts; where one of them is an array, the
    /// path will be followed in any case.
    mutating func settleMisfits(
        _ place: Int, _ plan: EntityPlan, _ firstPlace: Int, _ session: inout MappingSession
    ) {
        let followed = Set(crossings.flatMap(plan.tree.innerTargets))
        misfits = misfits.filter { misfit in
            guard let entry = misfit.entry else { return true }
            let targets = plan.tree.innerTargets(of: entry)
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
