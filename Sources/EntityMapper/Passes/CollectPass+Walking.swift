import ObjectGraph
import Payload

/// One look at each member of a representation, and what is in the way of paths there.
extension CollectPass {
    /// Notes where the members of an object are that a node asks for; later members win.
    mutating func walk(_ place: Int, node: Int, _ firstPlace: Int, _ places: inout [Int32]) {
        var last = node
        var key = tape.firstChild(of: place)
        let end = tape.end(of: place)
        while key < end {
            let value = key + 1
            let answer = memory.find(key, in: node, after: last, tape, forest)
            last = answer.number
            if answer.target >= 0 {
                places[firstPlace &+ answer.target] = Int32(truncatingIfNeeded: value)
            } else if answer.entry >= 0 {
                take(value, answer.entry, firstPlace, &places)
            }
            key = tape.next(after: value)
        }
    }

    /// Notes where a value is that an entry of the forest asks for, or what is inside it.
    private mutating func take(
        _ value: Int, _ number: Int, _ firstPlace: Int, _ places: inout [Int32]
    ) {
        let entry = forest.entries[number]
        for target in entry.targets {
            places[firstPlace + Int(forest.targets[Int(target)])] = Int32(value)
        }
        guard entry.child >= 0 else { return }
        // A member may be there twice: nothing of the first one counts.
        for target in entry.inner {
            places[firstPlace + Int(forest.targets[Int(target)])] = -1
        }
        if tape.isObject(at: value) {
            walk(value, node: Int(entry.child), firstPlace, &places)
        } else if tape.isArray(at: value) {
            crossings.append(number)
        } else if !tape.isNull(at: value) {
            misfits.append(Misfit(place: value, expected: "an object", entry: number))
        }
    }

    /// Keeps of what the walk could not go on from what is in the way in the end, and marks what lies
    /// behind it.
    ///
    /// A member may be there twice, and only the last one counts; where one of them is an array, the
    /// path will be followed in any case.
    mutating func settleMisfits(
        _ place: Int, _ plan: EntityPlan, _ firstPlace: Int, _ session: inout MappingSession
    ) {
        let followed = Set(crossings.flatMap(forest.innerTargets))
        misfits = misfits.filter { misfit in
            guard let entry = misfit.entry else { return true }
            let targets = forest.innerTargets(of: entry)
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
