/// Finds the largest set of elements that keep their relative order when a list is reordered.
enum IncreasingSubsequence {
    /// Returns, for each element, whether it belongs to a longest increasing subsequence.
    ///
    /// Source: Michael L. Fredman, "On computing the length of longest increasing subsequences",
    /// Discrete Mathematics 11 (1975).
    ///
    /// - Complexity: O(*n* log *n*); O(*n*) for elements that are increasing already.
    static func longest(of elements: [Int]) -> [Bool] {
        guard zip(elements, elements.dropFirst()).contains(where: { $0 > $1 }) else {
            return Array(repeating: true, count: elements.count)
        }
        // The index of the last element of the subsequence of each length that ends with the
        // least element.
        var ends: [Int] = []
        var predecessors: [Int?] = Array(repeating: nil, count: elements.count)
        for index in elements.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if elements[ends[middle]] < elements[index] {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            if low > 0 { predecessors[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var isMember = Array(repeating: false, count: elements.count)
        var next = ends.last
        while let member = next {
            isMember[member] = true
            next = predecessors[member]
        }
        return isMember
    }
}
