import EntityMapper
import Payload

/// The keys below a representation that mapped paths read, as a tree.
struct KeyUse {
    private struct Node {
        var children: [(key: [UInt8], node: Int)] = []
        /// The node for keys of any name.
        var anyKey: Int?
        /// Indicates whether a path reads the whole value.
        var isRead = false
    }

    private var nodes = [Node()]

    /// Adds a path that starts at the root of the tree; operators do not affect the keys.
    mutating func add(_ path: some Sequence<PayloadPathComponent>) {
        var node = 0
        for component in path {
            switch component.kind {
            case .key: node = child(of: node, component.utf8)
            case .representationKey: node = anyChild(of: node)
            case .operation: continue
            case .context: return
            }
        }
        nodes[node].isRead = true
    }

    private mutating func child(of node: Int, _ key: [UInt8]) -> Int {
        if let known = nodes[node].children.first(where: { $0.key == key }) { return known.node }
        nodes[node].children.append((key, nodes.count))
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func anyChild(of node: Int) -> Int {
        if let known = nodes[node].anyKey { return known }
        nodes[node].anyKey = nodes.count
        nodes.append(Node())
        return nodes.count - 1
    }

    /// Reports the keys of a value that none of the trees contains, with their paths from the
    /// value.
    ///
    /// Several trees belong to several mappings of the same representation.
    ///
    /// - Complexity: O(values along the paths).
    static func unread(
        _ place: Int, _ tape: PayloadTape, by uses: [KeyUse],
        _ report: (_ path: String, _ key: Int) -> Void
    ) {
        unread(place, tape, by: uses.map { ($0, 0) }, "", report)
    }

    private static func unread(
        _ place: Int, _ tape: PayloadTape, by uses: [(use: KeyUse, node: Int)], _ path: String,
        _ report: (_ path: String, _ key: Int) -> Void
    ) {
        guard !uses.contains(where: { $0.use.nodes[$0.node].isRead }) else { return }
        guard tape.isContainer(at: place) else { return }
        var child = tape.firstChild(of: place)
        let end = tape.end(of: place)
        guard tape.isObject(at: place) else {
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

    /// Returns the nodes for a key: the one with its name, and the one for any name.
    private func nodes(behind key: Int, _ tape: PayloadTape, of node: Int) -> [Int] {
        let named = nodes[node].children.first { tape.keyMatches(at: key, $0.key) }?.node
        return [named, nodes[node].anyKey].compactMap { $0 }
    }
}

extension MappingPlan {
    /// The keys that each mapping reads from its representations.
    var keyUses: [KeyUse] {
        var uses = entities.map { entity in
            var use = KeyUse()
            for (place, path) in entity.paths.enumerated() {
                let isAggregated =
                    path.components.isEmpty && place >= entity.attributes.count
                if !isAggregated { use.add(path) }
            }
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

extension KeyUse {
    /// Adds a path that starts at the representation; other paths are ignored.
    mutating func add(_ path: PayloadPath) {
        if path.startsAtContext { return }
        add(path.components)
    }
}
