/// Finds the elements with the greatest total weight that keep their relative order.
package enum HeaviestSubsequence {
    /// An element in the new order.
    package struct Element {
        /// The position in the old order; all are different.
        package var position: Int
        package var weight: Int

        package init(position: Int, weight: Int) {
            self.position = position
            self.weight = weight
        }
    }

    /// Returns, for each element, whether it belongs to a heaviest increasing subsequence.
    ///
    /// - Complexity: O(*n* log *n*); O(*n*) for elements that are increasing already.
    package static func heaviest(of elements: [Element]) -> [Bool] {
        guard zip(elements, elements.dropFirst()).contains(where: { $0.position > $1.position })
        else { return Array(repeating: true, count: elements.count) }
        var ranks = Array(repeating: 0, count: elements.count)
        let ascending = elements.indices.sorted { elements[$0].position < elements[$1].position }
        for (rank, index) in ascending.enumerated() { ranks[index] = rank }
        var ends = BestEnds(count: elements.count)
        var predecessors: [Int?] = Array(repeating: nil, count: elements.count)
        for index in elements.indices {
            let before = ends.best(below: ranks[index])
            predecessors[index] = before?.index
            ends.note(
                BestEnds.End(weight: (before?.weight ?? 0) + elements[index].weight, index: index),
                at: ranks[index])
        }
        var isMember = Array(repeating: false, count: elements.count)
        var next = ends.best(below: elements.count)?.index
        while let member = next {
            isMember[member] = true
            next = predecessors[member]
        }
        return isMember
    }

    /// The heaviest subsequence that ends below each rank.
    ///
    /// Source: Peter M. Fenwick, "A new data structure for cumulative frequency tables", Software:
    /// Practice and Experience 24 (1994), with maxima instead of sums.
    private struct BestEnds {
        struct End {
            var weight: Int
            var index: Int
        }

        private var tree: [End?]

        init(count: Int) { tree = Array(repeating: nil, count: count + 1) }

        func best(below rank: Int) -> End? {
            var (node, best) = (rank, End?.none)
            while node > 0 {
                if let end = tree[node], end.weight > best?.weight ?? 0 { best = end }
                node -= node & -node
            }
            return best
        }

        mutating func note(_ end: End, at rank: Int) {
            var node = rank + 1
            while node < tree.count {
                if end.weight > tree[node]?.weight ?? 0 { tree[node] = end }
                node += node & -node
            }
        }
    }
}
