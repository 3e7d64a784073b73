import ObjectGraph
import Payload

/// Paths that begin elsewhere than at the representation, go across arrays, or have operators.
extension CollectPass {
    /// Where a root path leads, if it is in the payload.
    mutating func findRoot(
        _ root: RootPlan, _ session: inout MappingSession
    ) throws(MappingError) -> Found? {
        if let place = tape.find(root.path, from: 0) { return .one(place) }
        guard root.path.problem == nil else { return nil }
        let top = Candidate(place: 0, parent: -1, role: 0, index: Record.single)
        let found = find(root.path, from: top, nil, &session)
        guard let misfit = misfits.first else { return found }
        misfits = []
        try session.report(
            .unexpectedKind, at: misfit.place, subject: "the root path '\(root.path)'",
            expected: misfit.expected, found: tape.word(at: misfit.place))
        return nil
    }

    /// Evaluates the paths that the tree cannot: those with more than keys, and those that met an
    /// array.
    ///
    /// Returns what relationships get where it is a list.
    mutating func follow(
        _ candidate: Candidate, _ plan: EntityPlan, _ firstPlace: Int,
        _ session: inout MappingSession
    ) -> [Int: Found] {
        var targets = plan.specialPaths
        for entry in crossings {
            targets += plan.tree.entries[entry].inner.map { Int(plan.tree.targets[Int($0)]) }
        }
        crossings = []
        let relationships =
            plan.attributes.count..<plan.attributes.count + plan.relationships.count
        var lists: [Int: Found] = [:]
        for target in targets {
            let path = plan.paths[target]
            var place: Int?
            if relationships.contains(target) {
                lists[target] = find(path, from: candidate, target, &session)
                place = lists[target]?.place
            } else {
                place = value(at: path, from: candidate, target, &session)
            }
            session.places[firstPlace + target] = Int32(place ?? -1)
        }
        return lists
    }

    /// The value at the end of a path; what is no place on the tape yet is appended to it.
    mutating func value(
        at path: PayloadPath, from candidate: Candidate, _ target: Int?,
        _ session: inout MappingSession
    ) -> Int? {
        guard let (steps, start) = start(of: path, from: candidate, target, &session) else {
            return nil
        }
        let result = evaluator(for: path, candidate).evaluate(steps, from: start)
        switch result {
        case .absent: return nil
        case .place(let place): return place
        case .mismatch(let place, let expected):
            misfits.append(Misfit(place: place, expected: expected, target: target))
            return nil
        case .list, .number: return extend(&session) { $0.append(result) }
        }
    }

    /// The representations at the end of a path, each with the objects it lies in.
    mutating func find(
        _ path: PayloadPath, from candidate: Candidate, _ target: Int?,
        _ session: inout MappingSession
    ) -> Found? {
        guard let (steps, start) = start(of: path, from: candidate, target, &session) else {
            return nil
        }
        if steps.allSatisfy({ $0.kind == .key }) {
            var elements: [Found.Element] = []
            var origin = -1
            gather(steps, from: start, [], target, &elements, &origin)
            if origin < 0 { return elements.first.map { .one($0.place) } }
            return elements.isEmpty && tape.count(at: origin) > 0
                ? nil : .many(elements, of: origin)
        }
        let result = evaluator(for: path, candidate).evaluate(steps, from: start)
        switch result {
        case .absent: return nil
        case .place(let place): return .one(place)
        case .mismatch(let place, let expected):
            misfits.append(Misfit(place: place, expected: expected, target: target))
            return nil
        case .list(let results, let origin):
            let places = results.compactMap { result in
                extend(&session) { $0.append(result) }
            }
            return .many(places.map { Found.Element(place: $0) }, of: origin)
        case .number: return extend(&session) { $0.append(result) }.map { .one($0) }
        }
    }

    /// Follows keys across arrays, and notes on the way which objects it went through.
    private mutating func gather(
        _ steps: ArraySlice<PayloadPathComponent>, from place: Int, _ trail: [Int32],
        _ target: Int?, _ elements: inout [Found.Element], _ origin: inout Int
    ) {
        guard let step = steps.first else {
            // The last object is the representation itself, not one around it.
            elements.append(Found.Element(place: place, trail: trail))
            return
        }
        switch tape.kind(at: place) {
        case .object:
            guard let next = tape.find(step.utf8, inObjectAt: place) else { return }
            let rest = steps.dropFirst()
            let isInside = !rest.isEmpty && tape.isObject(at: next)
            gather(
                rest, from: next, isInside ? trail + [Int32(next)] : trail, target, &elements,
                &origin)
        case .array:
            if origin < 0 { origin = place }
            var element = tape.firstChild(of: place)
            while element < tape.end(of: place) {
                let isObject = tape.isObject(at: element)
                gather(
                    steps, from: element, isObject ? trail + [Int32(element)] : trail, target,
                    &elements,
                    &origin)
                element = tape.next(after: element)
            }
        case .null: return
        default: misfits.append(Misfit(place: place, expected: "an object", target: target))
        }
    }

