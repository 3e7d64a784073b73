import MercatorPayload
import ObjectGraph

/// The stage that traverses the tape from the root paths and records mapped representations.
///
/// For each representation it records the locations of its values, its nested representations, and
/// its object.
///
/// Hot data is stored as plain values in flat arrays, because reference counting would dominate the
/// run time.
struct CollectStage {
    let input: MappingRequest
    /// The decisions of earlier attempts.
    let decisions: MappingDecisions
    var graph: RecordGraph
    var log: MappingLog
    /// The tape of the graph; values computed by paths are appended to it.
    var tape: PayloadTape
    /// The matcher that finds mapped keys in the members of objects.
    var keyMatcher: KeyMatcher
    /// The flattened parts of each plan, and of all relationships.
    let hotPlans: [HotPlan]
    let relationships: [HotRelationship]
    /// The records of the relationships that are being traversed.
    var pending: [RecordIndex] = []
    /// The elements gathered by paths for those relationships.
    var gathered: [Gathered] = []
    var deduplicator: RecordDeduplicator
    /// Indicates whether no mapping has a modification attribute.
    ///
    /// Records then do not depend on enclosing records.
    let isTimeless: Bool
    /// The type mismatches on paths of the current record.
    var mismatches: [PathMismatch] = []
    /// The caller's metadata.
    let metadata: TapeIndex?
    /// The objects between the enclosing record and the current candidate, outermost first.
    var ancestors: [Int32] = []
    /// The ``ancestors`` of the records that have any.
    var recordAncestors: [RecordIndex: [Int32]] = [:]
    /// The compiled regular expressions of matchers, created on first use.
    var expressions: [String: TextPattern] = [:]
    /// The relationships with paths to enclosing objects that are currently being followed.
    private var outward: Set<Passage> = []
    /// The first records for representations reached by paths to enclosing objects.
    var enclosing: [EnclosingKey: RecordIndex] = [:]
    /// The cached results of paths that begin outside of the representation.
    var pathResults: [FarPath: PayloadPathResult] = [:]
    /// The last result of the objects between a record and the representations of a relationship.
    var between: (parent: RecordIndex, role: RoleIndex, objects: [Int32])?
    /// The nested records that are being traversed and have remaining relationships.
    var recordFrames: [RecordFrame] = []
    /// The gathered representations of those records, by path index.
    var lists: [[Int: PathMatch]] = []
    /// The current edges of the root path and of those records.
    private var open: [RelationshipFrame] = []
    /// The cached results of transforms.
    var transformCache = TransformCache()
    /// The number of declined representations.
    var declined = 0

    /// A type mismatch on a path.
    struct PathMismatch {
        let index: TapeIndex
        let expected: String
        /// The index of the path; `nil` if the key matcher met the mismatch on several paths.
        var path: Int?
        /// The current entry of the matcher in the key trie.
        var entry: Int?
    }

    private init(
        _ input: MappingRequest, _ decisions: MappingDecisions, _ log: MappingLog
    ) throws {
        self.input = input
        self.decisions = decisions
        self.log = log
        graph = RecordGraph(input)
        metadata = try graph.document.append(metadata: input.metadata).map(TapeIndex.init)
        tape = graph.document.tape
        keyMatcher = KeyMatcher(input.plan.trie)
        deduplicator = RecordDeduplicator(graph)
        isTimeless = input.plan.entities.allSatisfy { $0.modification == nil }
        (hotPlans, relationships) = HotPlan.hotPlans(of: input, decisions)
    }

    /// Collects all records of a payload.
    ///
    /// - Throws: ``MappingError`` if the payload contains no root path, or if the failure policy
    ///   requires it; `StoreError` if the store fails.
    static func run(
        _ input: MappingRequest, _ decisions: MappingDecisions, _ log: inout MappingLog
    ) throws -> RecordGraph {
        var stage = try CollectStage(input, decisions, log)
        stage.log.notify(.willMap, in: stage.graph)
        try stage.collectRoots()
        try stage.reportUnknownRoots()
        log = stage.log
        return stage.graph
    }

    private mutating func collectRoots() throws {
        var isMapped = false
        for (index, root) in input.plan.roots.enumerated() {
            guard let found = try findRoot(root) else {
                log.notify(.missedRoot, root: root, in: graph)
                continue
            }
            log.notify(.foundRoot, root: root, in: graph)
            graph.roots[index].index = TapeIndex(found.position)
            isMapped = true
            let first = pending.count
            let edge = Edge(
                mapping: root.mapping, parent: nil, role: RoleIndex(index), isToMany: true)
            if let elements = try elements(of: found, edge) {
                open.append(RelationshipFrame(edge, elements, first: first))
                try traverseOpenFrames()
            }
            graph.roots[index].records = Array(pending[first...])
            pending.removeSubrange(first...)
        }
        guard isMapped || !input.plan.mappings.requiresRoots else {
            throw MappingError(unmapped: graph.document, at: input.plan.roots.map(\.path))
        }
        guard !graph.records.isEmpty || declined == 0 || log.issues.total > 0 else {
            throw MappingError(declined: declined)
        }
    }

