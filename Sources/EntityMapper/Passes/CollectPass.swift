import ObjectGraph
import Payload

/// Walks the tape once from the root paths and notes every representation of interest: where its
/// values are, what is nested in it, and which object it is about.
struct CollectPass {
    /// The tape of the session; what paths bring together is appended to it.
    var tape: PayloadTape
    /// For each node and each entry of all trees, the entry that came next the last time: servers
    /// keep the order of members.
    var successors: [Int32] = []
    /// Where the successors of a plan begin: those of its entries, then the firsts of its nodes.
    private var firstSuccessors: [Int] = []
    /// Records of the relationships that are being walked.
    private var pending: [Int32] = []
    private var shared: SharedRecords
    /// Whether nothing is left out for being outdated, which depends on the records around it.
    private let isTimeless: Bool
    /// Values on the way of a path that are no objects, in the record that is being walked.
    var misfits: [Misfit] = []
    /// Entries of the tree whose values are arrays that a path goes on from, in that record.
    var crossings: [Int] = []
    /// Where the caller's metadata is on the tape.
    let metadata: Int?
    /// The objects between the record around and the candidate at hand, outermost first.
    var trail: [Int32] = []
    /// The trails of records that have one.
    var trails: [Int32: [Int32]] = [:]
    /// The regular expressions of matchers, read when they were first needed.
    var expressions: [String: Regex<AnyRegexOutput>] = [:]
    /// Outward relationships of the records that are being walked.
    private var outward: Set<String> = []
    /// The records that outward relationships led to first.
    var around: [Around: Int32] = [:]
    /// What paths from elsewhere have found; many records ask for the same.
    var remembered: [FarPath: PayloadPathResult] = [:]
    /// The objects that lie between a record and what is in one of its relationships, as last asked.
    var between: (parent: Int32, role: Int32, objects: [Int32])?
    /// The records that are being walked, each inside the one before, with relationships to go.
    private var levels: [Level] = []
    /// What of the root path, and of each of those records, is being walked.
    private var open: [OpenStep] = []
    /// What transforms have made of representations.
    var replacements = Replacements()
    /// How many representations were declined.
    var declined = 0

    /// A value on the way of a path that cannot be gone on from.
    struct Misfit {
        let place: Int
        let expected: String
        /// What the path is for; `nil` if the walk met it, which is on the way to several.
        var target: Int?
        /// The entry of the tree that the walk was at.
        var entry: Int?
    }

    init(_ session: inout MappingSession) throws(MappingError) {
        metadata = try session.document.append(metadata: session.metadata)
        tape = session.document.tape
        shared = SharedRecords(session)
        isTimeless = session.plan.entities.allSatisfy { $0.modification == nil }
        for tree in session.plan.entities.map(\.tree) {
            firstSuccessors.append(successors.count)
            for node in tree.nodes {
                successors += node.map { Int32(min($0 + 1, node.upperBound - 1)) }
            }
            successors += tree.nodes.map { Int32($0.lowerBound) }
        }
    }

    /// Collects all records.
    ///
    /// - Throws: ``MappingError`` if no root path is in the payload, or a failure policy says so.
    mutating func run(_ session: inout MappingSession) throws(MappingError) {
        var isMapped = false
        for (index, root) in session.plan.roots.enumerated() {
            guard let found = try findRoot(root, &session) else {
                session.notify(.missedRoot, root: index)
                continue
            }
            session.notify(.foundRoot, root: index)
            session.rootPlaces[index] = found.place
            isMapped = true
            let first = pending.count
            let step = Step(
                mapping: root.mapping, parent: -1, role: Int32(index), isMany: true)
            if let elements = try elements(of: found, step, &session) {
                open.append(OpenStep(step, elements, first: first))
                try walkOpenSteps(&session)
            }
            session.rootRecords[index] = Array(pending[first...])
            pending.removeSubrange(first...)
        }
        guard isMapped || !session.plan.mappings.requiresRoots else {
            throw MappingError(
                unmapped: session.document, at: session.plan.roots.map(\.path))
        }
        guard !session.records.isEmpty || declined == 0 || session.issues.total > 0 else {
            throw MappingError(declined: declined)
        }
        try session.reportUnknownRoots()
    }