    /// Where a path begins, and the steps from there.
    private mutating func start(
        of path: PayloadPath, from candidate: Candidate, _ target: Int?,
        _ session: inout MappingSession
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        let steps = path.components[...]
        guard case .context(let context)? = steps.first?.kind else {
            return (steps, candidate.place)
        }
        switch context {
        case .root: return (steps.dropFirst(), 0)
        case .record: return (steps.dropFirst(), session.outermost(candidate).place)
        case .key:
            guard let key = key(of: candidate.place) else {
                misfits.append(
                    Misfit(
                        place: candidate.place, expected: "an object with one member",
                        target: target))
                return nil
            }
            return (steps.dropFirst(), key)
        case .parent:
            let levels = steps.prefix { $0.kind == .context(.parent) }.count
            let parents = parents(of: candidate, upTo: levels, session)
            guard parents.count == levels else { return nil }
            return (steps.dropFirst(levels), parents[levels - 1])
        case .metadata: return startOfMetadata(steps.dropFirst(), candidate, &session)
        }
    }

    /// The objects around a representation, nearest first, up to the record of a root path.
    func parents(
        of candidate: Candidate, upTo limit: Int, _ session: MappingSession
    ) -> [Int] {
        var parents: [Int] = []
        var current = candidate
        var between = trail
        while current.parent >= 0, parents.count < limit {
            let around = session.records[Int(current.parent)]
            let path = session.plan(of: around).path(ofRelationship: Int(current.role))
            if between.isEmpty { between = objects(on: path, from: Int(around.place)) }
            parents += between.reversed().map(Int.init)
            parents.append(Int(around.place))
            between = trails[current.parent] ?? []
            current = Candidate(around)
        }
        return Array(parents.prefix(limit))
    }

    /// The objects that a path of keys goes through, its end left out.
    private func objects(on path: PayloadPath, from start: Int) -> [Int32] {
        var objects: [Int32] = []
        var place = start
        for step in path.components.dropLast() {
            let name: [UInt8]? =
                switch step.kind {
                case .key: step.utf8
                case .representationKey: key(of: start).map(tape.decodedText)
                case .context, .operation: nil
                }
            guard let name, let next = tape.find(name, inObjectAt: place), tape.isObject(at: next)
            else { return objects }
            objects.append(Int32(next))
            place = next
        }
        return objects
    }

    /// Where the key of a representation is: that of its only member.
    private func key(of place: Int) -> Int? {
        guard tape.isObject(at: place), tape.count(at: place) == 1 else { return nil }
        return tape.firstChild(of: place)
    }

    private func evaluator(for path: PayloadPath, _ candidate: Candidate) -> PayloadPathEvaluator {
        guard path.usesKey, let key = key(of: candidate.place) else {
            return PayloadPathEvaluator(tape)
        }
        return PayloadPathEvaluator(tape, key: tape.decodedText(at: key))
    }

    /// One object for each member of an object that stands for a list.
    mutating func entries(of place: Int, _ session: inout MappingSession) -> [Int] {
        var values: [Int] = []
        var key = tape.firstChild(of: place)
        while key < tape.end(of: place) {
            values.append(key + 1)
            key = tape.next(after: key + 1)
        }
        return extend(&session) { tape in values.map { tape.appendEntry(of: $0) } }
    }

    /// Appends to the tape of the session, which is the tape of this pass.
    mutating func extend<Result>(
        _ session: inout MappingSession, _ work: (inout PayloadTape) -> Result
    ) -> Result {
        // Two owners would make each change a copy.
        tape = .empty
        defer { tape = session.document.tape }
        return work(&session.document.tape)
    }
}

extension EntityPlan {
    /// The source path of a relationship.
    func path(ofRelationship index: Int) -> PayloadPath { paths[attributes.count + index] }
}

extension MappingSession {
    /// The representation that a root path led to, around another one or the same.
    func outermost(_ candidate: Candidate) -> Candidate {
        var current = candidate
        while current.parent >= 0 { current = Candidate(records[Int(current.parent)]) }
        return current
    }
}
