/// Tries of key paths, one per record type.
///
/// They let a single pass over an object's members serve every path.
///
/// Everything is stored in a few flat arrays of plain values, because a pass visits millions of
/// keys and must not retain a reference for each.
package struct KeyTrie: Sendable {
    /// An edge of a trie: one key below a node.
    package struct Entry: Sendable {
        /// The offset of the key in ``KeyTrie/bytes``.
        fileprivate let start: Int32
        fileprivate let count: Int32
        /// The indices in ``KeyTrie/targets`` of the paths that end at the value.
        let targets: Range<Int32>
        /// The indices in ``KeyTrie/targets`` of the paths that continue inside the value.
        let inner: Range<Int32>
        /// The node for the members of the value, or -1.
        let child: Int32
    }

    /// The entries of each node, as ranges of ``entries``.
    let nodes: [Range<Int>]
    /// The root node of each record type.
    package let roots: [Int]
    let entries: [Entry]
    /// Path indices, each within its record type.
    let targets: [Int32]
    private let bytes: [UInt8]

    /// Builds the tries from the paths of each record type.
    ///
    /// Paths that are empty or contain components other than keys are left out.
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

    /// Tests whether a node has any entries.
    package func hasKeys(_ node: Int) -> Bool { !nodes[node].isEmpty }

    /// Returns the indices of the paths that continue inside the value of an entry.
    package func innerTargets(of entry: Int) -> [Int] {
        entries[entry].inner.map { Int(targets[Int($0)]) }
    }

    /// Returns the index of the only path of an entry.
    ///
    /// The result is `nil` if there are several paths, or if some continue inside the value.
    func onlyTarget(of entry: Int) -> Int? {
        let entry = entries[entry]
        guard entry.targets.count == 1, entry.child < 0 else { return nil }
        return Int(targets[Int(entry.targets.lowerBound)])
    }

    /// Returns the entry of a node for the key at a tape index.
    func entry(in node: Int, for position: Int, _ tape: PayloadTape) -> Int? {
        nodes[node].first { entry in
            tape.keyMatches(
                at: position, bytes, from: Int(entries[entry].start),
                count: Int(entries[entry].count))
        }
    }
}

/// The trie of one record type under construction.
private struct KeyTree {
    struct Branch {
        let key: [UInt8]
        var targets: [Int32] = []
        var inner: [Int32] = []
        var child: Int32 = -1
    }

    /// The branches of each node; the first node is the record itself.
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
