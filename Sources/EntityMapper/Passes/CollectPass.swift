import ObjectGraph
import Payload

/// Walks the tape once from the root paths and notes every representation of interest: where its
/// values are, what is nested in it, and which object it is about.
struct CollectPass {
    private let tape: PayloadTape
    /// The entry behind the last match, by plan and node: servers keep the order of members.
    private var predictions: [[Int]]
    /// Records of the relationships that are being walked.
    private var pending: [Int32] = []
    /// Values on the way of a path that are no objects, in the record that is being walked.
    private var misfits: [Int] = []

    init(_ session: MappingSession) {
        tape = session.document.tape
        predictions = session.plan.entities.map { Array(repeating: 0, count: $0.tree.nodes.count) }
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
        if session.records.count & 255 == 0 { try MappingError.checkCancellation() }
        let firstPlace = session.places.count
        let count = plan.attributes.count + plan.relationships.count
        for _ in 0..<count { session.places.append(-1) }
        for target in plan.tree.selfTargets { session.places[firstPlace + target] = Int32(place) }
        if tape.isObject(at: place), !plan.tree.nodes[0].isEmpty {
            walk(place, plan.tree, node: 0, plan: index, firstPlace, &session.places)
        }
        let number = Int32(session.records.count)
        session.records.append(
            Record(
                plan: Int32(index), place: Int32(place), parent: parent, role: role,
                firstPlace: firstPlace))
        pending.append(number)
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
        _ place: Int, _ tree: KeyTree, node: Int, plan: Int, _ firstPlace: Int,
        _ places: inout [Int32]
    ) {
        var prediction = predictions[plan][node]
        var key = tape.firstChild(of: place)
        let end = tape.end(of: place)
        let count = tree.nodes[node].count
        while key < end {
            let value = key + 1
            var entry = prediction < count ? prediction : 0
            if !tape.keyMatches(at: key, tree.nodes[node][entry].key) {
                entry = 0
                while entry < count, !tape.keyMatches(at: key, tree.nodes[node][entry].key) {
                    entry += 1
                }
            }
            if entry < count {
                prediction = entry + 1
                for target in tree.nodes[node][entry].targets {
                    places[firstPlace + target] = Int32(value)
                }
                if let child = tree.nodes[node][entry].child {
                    // A member may be there twice: nothing of the first one counts.
                    for target in tree.nodes[node][entry].inner { places[firstPlace + target] = -1 }
                    if tape.isObject(at: value) {
                        walk(value, tree, node: child, plan: plan, firstPlace, &places)
                    } else if !tape.isNull(at: value) {
                        misfits.append(value)
                    }
                }
            }
            key = tape.next(after: value)
        }
        predictions[plan][node] = 0
    }
}
