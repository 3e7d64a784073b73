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
    /// How many records are being walked, one inside the other.
    private var depth = 0
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
            isMapped = true
            let first = pending.count
            let step = Step(
                mapping: root.mapping, parent: -1, role: Int32(index), isMany: true)
            _ = try collect(found, step, &session)
            session.rootRecords[index] = Array(pending[first...])
            pending.removeSubrange(first...)
        }
        guard isMapped else {
            throw MappingError(
                unmapped: session.document, at: session.plan.roots.map(\.path))
        }
        guard !session.records.isEmpty || declined == 0 || session.issues.total > 0 else {
            throw MappingError(declined: declined)
        }
    }

    /// Collects what a path has found: a representation, each of an array of them, or each member of
    /// an object that stands for a list; `null` is none.
    ///
    /// Returns whether everything there could be read.
    private mutating func collect(
        _ found: Found, _ step: Step, _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        guard case .many(let elements, let origin) = found else {
            guard case .one(let place) = found else { return true }
            return try collect(place, step, &session)
        }
        guard step.isMany else {
            try session.report(
                .unexpectedKind, at: origin, step, expected: "one object",
                found: "those of an array")
            return false
        }
        var isComplete = true
        var index: Int32 = 0
        for element in elements {
            trail = element.trail
            let isRead = try collectElements(element.place, step, &index, &session)
            isComplete = isComplete && isRead
        }
        trail = []
        return isComplete
    }

    /// Collects an element of a list that a path has brought together, or its elements in turn.
    private mutating func collectElements(
        _ place: Int, _ step: Step, _ index: inout Int32, _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        guard tape.isArray(at: place) else {
            guard !tape.isNull(at: place) else { return true }
            index += 1
            return try collectOne(place, step, index: index - 1, &session)
        }
        var isComplete = true
        let around = trail
        var element = tape.firstChild(of: place)
        let end = tape.end(of: place)
        while element < end {
            if !tape.isNull(at: element) {
                trail = around
                let isRead = try collectOne(element, step, index: index, &session)
                isComplete = isComplete && isRead
                index += 1
            }
            element = tape.next(after: element)
        }
        return isComplete
    }

    private mutating func collect(
        _ place: Int, _ step: Step, _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        guard !tape.isNull(at: place) else { return true }
        if tape.isArray(at: place) {
            guard step.isMany else {
                try session.report(
                    .unexpectedKind, at: place, step, expected: "one object",
                    found: tape.word(at: place))
                return false
            }
            var index: Int32 = 0
            return try collectElements(place, step, &index, &session)
        }
        guard tape.isObject(at: place), session.plan.forcesCollection(step.mapping) else {
            let index = step.isMany ? (step.parent < 0 ? Record.single : 0) : Record.toOne
            return try collectOne(place, step, index: index, &session)
        }
        let entries = extend(&session) { $0.appendEntries(ofObjectAt: place) }
        guard step.isMany || entries.count <= 1 else {
            try session.report(
                .unexpectedKind, at: place, step, expected: "one object",
                found: "an object that stands for a list of \(entries.count)")
            return false
        }
        var isComplete = true
        for (index, entry) in entries.enumerated() {
            let isRead = try collectOne(
                entry, step, index: step.isMany ? Int32(index) : Record.toOne, &session)
            isComplete = isComplete && isRead
        }
        return isComplete
    }

    private mutating func collectOne(
        _ place: Int, _ step: Step, index: Int32, isAggregated: Bool = false,
        _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        let candidate = Candidate(
            place: place, parent: step.parent, role: step.role, index: index)
        var mapping = step.mapping
        if mapping >= session.plan.entities.count {
            let choice = try choose(mapping, for: candidate, step, &session)
            guard case .plan(let chosen) = choice else { return choice == .declined && step.isMany }
            mapping = chosen
        }
        let plan = session.plan.entities[mapping]
        guard tape.isObject(at: place) || plan.acceptsScalars else {
            try session.report(
                .unexpectedKind, at: place, step, plan: mapping, expected: "an object",
                found: tape.word(at: place))
            return false
        }
        if step.isOutward, let record = known(place, plan: mapping, from: step.parent, session) {
            pending.append(record)
            return true
        }
        if step.parent >= 0, let record = shared.find(place, plan: mapping, &session) {
            session.noteCopy(of: Int(record))
            pending.append(record)
            return true
        }
        if session.records.count & 255 == 0 {
            try MappingError.checkCancellation()
            if session.isObserved {
                session.noteProgress(.collect, at: place, of: session.payloadSize.words)
            }
        }
        let firstPlace = session.places.count
        session.places.append(contentsOf: repeatElement(-1, count: plan.paths.count))
        for target in plan.tree.selfTargets {
            session.places[firstPlace + Int(target)] = Int32(place)
        }
        if tape.isObject(at: place), !plan.tree.nodes[0].isEmpty {
            let first = firstSuccessors[mapping]
            walk(place, plan.tree, node: 0, first, firstPlace, &session.places)
        }
        if !misfits.isEmpty { settleMisfits(place, plan, firstPlace, &session) }
        var lists: [Int: Found]?
        if !plan.specialPaths.isEmpty || !crossings.isEmpty {
            lists = follow(candidate, plan, firstPlace, &session)
        }
        guard !misfits.isEmpty || session.isMappable(place, plan, firstPlace, isAggregated) else {
            session.places.removeSubrange(firstPlace...)
            guard !isAggregated else { return true }
            try session.report(
                .unmappableRepresentation, at: place, step, plan: mapping,
                expected: "at least one of the mapped keys", found: "none of them")
            return false
        }
        let number = Int32(session.records.count)
        session.records.append(
            Record(
                plan: Int32(mapping), place: Int32(place), parent: step.parent, role: step.role,
                index: index, firstPlace: firstPlace))
        pending.append(number)
        shared.add(number, plan: mapping)
        if step.isOutward, isTimeless, plan.isIdentifiedByItself {
            around[Around(place: place, plan: mapping)] = number
        }
        if !trail.isEmpty { trails[number] = trail }
        if session.isObserved {
            session.notify(.willMapRecord, record: Int(number))
            session.notifyFound(of: Int(number))
        }
        try reportMisfits(of: Int(number), plan: mapping, &session)
        trail = []
        if index == Record.single, let target = session.target {
            try session.adopt(target, for: Int(number), by: plan)
        } else {
            try session.identify(record: Int(number), by: plan)
        }
        for relationship in plan.relationships.indices {
            let list = lists?.removeValue(forKey: plan.attributes.count + relationship)
            try collectNested(relationship, of: number, plan, firstPlace, list, &session)
        }
        return true
    }

    private mutating func collectNested(
        _ index: Int, of record: Int32, _ plan: EntityPlan, _ firstPlace: Int, _ list: Found?,
        _ session: inout MappingSession
    ) throws(MappingError) {
        let relationship = plan.relationships[index]
        let place = session.places[firstPlace + plan.attributes.count + index]
        guard place != MappingSession.absent || plan.assignsNilForMissingRelationships else {
            return
        }
        let step = Step(
            mapping: relationship.mapping, parent: record, role: Int32(index),
            isMany: relationship.layout.isToMany, isOutward: relationship.isOutward)
        guard depth < RecordNesting.deepest || place < 0 else {
            try session.report(
                .nestedTooDeeply, at: Int(place), step,
                expected: "at most \(RecordNesting.deepest) records inside one another",
                found: "one more")
            return
        }
        depth += 1
        defer { depth -= 1 }
        let first = pending.count
        var isComplete = place != MappingSession.misfit
        if relationship.isAggregated {
            let index = step.isMany ? 0 : Record.toOne
            isComplete = try collectOne(
                Int(place), step, index: index, isAggregated: true, &session)
            // Without a value of its own the nested object is absent.
            guard pending.count > first || plan.assignsNilForMissingRelationships else { return }
        } else if place >= 0 || list != nil {
            // What lies around a record is followed once on the way inwards, or there is no end.
            let outwardStep = relationship.isOutward ? "\(plan.name).\(index)" : nil
            if let outwardStep, !outward.insert(outwardStep).inserted { return }
            if let list {
                isComplete = try collect(list, step, &session) && isComplete
            } else {
                isComplete = try collect(Int(place), step, &session)
            }
            if let outwardStep { outward.remove(outwardStep) }
        }
        // What cannot be read must not look like what was left out.
        if !isComplete, pending.count == first { return }
        let start = session.targets.count
        session.targets.append(contentsOf: pending[first...])
        pending.removeSubrange(first...)
        session.assignments.append(
            Assignment(
                record: record, relationship: Int32(index),
                targets: start..<session.targets.count, isComplete: isComplete,
                isFilledIn: place == MappingSession.absent
                    || relationship.isAggregated && start == session.targets.count))
    }
}
