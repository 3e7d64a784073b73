import ObjectGraph
import Payload

/// Top-level keys of a payload that no root path contains.
extension MappingSession {
    /// Reports unknown top-level keys according to the policy.
    ///
    /// - Throws: ``MappingError`` by declaration, as all reports; notices never throw.
    mutating func reportUnknownRoots() throws(MappingError) {
        let policy = plan.mappings.unknownRoots
        guard policy != .ignore, let known = plan.keysAtTop else { return }
        let roots = known.roots.map { "'\($0)'" }
        let shown = roots.prefix(10).joined(separator: ", ") + (roots.count > 10 ? ", …" : "")
        var seen: Set<String> = []
        for (key, value) in document.root.members
        where !known.all.contains(key) && seen.insert(key).inserted {
            let suggestion = Suggestion.text(for: key, among: known.roots)
            let mayBeRecords = value.kind == .object || value.kind == .array
            guard policy == .report || (mayBeRecords && !suggestion.isEmpty) else { continue }
            try report(
                .unknownRoot, at: value.position, subject: "the payload",
                expected: (roots.count == 1 ? "the root key " : "one of the root keys ") + shown,
                found: "'\(key)'\(suggestion)", isNotice: true)
        }
    }
}

extension MappingPlan {
    /// The first keys of root paths, sorted, and the set of these and the first keys of `@root`
    /// paths.
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
