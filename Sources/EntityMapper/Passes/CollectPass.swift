import ObjectGraph
import Payload

/// Walks the tape once from the root paths and notes every representation of interest: where its
/// values are, what is nested in it, and which object it is about.
struct CollectPass {
    /// The tape of the session; what paths bring together is appended to it.
    var tape: PayloadTape
    /// For each node and each entry of all trees, the entry that came next the last time: servers
    /// keep the order of members.
    private var successors: [Int32] = []
    /// Where the successors of a plan begin: those of its entries, then the firsts of its nodes.
    private var firstSuccessors: [Int] = []
    /// Records of the relationships that are being walked.
    private var pending: [Int32] = []
    private var shared: SharedRecords
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
    /// How many representations were declined.
    var declined = 0

    /// A value on the way of a path that cannot be gone on from.
    struct Misfit {
        let place: Int
        let expected: String
        let target: Int?
    }

    init(_ session: inout MappingSession) throws(MappingError) {
        metadata = try session.document.append(metadata: session.metadata)
        tape = session.document.tape
        shared = SharedRecords(session)
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
        var isComplete = true
        for (index, entry) in entries(of: place, &session).enumerated() {
            let isRead = try collectOne(entry, step, index: Int32(index), &session)
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
        guard place >= 0 || plan.assignsNilForMissingRelationships else { return }
        let step = Step(
            mapping: relationship.mapping, parent: record, role: Int32(index),
            isMany: relationship.layout.isToMany)
        let first = pending.count
        var isComplete = true
        if relationship.isAggregated {
            let index = step.isMany ? 0 : Record.toOne
            isComplete = try collectOne(
                Int(place), step, index: index, isAggregated: true, &session)
            // Without a value of its own the nested object is absent.
            guard pending.count > first || plan.assignsNilForMissingRelationships else { return }
        } else if place >= 0 {
            // What lies around a record is followed once on the way inwards, or there is no end.
            let outwardStep = relationship.isOutward ? "\(plan.name).\(index)" : nil
            if let outwardStep, !outward.insert(outwardStep).inserted { return }
            if let list {
                isComplete = try collect(list, step, &session)
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
                targets: start..<session.targets.count, isComplete: isComplete))
    }

    /// What does not fit on the way of a path is invalid, not absent.
    private mutating func reportMisfits(
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

    /// Notes where the members of an object are that the tree asks for; later members win.
    private mutating func walk(
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
                        misfits.append(Misfit(place: value, expected: "an object", target: nil))
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
}
