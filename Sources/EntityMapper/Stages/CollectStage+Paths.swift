import MercatorPayload
import ObjectGraph

/// Evaluation of paths that the key matcher does not support.
///
/// They begin outside of the representation, traverse arrays, or contain operators.
extension CollectStage {
    /// Evaluates the paths that the key matcher does not support.
    ///
    /// These are paths with components other than keys, and paths that meet an array.
    ///
    /// Returns the representations of relationships by path index.
    mutating func follow(
        _ candidate: Candidate, _ index: PlanIndex, _ firstField: FieldIndex
    ) -> [Int: PathMatch] {
        let plan = input.plan.entities[index]
        var paths = plan.specialPaths
        for entry in Set(keyMatcher.crossings).sorted() {
            paths += keyMatcher.trie.innerTargets(of: entry).filter { !paths.contains($0) }
        }
        keyMatcher.crossings = []
        let relationships = plan.path(ofRelationship: 0)..<plan.path(ofRoute: 0)
        var lists: [Int: PathMatch] = [:]
        for number in paths {
            let path = plan.paths[number]
            let known = mismatches.count
            var position: Int?
            if path.isRest {
                position = rest(of: candidate, index)
            } else if relationships.contains(number) {
                lists[number] = find(path, from: candidate, number)
                position = lists[number]?.position
            } else {
                position = value(at: path, from: candidate, number)
            }
            let field = position.map(LocatedField.init) ?? .absent
            graph.fields[firstField + number] = mismatches.count > known ? .mismatch : field
        }
        return lists
    }

    /// Returns the value at a path; a computed value is appended to the tape.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - candidate: The representation.
    ///   - number: The index of the path in the plan, for a type mismatch on the path.
    /// - Returns: The tape index; `nil` if there is no value.
    mutating func value(at path: PayloadPath, from candidate: Candidate, _ number: Int?) -> Int? {
        guard let (steps, start) = start(of: path, from: candidate, number) else { return nil }
        let farPath = FarPath(path, from: start, steps)
        var result: PayloadPathResult
        if let farPath, let known = pathResults[farPath] {
            result = known
        } else {
            result = tape.evaluator(for: path, at: candidate.representation.position)
                .evaluate(steps, from: start)
            switch result {
            case .list, .number:
                if let position = extend({ $0.append(result) }) { result = .value(position) }
            case .absent, .value, .mismatch: break
            }
            if let farPath { pathResults[farPath] = result }
        }
        guard case .mismatch(let position, let expected) = result else {
            if case .value(let position) = result { return position }
            return nil
        }
        note(expected, at: position, number)
        return nil
    }

    /// Returns the representations at a path, each with the objects that enclose it.
    mutating func find(
        _ path: PayloadPath, from candidate: Candidate, _ number: Int?
    ) -> PathMatch? {
        guard let (steps, start) = start(of: path, from: candidate, number) else { return nil }
        if steps.allSatisfy({ $0.kind == .key }) {
            let traversal = PathTraversal(steps, from: start, on: tape)
            for position in traversal.mismatches { note("an object", at: position, number) }
            return traversal.found
        }
        let result = tape.evaluator(for: path, at: candidate.representation.position)
            .evaluate(steps, from: start)
        switch result {
        case .absent: return nil
        case .value(let position): return .one(position)
        case .mismatch(let position, let expected):
            note(expected, at: position, number)
            return nil
        case .list(let results, let origin):
            let positions = results.compactMap { result in extend { $0.append(result) } }
            return .many(positions.map { PathMatch.Element(position: $0) }, of: origin)
        case .number: return extend { $0.append(result) }.map { .one($0) }
        }
    }

    private mutating func note(_ expected: String, at position: Int, _ path: Int?) {
        mismatches.append(
            PathMismatch(index: TapeIndex(position), expected: expected, path: path))
    }

    /// Returns the tape index where a path begins, and the remaining components.
    private mutating func start(
        of path: PayloadPath, from candidate: Candidate, _ number: Int?
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        var steps = path.components[...]
        let representation = candidate.representation.position
        switch PathScope(removedFrom: &steps) {
        case .representation: return (steps, representation)
        case .root: return (steps, 0)
        case .record: return (steps, graph.outermost(candidate).representation.position)
        case .key:
            guard let key = tape.keyOfOnlyMember(at: representation) else {
                note("an object with one member", at: representation, number)
                return nil
            }
            return (steps, key)
        case .parent(let level):
            let parents = parents(of: candidate, upTo: level)
            return parents.count == level ? (steps, parents[level - 1]) : nil
        case .metadata: return startOfMetadata(steps, candidate)
        case .rest: return nil
        }
    }

    /// Returns the objects that enclose a representation, nearest first, up to the root record.
    mutating func parents(of candidate: Candidate, upTo limit: Int) -> [Int] {
        var parents: [Int] = []
        var current = candidate
        var between = ancestors
        while let parent = current.parent, parents.count < limit {
            let record = graph.records[parent]
            let plan = graph.plan(of: record)
            let path = plan.paths[plan.path(ofRelationship: current.role.position)]
            if between.isEmpty { between = objects(on: path, from: record, parent, current.role) }
            parents += between.reversed().map(Int.init)
            parents.append(record.representation.position)
            between = recordAncestors[parent] ?? []
            current = Candidate(record)
        }
        return Array(parents.prefix(limit))
    }

    /// Returns the objects that a path of keys traverses, excluding its end.
    ///
    /// The last result is cached, because consecutive elements of an array need the same result.
    private mutating func objects(
        on path: PayloadPath, from record: Record, _ parent: RecordIndex, _ role: RoleIndex
    ) -> [Int32] {
        guard path.components.count > 1 else { return [] }
        if let between, between.parent == parent, between.role == role { return between.objects }
        let objects = tape.objects(on: path, from: record.representation.position)
        between = (parent, role, objects)
        return objects
    }

    /// Appends to the tape of the graph and updates the stage's copy of it.
    mutating func extend<Result>(_ work: (inout PayloadTape) -> Result) -> Result {
        // The copy is released first, because a shared tape would be copied by each change.
        tape = .empty
        defer { tape = graph.document.tape }
        return work(&graph.document.tape)
    }
}
