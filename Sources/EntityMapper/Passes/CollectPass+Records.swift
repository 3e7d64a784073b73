import ObjectGraph
import Payload

/// The creation of records from representations.
extension CollectPass {
    /// The result for a representation.
    enum Collected {
        case record(Int32)
        /// No record, without an issue.
        case nothing
        /// No record, because of a reported issue or because a to-one representation was declined.
        case unread
    }

    /// Creates a record for a representation, if it can be mapped.
    ///
    /// The nested representations of the record are traversed next.
    mutating func collectOne(
        _ place: Int, _ step: Step, _ index: Int32, _ isAggregated: Bool,
        _ session: inout MappingSession
    ) throws(MappingError) -> Collected {
        let candidate = Candidate(
            place: place, parent: step.parent, role: step.role, index: index)
        guard step.mapping < hotPlans.count, hotPlans[step.mapping].isPlain,
            tape.isObject(at: place)
        else { return try collectChosen(candidate, step, isAggregated, &session) }
        let own = hotPlans[step.mapping]
        if own.isShareable || step.isOutward,
            let record = sharedRecord(of: candidate, own, step.mapping, step, &session)
        {
            return .record(record)
        }
        if session.records.count & 255 == 0 { try checkCancellation(at: place, &session) }
        let made = try makeRecord(
            of: candidate, step.mapping, own, step, isAggregated: isAggregated, &session)
        guard case .record(let record) = made else { return made }
        try identify(record, step.mapping, own, index, &session)
        return made
    }

    /// Creates a record for a representation whose plan must be selected or that must be
    /// transformed.
    private mutating func collectChosen(
        _ original: Candidate, _ step: Step, _ isAggregated: Bool, _ session: inout MappingSession
    ) throws(MappingError) -> Collected {
        var candidate = original
        let chosen: ChosenPlan
        switch try choosePlan(for: &candidate, step, &session) {
        case .plan(let plan): chosen = plan
        case .declined: return step.isMany ? .nothing : .unread
        case .unknown: return .unread
        }
        let own = hotPlans[chosen.number]
        if let record = sharedRecord(of: candidate, own, chosen.number, step, &session) {
            return .record(record)
        }
        if session.records.count & 255 == 0 {
            try checkCancellation(at: original.place, &session)
        }
        guard try transform(&candidate, by: chosen.number, step, &session) else { return .unread }
        let made = try makeRecord(
            of: candidate, chosen.number, own, step, isAggregated: isAggregated,
            identifier: chosen.identifier, isOverridden: chosen.mappingOverride != nil, &session)
        guard case .record(let record) = made else { return made }
        guard let override = chosen.mappingOverride, let target = override.target else {
            try identify(record, chosen.number, own, candidate.index, &session)
            return made
        }
        try session.adopt(
            target, for: Int(record), by: session.plan.entities[chosen.number],
            isIdentified: override.isIdentified)
        try session.noteDuplicateMatches(override.duplicateMatches, of: Int(record))
        return made
    }

    /// Throws if the task has been cancelled; otherwise reports the progress.
    private func checkCancellation(
        at place: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        try MappingError.checkCancellation()
        guard session.isObserved else { return }
        session.noteProgress(.collect, at: place, of: session.payloadSize.words)
    }

    /// Creates a record for a representation that contains anything for a plan, without identifying
    /// its object.
    private mutating func makeRecord(
        of candidate: Candidate, _ plan: Int, _ own: HotPlan, _ step: Step, isAggregated: Bool,
        identifier: Int? = nil, isOverridden: Bool = false, _ session: inout MappingSession
    ) throws(MappingError) -> Collected {
        let firstPlace = session.places.count
        let list = findPlaces(of: candidate, plan, own, identifier, &session)
        guard
            !mismatches.isEmpty
                || isMappable(
                    candidate.place, own, plan, firstPlace, isAggregated,
                    isTarget: candidate.index == Record.single && session.target != nil, session)
        else {
            session.places.removeSubrange(firstPlace...)
            guard !isAggregated else { return .nothing }
            try session.report(
                .unmappableRepresentation, at: candidate.place, step, plan: plan,
                expected: "at least one of the mapped keys", found: "none of them")
            return .unread
        }
        let number = Int32(session.records.count)
        session.records.append(
            Record(
                candidate, plan: plan, firstPlace: firstPlace, isIdentifier: identifier != nil,
                isOverridden: isOverridden))
        deduplicator.add(number, plan: plan)
        if step.isOutward, isTimeless, session.plan.entities[plan].isIdentifiedByItself {
            around[Around(place: candidate.place, plan: plan)] = number
        }
        if !ancestors.isEmpty { recordAncestors[number] = ancestors }
        if session.isObserved {
            session.notify(.willMapRecord, record: Int(number))
            session.notifyFound(of: Int(number))
        }
        if !mismatches.isEmpty { try reportMismatches(of: Int(number), plan: plan, &session) }
        if !ancestors.isEmpty { ancestors = [] }
        if own.relationCount > 0, identifier == nil {
            if let list { lists.append(list) }
            recordFrames.append(
                RecordFrame(
                    record: number, plan: Int32(plan), firstPlace: firstPlace,
                    hasLists: list != nil))
        }
        return .record(number)
    }

