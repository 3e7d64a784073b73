package import MercatorPayload

/// The keys below a representation that mapped paths read, as a tree.
package struct KeyUse: Sendable {
    private struct Node {
        var children: [(key: [UInt8], node: Int)] = []
        /// The nodes by key, if there are too many for a linear search.
        var table: [[UInt8]: Int] = [:]
        /// The node for keys of any name.
        var anyKey: Int?
        var taken: Kinds = []

        func child(_ key: [UInt8]) -> Int? {
            table.isEmpty ? children.first { $0.key == key }?.node : table[key]
        }
    }

    /// The kinds of values that a path reads as a whole.
    package struct Kinds: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Strings, numbers and Boolean values; `null` is taken by every path.
        package static let scalars = Kinds(rawValue: 1)
        /// Objects and arrays.
        package static let containers = Kinds(rawValue: 2)
        package static let all: Kinds = [.scalars, .containers]
    }

    /// The node of the representation itself.
    package static let root = 0
    /// The minimum number of keys for look-up in a table.
    private static let tableSize = 16

    private var nodes = [Node()]

    package init() {}

    /// Adds a path that starts at the root of the tree; operators do not affect the keys.
    package mutating func add(
        _ path: some Sequence<PayloadPathComponent>, taking kinds: Kinds = .all
    ) {
        var node = Self.root
        for component in path {
            switch component.kind {
            case .key: node = child(of: node, component.utf8)
            case .representationKey: node = anyChild(of: node)
            case .operation: continue
            case .context: return
            }
        }
        nodes[node].taken.formUnion(kinds)
    }

    private mutating func child(of node: Int, _ key: [UInt8]) -> Int {
        if let known = nodes[node].child(key) { return known }
        nodes[node].children.append((key, nodes.count))
        if nodes[node].children.count == Self.tableSize {
            for child in nodes[node].children { nodes[node].table[child.key] = child.node }
        } else if nodes[node].children.count > Self.tableSize {
            nodes[node].table[key] = nodes.count
        }
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func anyChild(of node: Int) -> Int {
        if let known = nodes[node].anyKey { return known }
        nodes[node].anyKey = nodes.count
        nodes.append(Node())
        return nodes.count - 1
    }

    /// Returns the kinds of values that paths read as a whole.
    package func taken(at node: Int) -> Kinds { nodes[node].taken }

    /// Tests whether a path leads into the value of a node.
    package func isEntered(at node: Int) -> Bool {
        !nodes[node].children.isEmpty || nodes[node].anyKey != nil
    }

    /// Returns the nodes for a key: the node with its name, and the node for any name.
    package func nodes(behind key: Int, _ tape: PayloadTape, of node: Int) -> [Int] {
        let node = nodes[node]
        let named =
            node.table.isEmpty
            ? node.children.first { tape.keyMatches(at: key, $0.key) }?.node
            : node.table[Array(tape.text(at: key))]
        return [named, node.anyKey].compactMap { $0 }
    }
}
