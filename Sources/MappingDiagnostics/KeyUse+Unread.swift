import EntityMapper
import MercatorPayload

extension KeyUse {
    /// Adds a path that starts at the representation.
    ///
    /// Paths that start elsewhere do not read the representation, except for the path to its
    /// remaining members.
    mutating func add(_ path: PayloadPath) {
        if path.isRest { return add([]) }
        if path.startsAtContext { return }
        add(path.components)
    }

    /// Reports the keys of a value that no tree contains, with their paths from the value.
    ///
    /// Several trees belong to several mappings of the same representation.
    ///
    /// - Complexity: O(values along the paths).
    static func unread(
        _ position: Int, _ tape: PayloadTape, by uses: [KeyUse],
        _ report: (_ path: String, _ key: Int) -> Void
    ) {
        unread(position, tape, by: uses.map { ($0, root) }, "", report)
    }

    private static func unread(
        _ position: Int, _ tape: PayloadTape, by uses: [(use: KeyUse, node: Int)], _ path: String,
        _ report: (_ path: String, _ key: Int) -> Void
    ) {
        guard uses.allSatisfy({ $0.use.taken(at: $0.node).isEmpty }) else { return }
        guard tape.isContainer(at: position) else { return }
        var child = tape.firstChild(of: position)
        let end = tape.end(of: position)
        guard tape.isObject(at: position) else {
            while child < end {
                unread(child, tape, by: uses, path, report)
                child = tape.next(after: child)
            }
            return
        }
        while child < end {
            let inner = uses.flatMap { use, node in
                use.nodes(behind: child, tape, of: node).map { (use, $0) }
            }
            let value = child + 1
            let key = { PayloadPathComponent.key(tape.string(at: child)).description }
            if inner.isEmpty {
                report(path.isEmpty ? key() : path + "." + key(), child)
            } else if tape.isContainer(at: value) {
                unread(
                    value, tape, by: inner, path.isEmpty ? key() : path + "." + key(), report)
            }
            child = tape.next(after: value)
        }
    }
}

extension MappingPlan {
    /// The keys that each mapping reads from its representations, or ignores.
    var keyUses: [KeyUse] {
        var uses = zip(entities, mappings.mappings).map { entity, mapping in
            var use = KeyUse()
            for (index, path) in entity.paths.enumerated() {
                let isAggregated =
                    path.components.isEmpty && index >= entity.attributes.count
                if !isAggregated { use.add(path) }
            }
            for path in mapping.ignoredPaths { use.add(path) }
            return use
        }
        for dynamic in dynamics {
            let paths = dynamic.matchers.flatMap(\.condition.paths)
            for plan in Set(dynamic.matchers.flatMap(\.plans)) {
                for path in paths where !path.components.isEmpty { uses[plan].add(path) }
            }
        }
        return uses
    }

    /// The keys that are read from the top of the payload.
    var keyUseOfRoots: KeyUse {
        let matched = dynamics.flatMap { $0.matchers.flatMap(\.condition.paths) }
        let fromTop = (entities.flatMap(\.paths) + matched).filter {
            $0.components.first?.kind == .context(.root)
        }
        var use = KeyUse()
        for root in roots { use.add(root.path.components) }
        for path in fromTop { use.add(path.components.dropFirst()) }
        return use
    }
}
