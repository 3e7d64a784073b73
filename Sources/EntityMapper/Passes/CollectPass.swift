import ObjectGraph
import Payload

/// The pass that traverses the tape from the root paths and records every mapped representation:
/// the locations of its values, its nested representations, and its object.
///
/// Hot data is stored as plain values in flat arrays, because reference counting would dominate the
/// run time.
struct CollectPass {
    /// The tape of the session, to which values computed by paths are appended.
    var tape: PayloadTape
    /// The matcher that finds mapped keys in the members of objects.
    var keyMatcher: KeyMatcher
    /// The flattened parts of each plan, and of all relationships.
    let hotPlans: [HotPlan]
    let relations: [HotRelationship]
    /// The records of the relationships that are being traversed.
    var pending: [Int32] = []
    /// The elements gathered by paths for those relationships.
    var gathered: [Gathered] = []
    var deduplicator: RecordDeduplicator
    /// Indicates whether no mapping has a modification attribute, so that records do not depend on
    /// enclosing ones.
    let isTimeless: Bool
    /// The type mismatches on paths of the current record.
    var mismatches: [PathMismatch] = []
    /// The tape index of the caller's metadata.
    let metadata: Int?
    /// The objects between the enclosing record and the current candidate, outermost first.
    var ancestors: [Int32] = []
    /// The ``ancestors`` of the records that have any.
    var recordAncestors: [Int32: [Int32]] = [:]
    /// The compiled regular expressions of matchers, created on first use.
    var expressions: [String: TextPattern] = [:]
    /// The relationships with paths to enclosing objects that are currently being followed.
    private var outward: Set<Passage> = []
    /// The first records for representations reached by paths to enclosing objects.
    var around: [Around: Int32] = [:]
    /// The cached results of paths that begin outside of the representation.
    var remembered: [FarPath: PayloadPathResult] = [:]
    /// The last result of the objects between a record and the representations of a relationship.
    var between: (parent: Int32, role: Int32, objects: [Int32])?
    /// The nested records that are being traversed and have remaining relationships.
    var recordFrames: [RecordFrame] = []
    /// The gathered representations of those records, by path index.
    var lists: [[Int: PathMatch]] = []
    /// The current steps of the root path and of those records.
    private var open: [RelationshipFrame] = []
    /// The cached results of transforms.
    var transformCache = TransformCache()
    /// The number of declined representations.
    var declined = 0

    /// A type mismatch on a path.
    struct PathMismatch {
        let place: Int
        let expected: String
        /// The index of the path; `nil` if the key matcher met the mismatch on several paths.
        var target: Int?
        /// The entry of the key trie at which the matcher was.
        var entry: Int?
    }

    init(_ session: inout MappingSession) throws(MappingError) {
        metadata = try session.document.append(metadata: session.metadata)
        tape = session.document.tape
        keyMatcher = KeyMatcher(session.plan.trie)
        deduplicator = RecordDeduplicator(session)
        isTimeless = session.plan.entities.allSatisfy { $0.modification == nil }
        (hotPlans, relations) = HotPlan.hotPlans(of: session)
        session.reserveRoom()
    }

    /// Collects all records.
    ///
    /// - Throws: ``MappingError`` if the payload contains no root path, or if the failure policy
    ///   requires it.
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
                open.append(RelationshipFrame(step, elements, first: first))
                try traverseOpenFrames(&session)
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

    /// Processes the open steps and their nested records until none remain.
    ///
    /// The frames are stored here instead of on the stack, because payloads may be deeply nested,
    /// and threads may have little stack space.
    private mutating func traverseOpenFrames(
        _ session: inout MappingSession
    ) throws(MappingError) {
        while let top = open.indices.last {
            if let frame = recordFrames.last, !frame.isOpen {
                try goOn(&session)
                continue
            }
            var elements = open[top].elements
            let element = next(of: &elements)
            guard element.place >= 0 else {
                let done = open.removeLast()
                drop(done.elements)
                guard let frame = recordFrames.indices.last else { return }
                recordFrames[frame].isOpen = false
                let start = session.targets.count
                for place in done.first..<pending.count { session.targets.append(pending[place]) }
                while pending.count > done.first { pending.removeLast() }
                finish(done, recordFrames[frame].record, from: start, &session)
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
        let top = recordFrames.count - 1
        var frame = recordFrames[top]
        let own = hotPlans[Int(frame.plan)]
        while frame.relationship < own.relationCount {
            let index = frame.relationship
            frame.relationship += 1
            let relation = relations[Int(own.firstRelation + index)]
            let place = session.places[frame.firstPlace + Int(relation.target)]
            guard place != MappingSession.absent || relation.isFilledIn else { continue }
            let list = frame.hasLists ? lists[lists.count - 1][Int(relation.target)] : nil
            if var step = try begin(index, relation, of: frame.record, place, list, &session) {
                guard relation.isLeaf else {
                    frame.isOpen = true
                    recordFrames[top] = frame
                    open.append(step)
                    return
                }
                let start = session.targets.count
                try walkLeaves(&step, &session)
                drop(step.elements)
                finish(step, frame.record, from: start, &session)
            }
        }
        if frame.hasLists { lists.removeLast() }
        recordFrames.removeLast()
    }

    /// Processes representations without nested ones, whose records become targets immediately.
    private mutating func walkLeaves(
        _ step: inout RelationshipFrame, _ session: inout MappingSession
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

    /// Opens a relationship of a record; returns `nil` if there is nothing to do.
    private mutating func begin(
        _ index: Int32, _ relation: HotRelationship, of record: Int32, _ place: Int32,
        _ list: PathMatch?, _ session: inout MappingSession
    ) throws(MappingError) -> RelationshipFrame? {
        let step = Step(
            mapping: Int(relation.mapping), parent: record, role: index, isMany: relation.isMany,
            isOutward: relation.isOutward, needsArray: relation.needsArray)
        var opened = RelationshipFrame(step, Elements(), first: pending.count)
        opened.isComplete = place != MappingSession.mismatch
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
                // A path to an enclosing object is followed only once at a time, since it would
                // recurse infinitely.
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

    /// Assigns the found targets, beginning at an index, to the relationship of a record.
    private mutating func finish(
        _ step: RelationshipFrame, _ record: Int32, from start: Int, _ session: inout MappingSession
    ) {
        if step.isPassing { outward.remove(Passage(of: step.step, session)) }
        let isEmpty = session.targets.count == start
        // An aggregated object without any value is absent.
        if step.isAggregated, isEmpty,
            !session.plan(of: session.records[Int(record)]).assignsNilForMissingRelationships
        {
            return
        }
        // Representations that cannot be read must not be treated as absent.
        if !step.isComplete, isEmpty { return }
        session.pendingLinks.append(
            PendingLink(
                record: record, relationship: step.step.role,
                targets: start..<session.targets.count, isComplete: step.isComplete,
                isFilledIn: step.isAbsent || step.isAggregated && isEmpty))
    }

    /// A relationship of a plan with a path to an enclosing object.
    private struct Passage: Hashable {
        let plan: Int32
        let relationship: Int32

        init(of step: Step, _ session: MappingSession) {
            plan = session.records[Int(step.parent)].plan
            relationship = step.role
        }
    }
}
