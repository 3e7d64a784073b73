import Payload

/// The source paths of a mapping as a tree of keys, so that a representation is walked once.
///
/// Servers write the members of one kind of object in one order. A walk therefore first compares a
/// key with the entry that was behind the last match in the record before, and searches only if
/// that fails.
struct KeyTree: Sendable {
    /// One key that is of interest below a node.
    struct Entry: Sendable {
        let key: [UInt8]
        /// Places that get the value: attributes first, then relationships.
        var targets: [Int] = []
        /// The node for keys inside the value.
        var child: Int?
        /// Places that get something from inside the value.
        var inner: [Int] = []
    }

    /// Nodes; the first is for the representation itself.
    private(set) var nodes: [[Entry]] = [[]]
    /// Places that get the representation itself.
    private(set) var selfTargets: [Int] = []

    /// Adds a path that leads to a target.
    mutating func add(_ path: PayloadPath, target: Int) {
        guard let last = path.components.last else {
            selfTargets.append(target)
            return
        }
        var node = 0
        for component in path.components.dropLast() {
            let entry = entry(component.utf8, in: node)
            nodes[node][entry].inner.append(target)
            if let child = nodes[node][entry].child {
                node = child
            } else {
                nodes.append([])
                nodes[node][entry].child = nodes.count - 1
                node = nodes.count - 1
            }
        }
        nodes[node][entry(last.utf8, in: node)].targets.append(target)
    }

    private mutating func entry(_ key: [UInt8], in node: Int) -> Int {
        if let index = nodes[node].firstIndex(where: { $0.key == key }) { return index }
        nodes[node].append(Entry(key: key))
        return nodes[node].count - 1
    }
}
