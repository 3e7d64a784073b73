/// Nodes in an order of their own, some of which come after others.
package struct DependencyGraph: Sendable {
    /// The nodes that come before a node, by its index.
    private let preceding: [[Int]]
    /// The circle of each node, by its index; nodes that are not in one have one of their own.
    private let circles: [Int]

    /// Finds the circles of a graph.
    ///
    /// - Parameter preceding: The indices of the nodes that come before a node, by its index.
    /// - Complexity: O(*n*) in the number of nodes and edges.
    package init(_ preceding: [[Int]]) {
        self.preceding = preceding
        circles = Self.circles(preceding)
    }

    /// The nodes that come after no other one, in order; in a circle, the order decides.
    package var free: [Int] {
        preceding.indices.filter { node in
            preceding[node].allSatisfy { $0 > node && circles[$0] == circles[node] }
        }
    }

    /// Returns the circle of each node.
    ///
    /// Source: R. Tarjan, Depth-first search and linear graph algorithms (1972), without recursion.
    private static func circles(_ edges: [[Int]]) -> [Int] {
        var circles = Array(repeating: -1, count: edges.count)
        var order = Array(repeating: -1, count: edges.count)
        var lowest = order
        var visited = 0
        var open: [Int] = []
        for start in edges.indices where order[start] < 0 {
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
                    if order[other] < 0 {
                        path.append((other, 0))
                    } else if circles[other] < 0 {
                        lowest[node] = min(lowest[node], order[other])
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
