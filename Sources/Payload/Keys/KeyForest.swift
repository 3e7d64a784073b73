/// Paths of keys as trees, one for each kind of object, so that the members of an object are walked
/// once whatever is wanted of it.
///
/// Everything lies in a few flat arrays of plain values: a walk goes by millions of keys, and should
/// not count a reference for each.
package struct KeyForest: Sendable {
    /// One key that is of interest below a node.
    package struct Entry: Sendable {
        /// Where the bytes of the key are in ``KeyForest/bytes``.
        fileprivate let start: Int32
        fileprivate let count: Int32
        /// Which of ``KeyForest/targets`` get the value.
        let targets: Range<Int32>
        /// Which of ``KeyForest/targets`` get something from inside the value.
        let inner: Range<Int32>
        /// The node for keys inside the value, or -1.
        let child: Int32
    }

    /// The entries of each node.
    let nodes: [Range<Int>]
    /// The node for objects of each kind.
    package let roots: [Int]
    let entries: [Entry]
    /// Places among the paths of a kind.
    let targets: [Int32]
    private let bytes: [UInt8]

    /// Freezes the paths that are wanted of each kind of object; those that have more than keys, or
    /// none, are left out.
    package init(_ kinds: [[PayloadPath]]) {
        var nodes: [Range<Int>] = []
        var roots: [Int] = []
        var entries: [Entry] = []
        var targets: [Int32] = []
        var bytes: [UInt8] = []
        for paths in kinds {
            let root = nodes.count
            roots.append(root)
            for node in KeyTree(paths).nodes {
                nodes.append(entries.count..<(entries.count + node.count))
                for branch in node {
                    let first = Int32(targets.count)
                    let second = first + Int32(branch.targets.count)
                    targets += branch.targets + branch.inner
                    entries.append(
                        Entry(
                            start: Int32(bytes.count), count: Int32(branch.key.count),
                            targets: first..<second, inner: second..<Int32(targets.count),
                            child: branch.child < 0 ? -1 : Int32(root) + branch.child))
                    bytes += branch.key
                }
            }
        }
        (self.nodes, self.roots, self.entries) = (nodes, roots, entries)
        (self.targets, self.bytes) = (targets, bytes)
    }

    /// Whether anything is wanted of the members of an object, by its node.
    package func hasKeys(_ node: Int) -> Bool { !nodes[node].isEmpty }

    /// What gets something from inside the value of an entry.
    package func innerTargets(of entry: Int) -> [Int] {
        entries[entry].inner.map { Int(targets[Int($0)]) }
    }

    /// What gets the value of an entry, if that is one target and nothing inside is of interest.
    func onlyTarget(of entry: Int) -> Int? {
        let entry = entries[entry]
        guard entry.targets.count == 1, entry.child < 0 else { return nil }
        return Int(targets[Int(entry.targets.lowerBound)])
    }

    /// The entry of a node whose key is at a place on the tape.
    func entry(in node: Int, for place: Int, _ tape: PayloadTape) -> Int? {
        nodes[node].first { entry in
            tape.keyMatches(
                at: place, bytes, from: Int(entries[entry].start),
                count: Int(entries[entry].count))
        }
    }
}

/// The paths of one kind as a tree, while it grows.
private struct KeyTree {
    struct Branch {
        let key: [UInt8]
        var targets: [Int32] = []
        var inner: [Int32] = []
        var child: Int32 = -1
    }

    /// The first node is for the representation itself.
    private(set) var nodes: [[Branch]] = [[]]

    init(_ paths: [PayloadPath]) {
        for (target, path) in paths.enumerated() where path.isPlain {
            add(path, target: Int32(target))
        }
    }

    private mutating func add(_ path: PayloadPath, target: Int32) {
        guard let last = path.components.last else { return }
        var node = 0
        for component in path.components.dropLast() {
            let branch = branch(component.utf8, in: node)
            nodes[node][branch].inner.append(target)
            if nodes[node][branch].child < 0 {
                nodes[node][branch].child = Int32(nodes.count)
                nodes.append([])
            }
            node = Int(nodes[node][branch].child)
        }
        nodes[node][branch(last.utf8, in: node)].targets.append(target)
    }

    private mutating func branch(_ key: [UInt8], in node: Int) -> Int {
        if let index = nodes[node].firstIndex(where: { $0.key == key }) { return index }
        nodes[node].append(Branch(key: key))
        return nodes[node].count - 1
    }
}
