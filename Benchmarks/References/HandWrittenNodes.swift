/// A small record for `JSONDecoder`.
struct NodeRecord: Decodable {
    struct Reference: Decodable {
        let id: Int64
    }

    let id: Int64
    let parent: Reference?
    let rank: Int64
    let score: Int64
}

/// Hand-written nodes: one instance per identity, both directions of the relationship.
struct HandWrittenNodes {
    final class Node {
        let id: Int64
        var rank: Int64 = 0
        var score: Int64 = 0
        // Parents retain their children, so the other direction must not.
        unowned var parent: Node?
        var children: [Node] = []

        init(id: Int64) { self.id = id }
    }

    private(set) var nodes: [Int64: Node] = [:]

    /// Creates nodes from decoded records; a parent may follow its children.
    init(_ page: RecordPage<NodeRecord>) {
        nodes.reserveCapacity(page.records.count)
        for record in page.records {
            let node = node(record.id)
            node.rank = record.rank
            node.score = record.score
            guard let reference = record.parent else { continue }
            let parent = self.node(reference.id)
            guard node.parent !== parent else { continue }
            node.parent?.children.removeAll { $0 === node }
            node.parent = parent
            parent.children.append(node)
        }
    }

    private mutating func node(_ id: Int64) -> Node {
        if let known = nodes[id] { return known }
        let node = Node(id: id)
        nodes[id] = node
        return node
    }
}
