import MercatorPayload
import ObjectGraph

/// The creation of records from representations.
extension CollectStage {
    /// The result for a representation.
    enum Collected {
        case record(RecordIndex)
        /// No record, without an issue.
        case nothing
        /// No record, because of a reported issue or because a to-one representation was declined.
        case unread
    }

    /// Creates a record for a representation, if it can be mapped.
    ///
    /// The nested representations of the record are traversed next.
    mutating func collect(_ element: Element, _ edge: Edge, isAggregated: Bool) throws -> Collected
    {
        let candidate = Candidate(
            element.representation, parent: edge.parent, role: edge.role, index: element.index)
        var chosen = ChosenPlan(number: PlanIndex(edge.mapping))
        var source = candidate
        // Nearly every representation is an object with a fixed plan.
        if edge.mapping >= hotPlans.count || !hotPlans[edge.mapping].isPlain
            || !tape.isObject(at: candidate.representation.position)
        {
            switch try choosePlan(for: &source, edge) {
            case .plan(let plan): chosen = plan
            case .declined: return edge.isToMany ? .nothing : .unread
            case .unknown: return .unread
            }
        }
        let plan = chosen.number
        if hotPlans[plan].isShareable || edge.isOutward,
            let record = sharedRecord(of: source, plan, isOutward: edge.isOutward)
        {
            return .record(record)
        }
        if graph.records.count & 255 == 0 { try checkCancellation(at: candidate.representation) }
        if !hotPlans[plan].isPlain {
            guard try transform(&source, by: plan.position, edge) else { return .unread }
        }
        let made = try makeRecord(of: source, chosen, edge, isAggregated: isAggregated)
        guard case .record(let record) = made else { return made }
        try identify(record, chosen)
        return made
    }

    /// Throws if the task has been cancelled; otherwise reports the progress.
    private mutating func checkCancellation(at index: TapeIndex) throws {
        try MappingError.checkCancellation()
        guard log.isObserved else { return }
        log.noteProgress(.collect, index.position, of: graph.payloadSize.words, in: graph)
    }

    /// Creates a record for a representation with mapped content, without identifying its object.
    private mutating func makeRecord(
        of candidate: Candidate, _ chosen: ChosenPlan, _ edge: Edge, isAggregated: Bool
    ) throws -> Collected {
        let firstField = graph.fields.endIndex
        let plan = chosen.number
        let isIdentifier = chosen.identifier != nil
        let list = locateFields(of: candidate, chosen)
        guard !mismatches.isEmpty || isMappable(candidate, plan, firstField, isAggregated)
        else {
            graph.fields.elements.removeSubrange(firstField.position...)
            keyMatcher.dropped = []
            guard !isAggregated else { return .nothing }
            try log.report(
                .unmappableRepresentation, at: candidate.representation, edge, in: graph,
                plan: plan, expected: "at least one of the mapped keys",
                found: graph.document.unmappedKeys(at: candidate.representation.position))
            return .unread
        }
        let record = graph.records.append(
            Record(
                candidate, plan: plan, firstField: firstField, isIdentifier: isIdentifier,
                isOverridden: chosen.mappingOverride != nil))
        deduplicator.add(record, plan: plan)
        if edge.isOutward, isTimeless, input.plan.entities[plan].isIdentifiedByItself {
            enclosing[EnclosingKey(candidate.representation, plan)] = record
        }
        if !ancestors.isEmpty { recordAncestors[record] = ancestors }
        if log.isObserved { notifyFields(of: record) }
        if !keyMatcher.dropped.isEmpty { try reportDroppedValues(of: record) }
        if !mismatches.isEmpty { try reportMismatches(of: record) }
        if !ancestors.isEmpty { ancestors = [] }
        let relationships = hotPlans[plan].relationships
        if !relationships.isEmpty, !isIdentifier {
            if let list { lists.append(list) }
            recordFrames.append(
                RecordFrame(
                    record: record, firstField: firstField, next: relationships.lowerBound,
                    end: relationships.upperBound, hasLists: list != nil))
        }
        return .record(record)
    }

    /// Sends events about a record and about which of its mapped paths have a value.
    private func notifyFields(of record: RecordIndex) {
        log.notify(.willMapRecord, record, in: graph)
        for path in graph.plan(of: record).paths.indices {
            let index = graph.field(path, of: graph.records[record]).index
            log.notify(
                index == nil ? .notFound : .found, path: path, of: record, at: index, in: graph)
        }
    }

    /// Returns an existing record for the same representation, if it can be shared.
    private mutating func sharedRecord(
        of candidate: Candidate, _ plan: PlanIndex, isOutward: Bool
    ) -> RecordIndex? {
        if isOutward, let record = enclosingRecord(of: candidate, plan) { return record }
        guard hotPlans[plan].isShareable, candidate.parent != nil,
            let record = deduplicator.find(candidate.representation, plan: plan, tape, graph)
        else { return nil }
        graph.records[record].addCopy()
        graph.objects.repeats[plan] += 1
        if hotPlans[plan].followsSubentities {
            graph.copies[record, default: []].append(candidate.representation)
        }
        return record
    }

    /// Locates the values of all paths of a plan in a representation.
    ///
    /// Returns the representations of relationships by path index, where they are gathered.
    private mutating func locateFields(
        of candidate: Candidate, _ chosen: ChosenPlan
    ) -> [Int: PathMatch]? {
        let hot = hotPlans[chosen.number]
        let position = candidate.representation.position
        let firstField = graph.fields.endIndex
        // Appending one element at a time is faster than a collection for the few paths of most
        // records.
        for _ in 0..<hot.pathCount { graph.fields.append(.absent) }
        if hot.hasOwnPaths {
            for path in input.plan.entities[chosen.number].ownPaths {
                graph.fields[firstField + path] = LocatedField(at: position)
            }
        }
        if let identifier = chosen.identifier {
            graph.fields[firstField + identifier] = LocatedField(at: position)
        }
        if hot.hasKeys, tape.isObject(at: position) {
            keyMatcher.match(
                position, node: hot.node, tape, into: &graph.fields.elements,
                from: firstField.position)
        }
        if !keyMatcher.obstacles.isEmpty { noteObstacles() }
        guard hot.hasSpecialPaths || !mismatches.isEmpty || !keyMatcher.crossings.isEmpty else {
            return nil
        }
        if !mismatches.isEmpty {
            settleMismatches(position, input.plan.entities[chosen.number], firstField)
        }
        guard chosen.identifier == nil, hot.hasSpecialPaths || !keyMatcher.crossings.isEmpty else {
            return nil
        }
        return follow(candidate, chosen.number, firstField)
    }
}
