/// Finds the smallest set of elements whose moves turn one order of a list into another.
///
/// Insertions and removals do not count as moves, and neither do the positions that
/// shift with them.
struct MoveSearch {
    /// One element that remains in the list and moves.
    struct Move: Hashable {
        let number: Int64
        let from: Int
        let to: Int
    }

    /// Returns the elements that move, in their new order.
    ///
    /// All other elements form a longest common subsequence of both lists, neither of which
    /// contains an element twice.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the lists.
    static func moves(from old: [Int64], to new: [Int64]) -> [Move] {
        let places = Dictionary(
            old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = new.enumerated().compactMap { to, number in
            places[number].map { Move(number: number, from: $0, to: to) }
        }
        guard zip(kept, kept.dropFirst()).contains(where: { $0.from > $1.from }) else { return [] }
        let still = longestAscent(kept.map(\.from))
        return kept.indices.filter { !still.contains($0) }.map { kept[$0] }
    }

    /// Returns the indices of a longest increasing subsequence.
    ///
    /// `ends[n]` is the index of the last element of the increasing subsequence of length *n* + 1
    /// that ends with the least element.
    private static func longestAscent(_ list: [Int]) -> Set<Int> {
        var ends: [Int] = []
        var previous = Array(repeating: -1, count: list.count)
        for place in list.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if list[ends[middle]] < list[place] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[place] = ends[low - 1] }
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var ascent: Set<Int> = []
        var place = ends.last ?? -1
        while place >= 0 {
            ascent.insert(place)
            place = previous[place]
        }
        return ascent
    }
}
