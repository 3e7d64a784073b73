import Payload

/// The source paths of a mapping as a tree of keys, so that a representation is walked once.
///
/// Everything lies in four flat arrays of plain values: the walk compares millions of keys, and
/// should not count a reference for each.
struct KeyTree: Sendable {
    /// One key that is of interest below a node.
    struct Entry: Sendable {
        /// Where the bytes of the key are in ``KeyTree/bytes``.
        fileprivate let start: Int32
        fileprivate let count: Int32
        /// Which of ``KeyTree/targets`` get the value: attributes first, then relationships.
        let targets: Range<Int32>
        /// Which of ``KeyTree/targets`` get something from inside the value.
        let inner: Range<Int32>
        /// The node for keys inside the value, or -1.
        let child: Int32
    }

    /// The entries of each node; the first node is for the representation itself.
    let nodes: [Range<Int>]
    let entries: [Entry]
    let targets: [Int32]
    /// Places that get the representation itself.
    let selfTargets: [Int32]
    private let bytes: [UInt8]

    /// Freezes paths and the targets they lead to.
    init(_ paths: [(path: PayloadPath, target: Int)]) {
        var builder = Builder()
        for (path, target) in paths { builder.add(path, target: Int32(target)) }
        var nodes: [Range<Int>] = []
        var entries: [Entry] = []
        var targets: [Int32] = []
        var bytes: [UInt8] = []
        for node in builder.nodes {
            nodes.append(entries.count..<(entries.count + node.count))
            for branch in node {
                let first = Int32(targets.count)
                let second = first + Int32(branch.targets.count)
                targets += branch.targets + branch.inner
                entries.append(
                    Entry(
                        start: Int32(bytes.count), count: Int32(branch.key.count),
                        targets: first..<second, inner: second..<Int32(targets.count),
                        child: branch.child))
                bytes += branch.key
            }
        }
        (self.nodes, self.entries, self.targets, self.bytes) = (nodes, entries, targets, bytes)
        selfTargets = builder.selfTargets
    }

    /// What gets something from inside the value of an entry.
    func innerTargets(of entry: Int) -> [Int] {
        entries[entry].inner.map { Int(targets[Int($0)]) }
    }

    /// Whether the key at a place on the tape is that of an entry.
    func matches(_ entry: Int, _ tape: PayloadTape, _ place: Int) -> Bool {
        let (start, count) = (entries[entry].start, entries[entry].count)
        return tape.keyMatches(at: place, bytes, from: Int(start), count: Int(count))
    }

    /// The entry of a node whose key is at a place on the tape.
    func entry(in node: Int, for place: Int, _ tape: PayloadTape) -> Int? {
        for entry in nodes[node] where matches(entry, tape, place) { return entry }
        return nil
    }

    /// The tree while it grows.
    private struct Builder {
        struct Branch {
            let key: [UInt8]
            var targets: [Int32] = []
            var inner: [Int32] = []
            var child: Int32 = -1
        }

        var nodes: [[Branch]] = [[]]
        var selfTargets: [Int32] = []

        mutating func add(_ path: PayloadPath, target: Int32) {
            guard let last = path.components.last else {
                selfTargets.append(target)
                return
            }
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
}
