/// An ordered graph of nodes that wait for other nodes.
package struct DependencyGraph: Sendable {
    /// The nodes that wait for a node, by its index.
    private var following: [[Int]]
    /// The number of nodes that each node waits for.
    private var waits: [Int]

    /// Creates a graph.
    ///
    /// In a cycle, nodes do not wait for later nodes.
    ///
    /// - Parameter preceding: The indices of the nodes before each node.
    /// - Complexity: O(*n*) in the number of nodes and edges.
    package init(_ preceding: [[Int]]) {
        let circles = Self.circles(preceding)
        following = Array(repeating: [], count: preceding.count)
        waits = Array(repeating: 0, count: preceding.count)
        for (node, others) in preceding.enumerated() {
            for other in others where other < node || circles[other] != circles[node] {
                following[other].append(node)
                waits[node] += 1
            }
        }
    }

    /// The nodes that wait for no other one, in order.
    package var free: [Int] { waits.indices.filter { waits[$0] == 0 } }

    /// Removes a node, and returns the nodes that have waited for it alone, in order.
    ///
    /// - Complexity: O(1) for each edge, in all removals together.
    package mutating func remove(_ node: Int) -> [Int] {
        var freed: [Int] = []
        for other in following[node] {
            waits[other] -= 1
            if waits[other] == 0 { freed.append(other) }
        }
        following[node] = []
        return freed.sorted()
    }

    /// Returns the circle of each node.
    ///
    /// Source: R. Tarjan, Depth-first search and linear graph algorithms (1972), without recursion.
    private static func circles(_ edges: [[Int]]) -> [Int] {
        var circles = Array(repeating: -1, count: edges.count)
        var order: [Int?] = Array(repeating: nil, count: edges.count)
        var lowest = Array(repeating: 0, count: edges.count)
        var visited = 0
        var open: [Int] = []
        for start in edges.indices where order[start] == nil {
            var path = [(node: start, next: 0)]
            while let (node, next) = path.last {
                if next == 0 {
                    (order[node], lowest[node]) = (visited, visited)
                    visited += 1
                    open.append(node)
                }
                if next < edges[node].count {
                    path[path.count - 1].next += 1
                    let other = edges[node][next]
                    if let visit = order[other] {
                        if circles[other] < 0 { lowest[node] = min(lowest[node], visit) }
                    } else {
                        path.append((other, 0))
                    }
                    continue
                }
                path.removeLast()
                if let parent = path.last?.node {
                    lowest[parent] = min(lowest[parent], lowest[node])
                }
                guard lowest[node] == order[node] else { continue }
                while let member = open.popLast() {
                    circles[member] = node
                    if member == node { break }
                }
            }
        }
        return circles
    }
}
