import ObjectGraph
import Payload

/// Walks the tape once from the root paths and notes every representation of interest: where its
/// values are, what is nested in it, and which object it is about.
///
/// All but the rare is plain values in flat arrays: counting references would take most of the time.
struct CollectPass {
    /// The tape of the session; what paths bring together is appended to it.
    var tape: PayloadTape
    /// Finds what mappings ask for in the members of objects.
    var members: MemberWalk
    /// What there is to know of each plan, and of the relationships of all.
    let facts: [PlanFacts]
    let relations: [RelationFacts]
    /// Records of the relationships that are being walked.
    var pending: [Int32] = []
    /// What paths have brought together for those of them.
    var gathered: [Gathered] = []
    var shared: SharedRecords
    /// Whether nothing is left out for being outdated, which depends on the records around it.
    let isTimeless: Bool
    /// Values on the way of a path that are no objects, in the record that is being walked.
    var misfits: [Misfit] = []
    /// Where the caller's metadata is on the tape.
    let metadata: Int?
    /// The objects between the record around and the candidate at hand, outermost first.
    var trail: [Int32] = []
    /// The trails of records that have one.
    var trails: [Int32: [Int32]] = [:]
    /// The regular expressions of matchers, read when they were first needed.
    var expressions: [String: TextPattern] = [:]
    /// Outward relationships of the records that are being walked.
    private var outward: Set<Passage> = []
    /// The records that outward relationships led to first.
    var around: [Around: Int32] = [:]
    /// What paths from elsewhere have found; many records ask for the same.
    var remembered: [FarPath: PayloadPathResult] = [:]
    /// The objects that lie between a record and what is in one of its relationships, as last asked.
    var between: (parent: Int32, role: Int32, objects: [Int32])?
    /// The records that are being walked, each inside the one before, with relationships to go.
    var levels: [Level] = []
    /// For those of them that have such, what relationships get where it is a list, by target.
    var lists: [[Int: Found]] = []
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
        members = MemberWalk(session.plan.forest)
        shared = SharedRecords(session)
        isTimeless = session.plan.entities.allSatisfy { $0.modification == nil }
        (facts, relations) = PlanFacts.facts(of: session)
        session.reserveRoom()
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
            if let level = levels.last, !level.isOpen {
                try goOn(&session)
                continue
            }
            var elements = open[top].elements
            let element = next(of: &elements)
            guard element.place >= 0 else {
                let done = open.removeLast()
                drop(done.elements)
                guard let level = levels.indices.last else { return }
                levels[level].isOpen = false
                let start = session.targets.count
                for place in done.first..<pending.count { session.targets.append(pending[place]) }
                while pending.count > done.first { pending.removeLast() }
                finish(done, levels[level].record, from: start, &session)
                continue
            }
            open[top].elements = elements
            let step = open[top].step
            switch try collectOne(
                element.place, step, element.index, open[top].isAggregated, &session)
            {
            case .record(let record): pending.append(record)
            case .nothing: break
            case .unread: open[top].isComplete = false
            }
        }
    }

    /// Begins the next relationship of the innermost record, or leaves the record.
    private mutating func goOn(_ session: inout MappingSession) throws(MappingError) {
        let top = levels.count - 1
        var level = levels[top]
        let own = facts[Int(level.plan)]
        while level.relationship < own.relationCount {
            let index = level.relationship
            level.relationship += 1
            let relation = relations[Int(own.firstRelation + index)]
            let place = session.places[level.firstPlace + Int(relation.target)]
            guard place != MappingSession.absent || relation.isFilledIn else { continue }
            let list = level.hasLists ? lists[lists.count - 1][Int(relation.target)] : nil
            if var step = try begin(index, relation, of: level.record, place, list, &session) {
                guard relation.isLeaf else {
                    level.isOpen = true
                    levels[top] = level
                    open.append(step)
                    return
                }
                let start = session.targets.count
                try walkLeaves(&step, &session)
                drop(step.elements)
                finish(step, level.record, from: start, &session)
            }
        }
        if level.hasLists { lists.removeLast() }
        levels.removeLast()
    }

    /// Walks representations that nothing is nested in: their records are targets at once.
    private mutating func walkLeaves(
        _ step: inout OpenStep, _ session: inout MappingSession
    ) throws(MappingError) {
        while true {
            let element = next(of: &step.elements)
            guard element.place >= 0 else { return }
            switch try collectOne(
                element.place, step.step, element.index, step.isAggregated, &session)
            {
            case .record(let record): session.targets.append(record)
            case .nothing: break
            case .unread: step.isComplete = false
            }
        }
    }

    /// Opens a relationship of a record; `nil` if there is nothing to do for it.
    private mutating func begin(
        _ index: Int32, _ relation: RelationFacts, of record: Int32, _ place: Int32,
        _ list: Found?, _ session: inout MappingSession
    ) throws(MappingError) -> OpenStep? {
        let step = Step(
            mapping: Int(relation.mapping), parent: record, role: index, isMany: relation.isMany,
            isOutward: relation.isOutward, needsArray: relation.needsArray)
        var opened = OpenStep(step, Elements(), first: pending.count)
        opened.isComplete = place != MappingSession.misfit
        opened.isAbsent = place == MappingSession.absent
        if place >= 0, !relation.takesNull, tape.isNull(at: Int(place)) { return nil }
        if relation.isAggregated {
            opened.isAggregated = true
            opened.elements = Elements(Int(place), index: step.isMany ? 0 : Record.toOne)
        } else if list == nil, place >= 0, relation.isMany, !relation.isOutward,
            tape.isArray(at: Int(place))
        {
            opened.elements = Elements(ofArrayAt: Int(place), on: tape)
        } else if place >= 0 || list != nil {
            if relation.isOutward {
                // What lies around a record is followed once on the way inwards, or there is no end.
                guard outward.insert(Passage(of: step, session)).inserted else { return nil }
                opened.isPassing = true
            }
            if let elements = try elements(of: list ?? .one(Int(place)), step, &session) {
                opened.elements = elements
            } else {
                opened.isComplete = false
            }
        }
        return opened
    }

    /// Assigns what was found to the relationship of a record: the targets from a place on.
    private mutating func finish(
        _ step: OpenStep, _ record: Int32, from start: Int, _ session: inout MappingSession
    ) {
        if step.isPassing { outward.remove(Passage(of: step.step, session)) }
        let isEmpty = session.targets.count == start
        // Without a value of its own an aggregated object is absent.
        if step.isAggregated, isEmpty,
            !session.plan(of: session.records[Int(record)]).assignsNilForMissingRelationships
        {
            return
        }
        // What cannot be read must not look like what was left out.
        if !step.isComplete, isEmpty { return }
        session.assignments.append(
            Assignment(
                record: record, relationship: step.step.role,
                targets: start..<session.targets.count, isComplete: step.isComplete,
                isFilledIn: step.isAbsent || step.isAggregated && isEmpty))
    }

    /// A relationship of a plan that leads outwards.
    private struct Passage: Hashable {
        let plan: Int32
        let relationship: Int32

        init(of step: Step, _ session: MappingSession) {
            plan = session.records[Int(step.parent)].plan
            relationship = step.role
        }
    }
}