    /// Identifies the object of a new record.
    private mutating func identify(
        _ record: Int32, _ plan: Int, _ own: HotPlan, _ index: Int32,
        _ session: inout MappingSession
    ) throws(MappingError) {
        if index == Record.single, let target = session.target {
            try session.adopt(target, for: Int(record), by: session.plan.entities[plan])
            return
        }
        if own.key >= 0 {
            // The most common key: an integer on the tape without a transform.
            let place = Int(session.places[session.records[Int(record)].firstPlace + own.key])
            if place >= 0, tape.isInteger(at: place), let key = tape.int64(at: place) {
                try session.settle(Int(record), space: own.space, key: key)
                return
            }
        }
        try session.identify(record: Int(record), by: session.plan.entities[plan])
    }

    /// Returns an existing record for the same representation, if it can be shared.
    private mutating func sharedRecord(
        of candidate: Candidate, _ own: HotPlan, _ plan: Int, _ step: Step,
        _ session: inout MappingSession
    ) -> Int32? {
        if step.isOutward, let record = known(candidate, plan: plan, session) { return record }
        guard own.isShareable, step.parent >= 0,
            let record = deduplicator.find(candidate.place, plan: plan, tape, &session)
        else { return nil }
        session.records[Int(record)].addCopy()
        session.repeats[plan] += 1
        if own.followsSubentities {
            session.copies[record, default: []].append(Int32(candidate.place))
        }
        return record
    }

    /// Finds the values of all paths of a plan in a representation.
    ///
    /// Returns the representations of relationships by path index, where they are gathered.
    private mutating func findPlaces(
        of candidate: Candidate, _ number: Int, _ own: HotPlan, _ identifier: Int?,
        _ session: inout MappingSession
    ) -> [Int: PathMatch]? {
        let place = candidate.place
        let firstPlace = session.places.count
        // Appending one element at a time is faster than a collection for the few paths of most
        // records.
        for _ in 0..<own.pathCount { session.places.append(-1) }
        if own.hasOwnPaths {
            for target in session.plan.entities[number].ownPaths {
                session.places[firstPlace + Int(target)] = Int32(place)
            }
        }
        if let identifier { session.places[firstPlace + identifier] = Int32(place) }
        if own.hasKeys, tape.isObject(at: place) {
            keyMatcher.match(
                place, node: Int(own.node), tape, into: &session.places, from: firstPlace)
        }
        if !keyMatcher.obstacles.isEmpty { noteObstacles() }
        guard own.hasSpecialPaths || !mismatches.isEmpty || !keyMatcher.crossings.isEmpty else {
            return nil
        }
        let plan = session.plan.entities[number]
        if !mismatches.isEmpty { settleMismatches(place, plan, firstPlace, &session) }
        guard identifier == nil, own.hasSpecialPaths || !keyMatcher.crossings.isEmpty else {
            return nil
        }
        return follow(candidate, plan, firstPlace, &session)
    }

    /// Tests whether a representation contains anything for a plan.
    private func isMappable(
        _ place: Int, _ own: HotPlan, _ plan: Int, _ firstPlace: Int, _ isAggregated: Bool,
        isTarget: Bool, _ session: MappingSession
    ) -> Bool {
        if own.hasPlainEvidence, !isAggregated {
            for target in firstPlace..<session.places.count where session.places[target] >= 0 {
                return true
            }
        }
        return session.isMappable(
            place, session.plan.entities[plan], firstPlace, isAggregated, isTarget: isTarget)
    }
}