    /// Walks what is open, records inside records, until nothing is.
    ///
    /// The levels are kept here and not on the stack of the thread: payloads may nest deeply, and
    /// threads may have little of it.
    private mutating func walkOpenSteps(
        _ session: inout MappingSession
    ) throws(MappingError) {
        while let top = open.indices.last {
            let isBetweenSteps = levels.last.map { !$0.isOpen } ?? false
            guard !isBetweenSteps else {
                try goOn(&session)
                continue
            }
            if !trail.isEmpty { trail = [] }
            guard let element = open[top].elements.next(on: tape) else {
                let done = open.removeLast()
                guard let level = levels.indices.last else { return }
                levels[level].isOpen = false
                finish(done, levels[level].record, levels[level].plan, &session)
                continue
            }
            if !open[top].elements.trail.isEmpty { trail = open[top].elements.trail }
            let (step, isAggregated) = (open[top].step, open[top].isAggregated)
            switch try collectOne(element.place, step, element.index, isAggregated, &session) {
            case .read: break
            case .unread: open[top].isComplete = false
            case .deeper(let level): levels.append(level)
            }
        }
    }

    /// Begins the next relationship of the innermost record, or leaves the record.
    private mutating func goOn(_ session: inout MappingSession) throws(MappingError) {
        let top = levels.count - 1
        let (plan, record) = (levels[top].plan, levels[top].record)
        while levels[top].relationship < plan.relationships.count {
            let index = levels[top].relationship
            levels[top].relationship += 1
            let target = plan.attributes.count + index
            let place = session.places[levels[top].firstPlace + target]
            guard place != MappingSession.absent || plan.assignsNilForMissingRelationships else {
                continue
            }
            let list = levels[top].lists?[target]
            if let step = try begin(index, of: record, plan, place, list, &session) {
                levels[top].isOpen = true
                open.append(step)
                return
            }
        }
        levels.removeLast()
    }

    /// Makes a record of a representation, if it is one.
    private mutating func collectOne(
        _ original: Int, _ step: Step, _ index: Int32, _ isAggregated: Bool,
        _ session: inout MappingSession
    ) throws(MappingError) -> Outcome {
        var candidate = Candidate(
            place: original, parent: step.parent, role: step.role, index: index)
        let chosen: ChosenPlan
        switch try choosePlan(for: &candidate, step, &session) {
        case .plan(let plan): chosen = plan
        case .declined: return step.isMany ? .read : .unread
        case .unknown: return .unread
        }
        if let record = sharedRecord(of: candidate, chosen, step, &session) {
            pending.append(record)
            return .read
        }
        if session.records.count & 255 == 0 {
            try MappingError.checkCancellation()
            if session.isObserved {
                session.noteProgress(.collect, at: original, of: session.payloadSize.words)
            }
        }
        guard try transform(&candidate, by: chosen.number, step, &session) else { return .unread }
        let place = candidate.place
        let plan = chosen.plan
        let firstPlace = session.places.count
        let lists = findPlaces(of: candidate, chosen, firstPlace, &session)
        guard !misfits.isEmpty || session.isMappable(place, plan, firstPlace, isAggregated) else {
            session.places.removeSubrange(firstPlace...)
            guard !isAggregated else { return .read }
            try session.report(
                .unmappableRepresentation, at: place, step, plan: chosen.number,
                expected: "at least one of the mapped keys", found: "none of them")
            return .unread
        }
        let number = Int32(session.records.count)
        session.records.append(
            Record(
                plan: Int32(chosen.number), place: Int32(place), parent: step.parent,
                role: step.role, index: index, firstPlace: firstPlace,
                isIdentifier: chosen.identifier != nil, isRefined: chosen.refinement != nil))
        pending.append(number)
        shared.add(number, plan: chosen.number)
        if step.isOutward, isTimeless, plan.isIdentifiedByItself {
            around[Around(place: place, plan: chosen.number)] = number
        }
        if !trail.isEmpty { trails[number] = trail }
        if session.isObserved {
            session.notify(.willMapRecord, record: Int(number))
            session.notifyFound(of: Int(number))
        }
        try reportMisfits(of: Int(number), plan: chosen.number, &session)
        trail = []
        if let refinement = chosen.refinement, let target = refinement.target {
            try session.adopt(
                target, for: Int(number), by: plan, isIdentified: refinement.isIdentified)
            try session.noteNamesakes(refinement.namesakes, of: Int(number))
        } else if index == Record.single, let target = session.target {
            try session.adopt(target, for: Int(number), by: plan)
        } else {
            try session.identify(record: Int(number), by: plan)
        }
        guard !plan.relationships.isEmpty, chosen.identifier == nil else { return .read }
        return .deeper(
            Level(record: number, plan: plan, firstPlace: firstPlace, lists: lists))
    }

