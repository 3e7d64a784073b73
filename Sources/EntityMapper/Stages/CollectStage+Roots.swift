import MercatorPayload
import ObjectGraph

/// Root paths, and the top-level keys of a payload that no root path contains.
extension CollectStage {
    /// Evaluates a root path; returns `nil` if it is absent from the payload.
    mutating func findRoot(_ root: RootPlan) throws -> PathMatch? {
        try reportDroppedRoots(of: root.path)
        if let position = tape.find(root.path, from: 0) { return .one(position) }
        guard root.path.problem == nil else { return nil }
        let top = Candidate(TapeIndex(0), role: RoleIndex(0), index: .single)
        let found = find(root.path, from: top, nil)
        guard let mismatch = mismatches.first else { return found }
        mismatches = []
        try log.report(
            .unexpectedKind, at: mismatch.index, in: graph,
            subject: "the root path '\(root.path)'", expected: mismatch.expected,
            found: tape.word(at: mismatch.index.position))
        return nil
    }

    /// Reports unknown top-level keys according to the policy.
    mutating func reportUnknownRoots() throws {
        let policy = input.plan.mappings.unknownRoots
        guard policy != .ignore, let known = input.plan.keysAtTop else { return }
        let roots = known.roots.map { "'\($0)'" }
        let shown = roots.prefix(10).joined(separator: ", ") + (roots.count > 10 ? ", …" : "")
        let names = input.plan.mappings.rootNames
        let expected =
            (names == nil ? "" : "the name of an entity or ")
            + (roots.count == 1 ? "the root key " : "one of the root keys ") + shown
        var seen: Set<String> = []
        for (key, value) in graph.document.root.members
        where !known.all.contains(key) && seen.insert(key).inserted {
            let remark =
                names?.remark(on: key, roots: known.roots)
                ?? Suggestion.text(for: key, among: known.roots)
            let mayBeRecords = value.kind == .object || value.kind == .array
            guard policy == .report || (mayBeRecords && !remark.isEmpty) else { continue }
            try log.report(
                .unknownRoot, at: TapeIndex(value.position), in: graph, subject: "the payload",
                expected: expected, found: "'\(key)'\(remark)", isNotice: true)
        }
    }
}

extension MappingPlan {
    /// The first keys of root paths, sorted.
    ///
    /// The set also contains the first keys of `@root` paths.
    ///
    /// The value is `nil` if a root path does not begin with a key, so that the whole payload is
    /// used.
    fileprivate var keysAtTop: (roots: [String], all: Set<String>)? {
        var roots: Set<String> = []
        for root in self.roots {
            let components = root.path.components
            if components.first?.kind == .context(.metadata) { continue }
            let isFromTop = components.first?.kind == .context(.root)
            guard let key = (isFromTop ? components.dropFirst() : components[...]).first?.key else {
                return nil
            }
            roots.insert(key)
        }
        let matched = dynamics.flatMap { $0.matchers.flatMap(\.condition.paths) }
        let others = (entities.flatMap(\.paths) + matched).filter {
            $0.components.first?.kind == .context(.root)
        }.compactMap { $0.components.dropFirst().first?.key }
        return roots.isEmpty ? nil : (roots.sorted(), roots.union(others))
    }
}
