import ObjectGraph
import Payload

/// From a representation to a record.
extension CollectPass {
    /// Makes a record of a representation, if it is one.
    ///
    /// Returns false if it does not fit, which was reported, or nobody wanted it. What is nested in
    /// the record is walked next.
    mutating func collectOne(
        _ original: Int, _ step: Step, _ index: Int32, _ isAggregated: Bool,
        _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        var candidate = Candidate(
            place: original, parent: step.parent, role: step.role, index: index)
        var chosen = ChosenPlan(number: step.mapping)
        let isPlain =
            step.mapping < facts.count && facts[step.mapping].isPlain && tape.isObject(at: original)
        if !isPlain {
            switch try choosePlan(for: &candidate, step, &session) {
            case .plan(let plan): chosen = plan
            case .declined: return step.isMany
            case .unknown: return false
            }
        }
        let own = facts[chosen.number]
        if let record = sharedRecord(of: candidate, own, chosen.number, step, &session) {
            pending.append(record)
            return true
        }
        if session.records.count & 255 == 0 {
            try MappingError.checkCancellation()
            if session.isObserved {
                session.noteProgress(.collect, at: original, of: session.payloadSize.words)
            }
        }
        if !isPlain {
            guard try transform(&candidate, by: chosen.number, step, &session) else { return false }
        }
        let place = candidate.place
        let firstPlace = session.places.count
        let list = findPlaces(of: candidate, chosen, own, firstPlace, &session)
        guard
            !misfits.isEmpty
                || isMappable(place, own, chosen.number, firstPlace, isAggregated, session)
        else {
            session.places.removeSubrange(firstPlace...)
            guard !isAggregated else { return true }
            try session.report(
                .unmappableRepresentation, at: place, step, plan: chosen.number,
                expected: "at least one of the mapped keys", found: "none of them")
            return false
        }
        let number = Int32(session.records.count)
        session.records.append(
            Record(
                plan: Int32(chosen.number), place: Int32(place), parent: step.parent,
                role: step.role, index: index, firstPlace: firstPlace,
                isIdentifier: chosen.identifier != nil, isRefined: chosen.refinement != nil))
        pending.append(number)
        shared.add(number, plan: chosen.number)
        if step.isOutward, isTimeless, session.plan.entities[chosen.number].isIdentifiedByItself {
            around[Around(place: place, plan: chosen.number)] = number
        }
        if !trail.isEmpty { trails[number] = trail }
        if session.isObserved {
            session.notify(.willMapRecord, record: Int(number))
            session.notifyFound(of: Int(number))
        }
        if !misfits.isEmpty { try reportMisfits(of: Int(number), plan: chosen.number, &session) }
        if !trail.isEmpty { trail = [] }
        try identify(number, chosen, own, index, &session)
        if own.relationCount > 0, chosen.identifier == nil {
            if let list { lists.append(list) }
            levels.append(
                Level(
                    record: number, plan: Int32(chosen.number), firstPlace: firstPlace,
                    hasLists: list != nil))
        }
        return true
    }

    /// Finds out which object a new record is about.
    private mutating func identify(
        _ record: Int32, _ chosen: ChosenPlan, _ own: PlanFacts, _ index: Int32,
        _ session: inout MappingSession
    ) throws(MappingError) {
        if let refinement = chosen.refinement, let target = refinement.target {
            try session.adopt(
                target, for: Int(record), by: session.plan.entities[chosen.number],
                isIdentified: refinement.isIdentified)
            try session.noteNamesakes(refinement.namesakes, of: Int(record))
        } else if index == Record.single, let target = session.target {
            try session.adopt(target, for: Int(record), by: session.plan.entities[chosen.number])
        } else if own.key >= 0,
            let number = session.plainInteger(record: Int(record), target: own.key, tape)
        {
            try session.settle(Int(record), space: own.space, key: number)
        } else {
            try session.identify(record: Int(record), by: session.plan.entities[chosen.number])
        }
    }

    /// The record that stands for a representation already, if one does.
    private mutating func sharedRecord(
        of candidate: Candidate, _ own: PlanFacts, _ plan: Int, _ step: Step,
        _ session: inout MappingSession
    ) -> Int32? {
        if step.isOutward, let record = known(candidate, plan: plan, session) { return record }
        guard own.isShareable, step.parent >= 0,
            let record = shared.find(candidate.place, plan: plan, tape, &session)
        else { return nil }
        session.records[Int(record)].copies += 1
        session.repeats[plan] += 1
        if own.followsSubentities {
            session.copies[record, default: []].append(Int32(candidate.place))
        }
        return record
    }

    /// Notes where everything is that a plan wants of a representation.
    ///
    /// Returns what relationships get where it is a list.
    private mutating func findPlaces(
        of candidate: Candidate, _ chosen: ChosenPlan, _ own: PlanFacts, _ firstPlace: Int,
        _ session: inout MappingSession
    ) -> [Int: Found]? {
        let place = candidate.place
        for _ in 0..<own.pathCount { session.places.append(-1) }
        if own.hasOwnPaths {
            for target in session.plan.entities[chosen.number].ownPaths {
                session.places[firstPlace + Int(target)] = Int32(place)
            }
        }
        if let identifier = chosen.identifier {
            session.places[firstPlace + identifier] = Int32(place)
        }
        if own.hasKeys, tape.isObject(at: place) {
            members.walk(
                place, node: Int(own.node), tape, into: &session.places, from: firstPlace)
        }
        if !members.obstacles.isEmpty { noteObstacles() }
        guard own.hasSpecialPaths || !misfits.isEmpty || !members.crossings.isEmpty else {
            return nil
        }
        let plan = session.plan.entities[chosen.number]
        if !misfits.isEmpty { settleMisfits(place, plan, firstPlace, &session) }
        guard chosen.identifier == nil, own.hasSpecialPaths || !members.crossings.isEmpty else {
            return nil
        }
        return follow(candidate, plan, firstPlace, &session)
    }

    /// Whether a representation has anything for a plan.
    private func isMappable(
        _ place: Int, _ own: PlanFacts, _ plan: Int, _ firstPlace: Int, _ isAggregated: Bool,
        _ session: MappingSession
    ) -> Bool {
        if own.isPlain, !isAggregated {
            for target in firstPlace..<session.places.count where session.places[target] >= 0 {
                return true
            }
        }
        return session.isMappable(place, session.plan.entities[plan], firstPlace, isAggregated)
    }
}
