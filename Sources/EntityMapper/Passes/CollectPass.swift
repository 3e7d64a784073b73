import ObjectGraph
import Payload

/// Walks the tape once from the root paths and notes every representation of interest: where its
/// values are, what is nested in it, and which object it is about.
struct CollectPass {
    private let tape: PayloadTape
    /// For each node and each entry of all trees, the entry that came next the last time: servers
    /// keep the order of members.
    private var successors: [Int32] = []
    /// Where the successors of a plan begin: those of its entries, then the firsts of its nodes.
    private var firstSuccessors: [Int] = []
    /// Records of the relationships that are being walked.
    private var pending: [Int32] = []
    private var shared: SharedRecords
    /// Values on the way of a path that are no objects, in the record that is being walked.
    private var misfits: [Int] = []

    init(_ session: MappingSession) {
        tape = session.document.tape
        shared = SharedRecords(session.plan)
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
            guard let place = tape.find(root.path, from: 0) else { continue }
            isMapped = true
            let first = pending.count
            _ = try collect(
                place, plan: root.entity, parent: -1, role: Int32(index), acceptsMany: true,
                &session)
            session.rootRecords[index] = Array(pending[first...])
            pending.removeSubrange(first...)
        }
        guard isMapped else { throw MappingError(unmapped: session.document, session.plan) }
    }

    /// Collects a representation, or each of an array of them; `null` is none.
    ///
    /// Returns whether everything there could be read.
    private mutating func collect(
        _ place: Int, plan: Int, parent: Int32, role: Int32, acceptsMany: Bool,
        _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        guard !tape.isNull(at: place) else { return true }
        guard tape.kind(at: place) == .array else {
            return try collectOne(place, plan: plan, parent: parent, role: role, &session)
        }
        guard acceptsMany else {
            try session.reportKind(
                at: place, plan: plan, parent: parent, role: role, expected: "one object")
            return false
        }
        var isComplete = true
        var element = tape.firstChild(of: place)
        let end = tape.end(of: place)
        while element < end {
            if !tape.isNull(at: element),
                try !collectOne(element, plan: plan, parent: parent, role: role, &session)
            {
                isComplete = false
            }
            element = tape.next(after: element)
        }
        return isComplete
    }

    private mutating func collectOne(
        _ place: Int, plan index: Int, parent: Int32, role: Int32, _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        let plan = session.plan.entities[index]
        guard tape.isObject(at: place) || !plan.tree.selfTargets.isEmpty else {
            try session.reportKind(
                at: place, plan: index, parent: parent, role: role, expected: "an object")
            return false
        }
        if parent >= 0, let record = shared.find(place, plan: index, &session) {
            session.noteCopy(of: Int(record))
            pending.append(record)
            return true
        }
        if session.records.count & 255 == 0 { try MappingError.checkCancellation() }
        let firstPlace = session.places.count
        let count = plan.attributes.count + plan.relationships.count
        session.places.append(contentsOf: repeatElement(-1, count: count))
        for target in plan.tree.selfTargets {
            session.places[firstPlace + Int(target)] = Int32(place)
        }
        if tape.isObject(at: place), !plan.tree.nodes[0].isEmpty {
            let first = firstSuccessors[index]
            walk(place, plan.tree, node: 0, first, firstPlace, &session.places)
        }
        let number = Int32(session.records.count)
        session.records.append(
            Record(
                plan: Int32(index), place: Int32(place), parent: parent, role: role,
                firstPlace: firstPlace))
        pending.append(number)
        shared.add(number, plan: index)
        try reportMisfits(of: Int(number), plan: index, &session)
        try session.identify(record: Int(number), by: plan)
        for relationship in plan.relationships.indices {
            try collectNested(relationship, of: number, plan, firstPlace, &session)
        }
        return true
    }

    private mutating func collectNested(
        _ index: Int, of record: Int32, _ plan: EntityPlan, _ firstPlace: Int,
        _ session: inout MappingSession
    ) throws(MappingError) {
        let relationship = plan.relationships[index]
        let place = session.places[firstPlace + plan.attributes.count + index]
        guard place >= 0 || plan.assignsNilForMissingRelationships else { return }
        let first = pending.count
        var isComplete = true
        if place >= 0 {
            isComplete = try collect(
                Int(place), plan: relationship.entity, parent: record, role: Int32(index),
                acceptsMany: relationship.layout.isToMany, &session)
            // What cannot be read must not look like what was left out.
            if !isComplete, pending.count == first { return }
        }
        let start = session.targets.count
        session.targets.append(contentsOf: pending[first...])
        pending.removeSubrange(first...)
        session.assignments.append(
            Assignment(
                record: record, relationship: Int32(index),
                targets: start..<session.targets.count, isComplete: isComplete))
    }

    /// A scalar where a path needs an object is invalid, not absent.
    private mutating func reportMisfits(
        of record: Int, plan: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        guard !misfits.isEmpty else { return }
        for misfit in misfits {
            try session.report(
                .unexpectedKind, at: misfit, plan: plan, record: record, expected: "an object",
                found: tape.word(at: misfit))
        }
        misfits = []
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
                    } else if !tape.isNull(at: value) {
                        misfits.append(value)
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