    /// Processes the open edges and their nested records until none remain.
    ///
    /// The frames are stored here instead of on the stack, because payloads may be deeply nested,
    /// and threads may have little stack space.
    private mutating func traverseOpenFrames() throws {
        while let top = open.indices.last {
            if let frame = recordFrames.last, !frame.isOpen {
                try openNextRelationship()
                continue
            }
            var elements = open[top].elements
            guard let element = next(of: &elements) else {
                guard closeRelationship() else { return }
                continue
            }
            open[top].elements = elements
            let edge = open[top].edge
            switch try collect(element, edge, isAggregated: open[top].isAggregated) {
            case .record(let record): pending.append(record)
            case .nothing: break
            case .unread: open[top].isComplete = false
            }
        }
    }

    /// Links the innermost record to its collected destinations; returns `false` at a root path.
    private mutating func closeRelationship() -> Bool {
        let done = open.removeLast()
        drop(done.elements)
        guard let frame = recordFrames.indices.last else { return false }
        recordFrames[frame].isOpen = false
        let start = graph.targets.count
        for index in done.first..<pending.count { graph.targets.append(pending[index]) }
        while pending.count > done.first { pending.removeLast() }
        link(recordFrames[frame].record, done, from: start)
        return true
    }

    /// Begins the next relationship of the innermost record, or leaves the record.
    private mutating func openNextRelationship() throws {
        let top = recordFrames.count - 1
        var frame = recordFrames[top]
        while frame.next < frame.end {
            let relationship = relationships[frame.next]
            frame.next += 1
            let field = graph.fields[frame.firstField + relationship.path]
            guard field != .absent || relationship.isFilledIn else { continue }
            let list = frame.hasLists ? lists[lists.count - 1][relationship.path] : nil
            guard var opened = try begin(relationship, of: frame.record, field, list) else {
                continue
            }
            guard relationship.isLeaf else {
                frame.isOpen = true
                recordFrames[top] = frame
                open.append(opened)
                return
            }
            let start = graph.targets.count
            try collectLeaves(&opened)
            drop(opened.elements)
            link(frame.record, opened, from: start)
        }
        if frame.hasLists { lists.removeLast() }
        recordFrames.removeLast()
    }

    /// Collects representations without nested records; their records become targets immediately.
    private mutating func collectLeaves(_ opened: inout RelationshipFrame) throws {
        while let element = next(of: &opened.elements) {
            switch try collect(element, opened.edge, isAggregated: opened.isAggregated) {
            case .record(let record): graph.targets.append(record)
            case .nothing: break
            case .unread: opened.isComplete = false
            }
        }
    }

    /// Opens a relationship of a record; returns `nil` if there is nothing to do.
    @inline(__always)
    private mutating func begin(
        _ relationship: HotRelationship, of record: RecordIndex, _ field: LocatedField,
        _ list: PathMatch?
    ) throws -> RelationshipFrame? {
        let edge = Edge(
            mapping: relationship.mapping, parent: record, role: relationship.role,
            isToMany: relationship.isToMany, isOutward: relationship.isOutward,
            needsArray: relationship.needsArray)
        var opened = RelationshipFrame(edge, Elements(), first: pending.count)
        opened.isComplete = field != .mismatch
        opened.isAbsent = field == .absent
        guard let index = field.index else { return opened }
        if !relationship.takesNull, tape.isNull(at: index.position) { return nil }
        if relationship.isAggregated {
            opened.isAggregated = true
            opened.elements = Elements(index, index: edge.isToMany ? .element(0) : .toOne)
        } else if list == nil, relationship.isToMany, !relationship.isOutward,
            tape.isArray(at: index.position)
        {
            opened.elements = Elements(ofArrayAt: index, on: tape)
        } else {
            if relationship.isOutward {
                // A path to an enclosing object is followed only once at a time, since it would
                // recurse infinitely.
                guard outward.insert(Passage(of: edge, graph)).inserted else { return nil }
                opened.isPassing = true
            }
            if let elements = try elements(of: list ?? .one(index.position), edge) {
                opened.elements = elements
            } else {
                opened.isComplete = false
            }
        }
        return opened
    }

    /// Links a record to the targets collected since an index.
    @inline(__always)
    private mutating func link(
        _ record: RecordIndex, _ relationship: RelationshipFrame, from start: Int
    ) {
        if relationship.isPassing { outward.remove(Passage(of: relationship.edge, graph)) }
        let isEmpty = graph.targets.count == start
        // An aggregated object without any value is absent.
        if relationship.isAggregated, isEmpty,
            !graph.plan(of: record).assignsNilForMissingRelationships
        {
            return
        }
        // Representations that cannot be read must not be treated as absent.
        if !relationship.isComplete, isEmpty { return }
        graph.links.append(
            PendingLink(
                record: record, relationship: relationship.edge.role,
                targets: start..<graph.targets.count, isComplete: relationship.isComplete,
                isFilledIn: relationship.isAbsent || relationship.isAggregated && isEmpty))
    }

    /// A relationship of a plan with a path to an enclosing object.
    private struct Passage: Hashable {
        let plan: PlanIndex?
        let relationship: RoleIndex

        init(of edge: Edge, _ graph: RecordGraph) {
            plan = edge.parent.map { graph.records[$0].plan }
            relationship = edge.role
        }
    }
}