    /// The record that stands for a representation already, if one does.
    private mutating func sharedRecord(
        of candidate: Candidate, _ chosen: ChosenPlan, _ step: Step,
        _ session: inout MappingSession
    ) -> Int32? {
        if step.isOutward, let record = known(candidate, plan: chosen.number, session) {
            return record
        }
        guard step.parent >= 0,
            let record = shared.find(candidate.place, plan: chosen.number, &session)
        else { return nil }
        session.noteCopy(of: Int(record), at: candidate.place)
        return record
    }

    /// Notes where everything is that a plan wants of a representation.
    ///
    /// Returns what relationships get where it is a list.
    private mutating func findPlaces(
        of candidate: Candidate, _ chosen: ChosenPlan, _ firstPlace: Int,
        _ session: inout MappingSession
    ) -> [Int: Found]? {
        let (plan, place) = (chosen.plan, candidate.place)
        session.places.append(contentsOf: repeatElement(-1, count: plan.paths.count))
        for target in plan.tree.selfTargets {
            session.places[firstPlace + Int(target)] = Int32(place)
        }
        if let identifier = chosen.identifier {
            session.places[firstPlace + identifier] = Int32(place)
        }
        if tape.isObject(at: place), !plan.tree.nodes[0].isEmpty {
            let first = firstSuccessors[chosen.number]
            walk(place, plan.tree, node: 0, first, firstPlace, &session.places)
        }
        if !misfits.isEmpty { settleMisfits(place, plan, firstPlace, &session) }
        guard chosen.identifier == nil, !plan.specialPaths.isEmpty || !crossings.isEmpty else {
            return nil
        }
        return follow(candidate, plan, firstPlace, &session)
    }

    /// Opens a relationship of a record; `nil` if there is nothing to do for it.
    private mutating func begin(
        _ index: Int, of record: Int32, _ plan: EntityPlan, _ place: Int32, _ list: Found?,
        _ session: inout MappingSession
    ) throws(MappingError) -> OpenStep? {
        let relationship = plan.relationships[index]
        let step = Step(
            mapping: relationship.mapping, parent: record, role: Int32(index),
            isMany: relationship.layout.isToMany, isOutward: relationship.isOutward,
            needsArray: plan.requiresArrays && relationship.layout.isToMany)
        var opened = OpenStep(step, Elements([]), first: pending.count)
        opened.isComplete = place != MappingSession.misfit
        opened.isAbsent = place == MappingSession.absent
        if place >= 0, !plan.assignsNilForNullRelationships, tape.isNull(at: Int(place)) {
            return nil
        }
        if relationship.isAggregated {
            opened.isAggregated = true
            opened.elements = Elements(Int(place), index: step.isMany ? 0 : Record.toOne)
        } else if place >= 0 || list != nil {
            if relationship.isOutward {
                // What lies around a record is followed once on the way inwards, or there is no end.
                let name = "\(plan.name).\(index)"
                guard outward.insert(name).inserted else { return nil }
                opened.outward = name
            }
            if let elements = try elements(of: list ?? .one(Int(place)), step, &session) {
                opened.elements = elements
            } else {
                opened.isComplete = false
            }
        }
        return opened
    }

    /// Assigns what was found to the relationship of a record.
    private mutating func finish(
        _ step: OpenStep, _ record: Int32, _ plan: EntityPlan, _ session: inout MappingSession
    ) {
        if let name = step.outward { outward.remove(name) }
        let isEmpty = pending.count == step.first
        // Without a value of its own an aggregated object is absent.
        if step.isAggregated, isEmpty, !plan.assignsNilForMissingRelationships { return }
        // What cannot be read must not look like what was left out.
        if !step.isComplete, isEmpty { return }
        let start = session.targets.count
        session.targets.append(contentsOf: pending[step.first...])
        pending.removeSubrange(step.first...)
        session.assignments.append(
            Assignment(
                record: record, relationship: step.step.role,
                targets: start..<session.targets.count, isComplete: step.isComplete,
                isFilledIn: step.isAbsent || step.isAggregated && isEmpty))
    }
}
