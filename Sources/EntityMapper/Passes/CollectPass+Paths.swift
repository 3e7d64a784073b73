import ObjectGraph
import Payload

/// Evaluation of paths that begin outside of the representation, traverse arrays, or contain
/// operators.
extension CollectPass {
    /// Evaluates a root path; returns `nil` if it is absent from the payload.
    mutating func findRoot(
        _ root: RootPlan, _ session: inout MappingSession
    ) throws(MappingError) -> PathMatch? {
        if let place = tape.find(root.path, from: 0) { return .one(place) }
        guard root.path.problem == nil else { return nil }
        let top = Candidate(place: 0, parent: -1, role: 0, index: Record.single)
        let found = find(root.path, from: top, nil, &session)
        guard let mismatch = mismatches.first else { return found }
        mismatches = []
        try session.report(
            .unexpectedKind, at: mismatch.place, subject: "the root path '\(root.path)'",
            expected: mismatch.expected, found: tape.word(at: mismatch.place))
        return nil
    }

    /// Evaluates the paths that the key matcher cannot: those with components other than keys, and
    /// those that meet an array.
    ///
    /// Returns the representations of relationships by path index.
    mutating func follow(
        _ candidate: Candidate, _ plan: EntityPlan, _ firstPlace: Int,
        _ session: inout MappingSession
    ) -> [Int: PathMatch] {
        var targets = plan.specialPaths
        for entry in Set(keyMatcher.crossings).sorted() {
            targets += keyMatcher.trie.innerTargets(of: entry).filter { !targets.contains($0) }
        }
        keyMatcher.crossings = []
        let relationships =
            plan.attributes.count..<plan.attributes.count + plan.relationships.count
        var lists: [Int: PathMatch] = [:]
        for target in targets {
            let path = plan.paths[target]
            let known = mismatches.count
            var place: Int?
            if relationships.contains(target) {
                lists[target] = find(path, from: candidate, target, &session)
                place = lists[target]?.place
            } else {
                place = value(at: path, from: candidate, target, &session)
            }
            if mismatches.count > known { place = MappingSession.mismatch }
            session.places[firstPlace + target] = Int32(place ?? MappingSession.absent)
        }
        return lists
    }

    /// Returns the value at a path; a computed value is appended to the tape.
    mutating func value(
        at path: PayloadPath, from candidate: Candidate, _ target: Int?,
        _ session: inout MappingSession
    ) -> Int? {
        guard let (steps, start) = start(of: path, from: candidate, target, &session) else {
            return nil
        }
        let farPath = FarPath(path, from: start, steps)
        var result: PayloadPathResult
        if let farPath, let known = remembered[farPath] {
            result = known
        } else {
            result = tape.evaluator(for: path, at: candidate.place).evaluate(steps, from: start)
            switch result {
            case .list, .number:
                if let place = extend(&session, { $0.append(result) }) { result = .place(place) }
            case .absent, .place, .mismatch: break
            }
            if let farPath { remembered[farPath] = result }
        }
        guard case .mismatch(let place, let expected) = result else {
            if case .place(let place) = result { return place }
            return nil
        }
        mismatches.append(PathMismatch(place: place, expected: expected, target: target))
        return nil
    }

    /// Returns the representations at a path, each with the objects that enclose it.
    mutating func find(
        _ path: PayloadPath, from candidate: Candidate, _ target: Int?,
        _ session: inout MappingSession
    ) -> PathMatch? {
        guard let (steps, start) = start(of: path, from: candidate, target, &session) else {
            return nil
        }
        if steps.allSatisfy({ $0.kind == .key }) {
            let traversal = PathTraversal(steps, from: start, on: tape)
            mismatches += traversal.mismatches.map {
                PathMismatch(place: $0, expected: "an object", target: target)
            }
            return traversal.found
        }
        let result = tape.evaluator(for: path, at: candidate.place).evaluate(steps, from: start)
        switch result {
        case .absent: return nil
        case .place(let place): return .one(place)
        case .mismatch(let place, let expected):
            mismatches.append(PathMismatch(place: place, expected: expected, target: target))
            return nil
        case .list(let results, let origin):
            let places = results.compactMap { result in
                extend(&session) { $0.append(result) }
            }
            return .many(places.map { PathMatch.Element(place: $0) }, of: origin)
        case .number: return extend(&session) { $0.append(result) }.map { .one($0) }
        }
    }

    /// Returns the tape index at which a path begins, and the remaining components.
    private mutating func start(
        of path: PayloadPath, from candidate: Candidate, _ target: Int?,
        _ session: inout MappingSession
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        var steps = path.components[...]
        switch PathScope(removedFrom: &steps) {
        case .representation: return (steps, candidate.place)
        case .root: return (steps, 0)
        case .record: return (steps, session.outermost(candidate).place)
        case .key:
            guard let key = tape.keyOfOnlyMember(at: candidate.place) else {
                mismatches.append(
                    PathMismatch(
                        place: candidate.place, expected: "an object with one member",
                        target: target))
                return nil
            }
            return (steps, key)
        case .parent(let level):
            let parents = parents(of: candidate, upTo: level, session)
            return parents.count == level ? (steps, parents[level - 1]) : nil
        case .metadata: return startOfMetadata(steps, candidate, &session)
        }
    }

    /// Returns the objects that enclose a representation, nearest first, up to the record of a root
    /// path.
    mutating func parents(
        of candidate: Candidate, upTo limit: Int, _ session: MappingSession
    ) -> [Int] {
        var parents: [Int] = []
        var current = candidate
        var between = ancestors
        while current.parent >= 0, parents.count < limit {
            let around = session.records[Int(current.parent)]
            let path = session.plan(of: around).path(ofRelationship: Int(current.role))
            if between.isEmpty { between = objects(on: path, from: Int(around.place), current) }
            parents += between.reversed().map(Int.init)
            parents.append(Int(around.place))
            between = recordAncestors[current.parent] ?? []
            current = Candidate(around)
        }
        return Array(parents.prefix(limit))
    }

    /// Returns the objects that a path of keys traverses, excluding its end.
    ///
    /// The last result is cached, because all elements of an array need the same one in turn.
    private mutating func objects(
        on path: PayloadPath, from start: Int, _ candidate: Candidate
    ) -> [Int32] {
        guard path.components.count > 1 else { return [] }
        if let (parent, role, objects) = between, parent == candidate.parent,
            role == candidate.role
        {
            return objects
        }
        let objects = tape.objects(on: path, from: start)
        between = (candidate.parent, candidate.role, objects)
        return objects
    }

    /// Appends to the tape of the session, of which this pass has a copy.
    mutating func extend<Result>(
        _ session: inout MappingSession, _ work: (inout PayloadTape) -> Result
    ) -> Result {
        // The copy is released first, because a shared tape would be copied by each change.
        tape = .empty
        defer { tape = session.document.tape }
        return work(&session.document.tape)
    }
}

extension EntityPlan {
    /// Returns the source path of a relationship.
    func path(ofRelationship index: Int) -> PayloadPath { paths[attributes.count + index] }
}

extension MappingSession {
    /// Returns the representation at the root path that contains a representation, or the
    /// representation itself.
    func outermost(_ candidate: Candidate) -> Candidate {
        var current = candidate
        while current.parent >= 0 { current = Candidate(records[Int(current.parent)]) }
        return current
    }
}
